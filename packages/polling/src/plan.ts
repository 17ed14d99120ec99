import { isBitKind, type ReadGroup, type ReadPlan, ReadPlanner, type RegisterKind, type Request } from '@busbar/modbus'
import { fallSilent, type Silence } from './back-off.ts'
import type { FieldDevice, FieldParam } from './net.ts'
import type { Reason } from './reasons.ts'

type Group = ReadGroup<FieldParam>

/**
 * The requests that read a device. They are planned again only when its parameters changed or a request revealed
 * illegal registers.
 */
export class DevicePlan {
  /** Number of requests of the latest plan. */
  requests = 0
  #planner: ReadPlanner<FieldParam> | null = null
  #groupSize = 0
  #params: readonly FieldParam[] = []
  #plan: ReadPlan<FieldParam> | null = null
  /** Groups, by extent, that failed while others of the device succeeded: each has its own back-off. */
  #pauses: Map<string, Silence> | null = null

  of({ params, readGroupSize }: FieldDevice): ReadPlan<FieldParam> {
    // Known illegal registers remain valid when parameters change; another group size requires other lengths.
    if (!this.#planner || this.#groupSize !== readGroupSize)
      this.#planner = new ReadPlanner({ groupSize: readGroupSize })
    else if (this.#plan && this.#params === params) return this.#plan
    this.#groupSize = readGroupSize
    if (this.#params !== params) this.#pauses = null
    this.#params = params
    this.#plan = this.#planner.plan(params)
    this.requests = this.#plan.groups.length
    return this.#plan
  }

  /** Returns why a group is skipped now, or null. */
  pauseOf(group: Group, nowMs: number): Reason | null {
    const pause = this.#pauses?.get(keyOf(group))
    return pause && nowMs < pause.untilMs ? pause.reason : null
  }

  pause(group: Group, reason: Reason, costMs: number, nowMs: number): void {
    this.#pauses ??= new Map()
    this.#pauses.set(keyOf(group), fallSilent(this.#pauses.get(keyOf(group)), reason, costMs, nowMs))
  }

  accepted(group: Group): void {
    this.#pauses?.delete(keyOf(group))
    if (this.#planner?.accepted(group)) this.#plan = null
  }

  /** Returns smaller groups to try at once; parameters outside all of them are refused themselves. */
  refused(group: Group, reason: Reason, nowMs: number): readonly Group[] {
    const parts = this.#planner?.refused(group) ?? []
    this.#plan = null
    const left = parts.reduce((sum, { items }) => sum + items.length, 0)
    if (left < group.items.length) this.pause(group, reason, 0, nowMs)
    return parts
  }
}

const keyOf = ({ kind, address, count }: Group): string => `${kind} ${address} ${count}`

interface ReadExtent {
  kind: RegisterKind
  address: number
  count: number
}

export const functions = { coil: 1, 'discrete-input': 2, holding: 3, input: 4 } as const satisfies Record<
  RegisterKind,
  Request['fn']
>

const addresses = 65_536
const registersMax = 125

/**
 * Plans one short read that shows whether a unit responds. Its response differs in length from those of regular reads,
 * so that a late one is harmless. It stays within the polled registers if possible, else it is slightly longer: an
 * exception is a response, too.
 */
export const probeOf = (groups: readonly ReadExtent[], turn: number) => {
  const taken = new Set(groups.map(({ kind, count }) => `${kind} ${lengthOf(kind, count)}`))
  const isFree = (kind: RegisterKind, count: number): boolean => !taken.has(`${kind} ${lengthOf(kind, count)}`)
  const inTurn = groups.map((_, at) => groups[(at + turn) % groups.length] as ReadExtent)
  for (const { kind, address, count } of inTurn) {
    for (let part = 1; part < count; part += stepOf(kind))
      if (isFree(kind, part)) return { fn: functions[kind], address, count: part }
  }
  const [first] = inTurn
  if (first === undefined) return null
  const { kind, address, count } = first
  let longer = count
  while (!isFree(kind, longer) && longer < registersMax) longer += stepOf(kind)
  return { fn: functions[kind], address: Math.min(address, addresses - longer), count: longer }
}

/** Length of the response, in registers or bytes of bits. */
const lengthOf = (kind: RegisterKind, count: number): number => Math.ceil(count / stepOf(kind))
const stepOf = (kind: RegisterKind): number => (isBitKind(kind) ? 8 : 1)
