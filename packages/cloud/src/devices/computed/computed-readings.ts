import type { DeviceState, Reason } from '@busbar/polling'
import type { Poll } from '@busbar/readings'
import { type ComputedValue, computeValue, decimalValue, type InputValue } from './compute-value.ts'
import type { ComputedDevice } from './computed-device.ts'

/** The last that was read of an input. */
interface LastInput {
  readOn: number
  value: number | null
  text: string | undefined
  err: string | undefined
}

interface ComputedDeviceState {
  device: ComputedDevice
  /** The time of its last readings. */
  lastOn: number | null
  /** When the first of its inputs came since it began or changed: until all have come it waits a while. */
  sinceOn: number | null
}

/** Inputs are read with some jitter: a turn that comes a little early is a turn. */
const turnShare = 0.75
/** How old an input may be, in periods, against the newest of them. */
const ageShare = 1.5

/**
 * Readings of computed devices, made from readings of their inputs as these come. A device is worked out when an input comes, at the
 * time of the newest of its inputs, no more often than its period; an input that is older than one and a half periods has no say.
 */
export class ComputedReadings {
  readonly #isOurs: (netId: number) => boolean
  readonly #orgs = new Map<number, readonly ComputedDeviceState[]>()
  readonly #byId = new Map<number, ComputedDeviceState>()
  /** Parameters that are inputs, with what was read of them last. */
  readonly #last = new Map<number, LastInput>()
  readonly #isInput = new Map<number, number>()

  /** If several nodes share the networks, each node computes the devices of its networks. */
  constructor(isOurs: (netId: number) => boolean = () => true) {
    this.#isOurs = isOurs
  }

  /** Organizations that have computed devices. */
  orgs(): Iterable<number> {
    return this.#orgs.keys()
  }

  /** The network of a computed device. */
  netOf(deviceId: number): number | undefined {
    return this.#byId.get(deviceId)?.device.netId
  }

