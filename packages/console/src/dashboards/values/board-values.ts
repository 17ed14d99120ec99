import type { LiveEvent, ReadingsEvent } from '../../data/live/live-feed.ts'
import { polledAfter } from '../../data/live/polled-device.rules.ts'
import type { ParamState } from '../../readings/values/quality.rules.ts'
import { type BoardAnswer, type BoardDevice, type BoardParam, type Limit, refKey, type ValueRef } from './board.ts'

/** A value of a dashboard with its parameter, last reading and device. Replaced, never changed. */
export interface BoardValue {
  param: BoardParam
  state: ParamState
  device: BoardDevice | undefined
}

/**
 * On a wall display with sixty widgets all may change at once; drawing them in one frame would block a slow machine.
 */
const notifiedPerFrame = 20

/** Without a picture to wait for, soon. */
const inNextFrame = (act: () => void): void => {
  if (document.visibilityState === 'hidden') setTimeout(act)
  else requestAnimationFrame(act)
}

/**
 * Current values of a dashboard. Each widget subscribes to its own values, so that a reading of one device redraws no
 * other. Loaded from the service and updated by the event stream.
 */
export class BoardValues {
  #answer: BoardAnswer | null = null
  #values: ReadonlyMap<string, BoardValue> = new Map()
  #devices: ReadonlyMap<number, BoardDevice> = new Map()
  readonly #listeners = new Set<() => void>()
  /** Listeners that have not been notified of the last change yet, in order. */
  readonly #toNotify = new Set<() => void>()
  readonly #nextFrame: (act: () => void) => void

  constructor(nextFrame = inNextFrame) {
    this.#nextFrame = nextFrame
  }

  /** Null until the service has answered. */
  get answer(): BoardAnswer | null {
    return this.#answer
  }

  of(ref: ValueRef): BoardValue | undefined {
    return this.#values.get(refKey(ref))
  }

  device(deviceId: number): BoardDevice | undefined {
    return this.#devices.get(deviceId)
  }

  /** All shown devices, to detect equal names. */
  get devices(): readonly BoardDevice[] {
    return this.#answer?.devices ?? []
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      this.#toNotify.delete(listener)
    }
  }

  load(answer: BoardAnswer): void {
    if (answer === this.#answer) return
    this.#answer = answer
    this.#devices = new Map(answer.devices.map((device) => [device.deviceId, device]))
    const values = new Map<string, BoardValue>()
    for (const { value, readOn, error, ...param } of answer.values) {
      const answerState: ParamState = {
        ...(value !== undefined && { value }),
        ...(readOn !== undefined && { readOn }),
        ...(error !== undefined && { error }),
      }
      const known = this.#values.get(`param ${param.paramId}`)?.state
      const state = known !== undefined && newestOn(known) > newestOn(answerState) ? known : answerState
      const one = { param, state, device: this.#devices.get(param.deviceId) }
      values.set(`param ${param.paramId}`, one)
      if (param.key !== undefined) values.set(`key ${param.key}`, one)
    }
    this.#values = values
    this.#notify()
  }

  /** Returns true if an event requires a request to the service. */
  take(events: readonly LiveEvent[]): boolean {
    const nets = new Set(this.devices.map(({ netId }) => netId))
    let isChanged = false
    for (const event of events) {
      if (event.kind === 'readings' && this.#devices.has(event.deviceId)) {
        this.#read(event)
        isChanged = true
      }
    }
    if (isChanged) this.#notify()
    return events.some((event) => event.kind === 'reset' || (event.kind === 'connection' && nets.has(event.netId)))
  }

  #read(event: ReadingsEvent): void {
    const before = this.#devices.get(event.deviceId)
    if (before === undefined) return
    const device = { ...polledAfter(before, event), netId: before.netId, netName: before.netName }
    this.#devices = new Map(this.#devices).set(event.deviceId, device)
    const values = new Map(this.#values)
    for (const [key, one] of values) {
      if (one.param.deviceId !== event.deviceId) continue
      values.set(key, { ...one, device, state: stateAfter(one, event) })
    }
    this.#values = values
  }

  #notify(): void {
    const isNotifying = this.#toNotify.size > 0
    for (const listener of this.#listeners) this.#toNotify.add(listener)
    if (!isNotifying) this.#notifySome()
  }

  #notifySome(): void {
    for (const listener of [...this.#toNotify].slice(0, notifiedPerFrame)) {
      this.#toNotify.delete(listener)
      listener()
    }
    if (this.#toNotify.size > 0) this.#nextFrame(() => this.#notifySome())
  }
}

const newestOn = ({ readOn = '', error }: ParamState): string =>
  error !== undefined && error.on > readOn ? error.on : readOn

const stateAfter = ({ param, state }: BoardValue, { readOn, values, error, errors }: ReadingsEvent): ParamState => {
  if (readOn < newestOn(state)) return state
  const value = values[param.paramId]
  if (value !== undefined) return { value, readOn }
  const reason = error ?? errors?.[param.paramId]
  return reason === undefined ? state : { ...state, error: { reason, on: readOn } }
}

/** The worst of the ranges that a value is in; null while it is normal. */
export const limitOf = (limits: readonly Limit[], value: string | undefined): Limit | null => {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  if (Number.isNaN(number)) return null
  const matching = limits.filter(({ from = -Infinity, till = Infinity }) => number >= from && number <= till)
  return matching.find(({ level }) => level === 'critical') ?? matching[0] ?? null
}
