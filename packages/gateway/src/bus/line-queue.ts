import { functionCode } from '@busbar/modbus'
import type { QueuedRequest } from './request.ts'
import { sourceOf } from './source.rules.ts'

/** Waiting requests of one connection, and connections with waiting requests. */
const [perConnectionMax, connectionsMax] = [16, 128]
/** Writes go first while they have used less than this share of the line in the last seconds. */
const [writeShare, writeWindowMs] = [0.5, 10_000]
/** Line time that a group may use in each round without being passed over in the next. */
const roundMs = 20
/** Groups without waiting requests are removed above this number. */
const idleGroupsMax = 64

const writeFunctions: ReadonlySet<number> = new Set([5, 6, 15, 16, 22, 23])

interface Group {
  readonly waiting: QueuedRequest[]
  /** Groups in the order of their turns. Empty groups stay until their turn is skipped. */
  readonly groups: Map<string, Group>
  /** Requests of this group and of the groups below it. */
  size: number
  /** Line time that it has used, less what every round grants. */
  aheadMs: number
}

const newGroup = (): Group => ({ waiting: [], groups: new Map(), size: 0, aheadMs: 0 })

/** Requests share turns by class, then by client, then by connection: a client with many connections has one share. */
const pathOf = ({ by, client }: QueuedRequest): readonly [string, string, string] => [sourceOf(by), client ?? by, by]

const isWrite = ({ pdu }: QueuedRequest): boolean => writeFunctions.has(functionCode(pdu))

/**
 * Requests that wait for a line. Writes go first, within half of the line time. All others share it fairly at each
 * level of their path. Fairness counts line time, not requests: a group that polls unresponsive devices skips as many
 * turns as its time was worth.
 */
export class LineQueue {
  readonly #writes = newGroup()
  readonly #others = newGroup()
  /** Waiting requests by connection. */
  readonly #connections = new Map<string, number>()
  /** Line time that writes have used, less what has been granted since. */
  #writesUsedMs = 0
  #writesUsedAtMs = 0

  get size(): number {
    return this.#writes.size + this.#others.size
  }

  /** Returns false when too many requests wait. */
  add(request: QueuedRequest): boolean {
    const { by } = request
    const count = this.#connections.get(by) ?? 0
    if (count >= perConnectionMax || (count === 0 && this.#connections.size >= connectionsMax)) return false
    this.#connections.set(by, count + 1)
    let group = this.#laneOf(request)
    group.size += 1
    for (const name of pathOf(request)) {
      const child = group.groups.get(name) ?? newGroup()
      if (child.size === 0) toTheEnd(group, name, child)
      child.size += 1
      group = child
    }
    group.waiting.push(request)
    return true
  }

  take(nowMs: number): QueuedRequest | undefined {
    const areWritesFirst = this.#writesUsed(nowMs) < writeShare * writeWindowMs
    const lanes = areWritesFirst ? [this.#writes, this.#others] : [this.#others, this.#writes]
    const lane = lanes.find(({ size }) => size > 0)
    return lane && this.#taken(takeFrom(lane))
  }

  /** Counts the time for which a request occupied the line. */
  charge(request: QueuedRequest, usedMs: number, nowMs: number): void {
    let group: Group | undefined = this.#laneOf(request)
    for (const name of pathOf(request)) {
      group = group?.groups.get(name)
      if (group !== undefined) group.aheadMs += usedMs
    }
    if (!isWrite(request)) return
    this.#writesUsedMs = this.#writesUsed(nowMs) + usedMs
    this.#writesUsedAtMs = nowMs
  }

  /** Returns whether the request was still waiting. */
  remove(request: QueuedRequest): boolean {
    const groups = [this.#laneOf(request)]
    for (const name of pathOf(request)) {
      const child = groups.at(-1)?.groups.get(name)
      if (child === undefined) return false
      groups.push(child)
    }
    const waiting = groups.at(-1)?.waiting ?? []
    const index = waiting.indexOf(request)
    if (index === -1) return false
    waiting.splice(index, 1)
    for (const group of groups) group.size -= 1
    this.#taken(request)
    return true
  }

  takeAll(): QueuedRequest[] {
    const all = [...allOf(this.#writes), ...allOf(this.#others)]
    for (const lane of [this.#writes, this.#others]) {
      lane.groups.clear()
      lane.size = 0
    }
    this.#connections.clear()
    return all
  }

  #laneOf(request: QueuedRequest): Group {
    return isWrite(request) ? this.#writes : this.#others
  }

  #writesUsed(nowMs: number): number {
    return Math.max(0, this.#writesUsedMs - writeShare * (nowMs - this.#writesUsedAtMs))
  }

  #taken(request: QueuedRequest | undefined): QueuedRequest | undefined {
    if (request === undefined) return undefined
    const left = (this.#connections.get(request.by) ?? 1) - 1
    if (left === 0) this.#connections.delete(request.by)
    else this.#connections.set(request.by, left)
    return request
  }
}

/** Moves a group behind the others of its parent. */
const toTheEnd = (parent: Group, name: string, group: Group): void => {
  parent.groups.delete(name)
  parent.groups.set(name, group)
  if (parent.groups.size <= idleGroupsMax) return
  for (const [other, { size }] of parent.groups) if (size === 0 && other !== name) parent.groups.delete(other)
}

/** Takes the next request of a group. */
const takeFrom = (group: Group): QueuedRequest | undefined => {
  if (group.size === 0) return undefined
  const first = group.waiting.shift()
  if (first !== undefined) {
    group.size -= 1
    return first
  }
  // Groups moved to the end come up again in this loop until one of them sends.
  for (const [name, child] of group.groups) {
    child.aheadMs = Math.max(-roundMs, child.aheadMs - roundMs)
    if (child.size === 0) {
      if (child.aheadMs <= 0) group.groups.delete(name)
      else toTheEnd(group, name, child)
      continue
    }
    toTheEnd(group, name, child)
    if (child.aheadMs > 0) continue
    group.size -= 1
    return takeFrom(child)
  }
  return undefined
}

const allOf = (group: Group): QueuedRequest[] => [...group.waiting, ...[...group.groups.values()].flatMap(allOf)]