  /** Replaces an organization's computed devices, ordered by dependency. */
  apply(orgId: number, devices: readonly ComputedDevice[]): void {
    const old = this.#orgs.get(orgId) ?? []
    for (const { device } of old) this.#byId.delete(device.id)
    const known = new Map(old.map((one) => [one.device.id, one]))
    const now = devices.map((device): ComputedDeviceState => {
      const before = known.get(device.id)
      const isSame = before !== undefined && before.device.inputs.join() === device.inputs.join()
      return { device, lastOn: before?.lastOn ?? null, sinceOn: isSame ? before.sinceOn : null }
    })
    for (const one of now) this.#byId.set(one.device.id, one)
    // New ones first, so that what both need is not forgotten.
    this.#count(devices, 1)
    this.#count(
      old.map(({ device }) => device),
      -1,
    )
    if (now.length === 0) this.#orgs.delete(orgId)
    else this.#orgs.set(orgId, now)
  }

  /** Returns the computed polls that follow from a poll, in order of dependency. */
  take(poll: Poll): Poll[] {
    const computing = this.#orgs.get(poll.orgId)
    if (computing === undefined) return []
    const fresh = this.#remember(poll)
    if (fresh.size === 0) return []
    const computed: Poll[] = []
    for (const one of computing) {
      if (one.device.params.length === 0 || !one.device.inputs.some((id) => fresh.has(id))) continue
      if (!this.#isOurs(one.device.netId)) continue
      const result = this.#work(one, poll.readOn)
      if (result === null) continue
      computed.push(result)
      for (const id of this.#remember(result)) fresh.add(id)
    }
    return computed
  }

  /** When a device was worked out last, and how often it is; undefined for what is no computed device that is on. */
  lastRunOf(deviceId: number): { lastOn: number | null; periodMs: number; isEmpty: boolean } | undefined {
    const one = this.#byId.get(deviceId)
    return one && { lastOn: one.lastOn, periodMs: one.device.periodMs, isEmpty: one.device.params.length === 0 }
  }

  #count(devices: readonly ComputedDevice[], by: number): void {
    for (const { inputs } of devices) {
      for (const id of inputs) {
        const useCount = (this.#isInput.get(id) ?? 0) + by
        if (useCount > 0) this.#isInput.set(id, useCount)
        else {
          this.#isInput.delete(id)
          this.#last.delete(id)
        }
      }
    }
  }

  /** Keeps what inputs there are in a poll, and names them. */
  #remember({ readOn, params, values, texts, errors }: Poll): Set<number> {
    const found = new Set<number>()
    for (const [place, { id }] of params.entries()) {
      if (!this.#isInput.has(id)) continue
      const err = typeof errors === 'string' ? errors : errors?.get(place)
      this.#last.set(id, { readOn, value: values[place] ?? null, text: texts?.get(place), err })
      found.add(id)
    }
    return found
  }

  #work(one: ComputedDeviceState, eventOn: number): Poll | null {
    const { device } = one
    const ageMaxMs = device.periodMs * ageShare
    const isNear = (readOn: number): boolean => Math.abs(readOn - eventOn) <= ageMaxMs
    const times = device.inputs.flatMap((id) => this.#last.get(id)?.readOn ?? []).filter(isNear)
    const readOn = Math.max(eventOn, ...times)
    one.sinceOn ??= eventOn
    const isWaitOver = Math.abs(readOn - one.sinceOn) >= ageMaxMs
    if (!isWaitOver && device.inputs.some((id) => !this.#last.has(id))) return null
    if (one.lastOn !== null && Math.abs(readOn - one.lastOn) < device.periodMs * turnShare) return null
    one.lastOn = readOn
    return pollOf(device, readOn, (id) =>
      device.inputs.includes(id)
        ? inputAt(this.#last.get(id), readOn, ageMaxMs)
        : { err: 'InputGone' satisfies Reason },
    )
  }
}

const inputAt = (last: LastInput | undefined, readOn: number, ageMaxMs: number): InputValue => {
  if (last === undefined || Math.abs(readOn - last.readOn) > ageMaxMs) return { err: 'InputOld' satisfies Reason }
  if (last.err !== undefined) return { err: last.err }
  if (last.value === null) return { err: 'NotANumber' satisfies Reason }
  return { value: decimalValue(last.value, last.text) }
}

/** All parameters of a device at one time, those that others of it need first. */
const pollOf = (device: ComputedDevice, readOn: number, outside: (id: number) => InputValue): Poll => {
  const values: (number | null)[] = device.params.map(() => null)
  const texts = new Map<number, string>()
  const errors = new Map<number, string>()
  const computedById = new Map<number, ComputedValue>()
  const inputOf = (id: number): InputValue => {
    const computed = computedById.get(id)
    if (computed === undefined) return outside(id)
    return 'err' in computed ? computed : { value: decimalValue(computed.number, computed.text ?? undefined) }
  }
  for (const { place, id, formula, precision, inputs } of device.steps) {
    const computed = computeValue(formula, inputs, precision, inputOf)
    computedById.set(id, computed)
    if ('err' in computed) errors.set(place, computed.err)
    else values[place] = computed.number
    if ('text' in computed && computed.text !== null) texts.set(place, computed.text)
  }
  return {
    orgId: device.orgId,
    deviceId: device.id,
    readOn,
    params: device.params,
    values,
    texts: texts.size > 0 ? texts : null,
    errors: errors.size > 0 ? errors : null,
  }
}

/** Returns the state of a computed device, which waits for its inputs and sends no requests. */
export const computedState = ({
  lastOn,
  periodMs,
  isEmpty,
}: NonNullable<ReturnType<ComputedReadings['lastRunOf']>>): DeviceState => ({
  state: isEmpty ? 'nothing-to-read' : 'ok',
  nextReadOn: isEmpty || lastOn === null ? null : lastOn + periodMs,
  lastPollOn: lastOn,
  lastDurationMs: lastOn === null ? null : 0,
})
