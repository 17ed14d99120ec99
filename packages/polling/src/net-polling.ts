import type { Clock } from '@busbar/kit'
import { backOffMs, shareOfLine } from './back-off.ts'
import { Counts } from './counts.ts'
import { LagHistogram } from './lag-histogram.ts'
import type { FieldDevice, FieldNet } from './net.ts'
import { phaseOf } from './phase.rules.ts'
import { DevicePlan } from './plan.ts'
import type { PolledDevice } from './poll-device.ts'
import type { Reason } from './reasons.ts'
import type { PeriodicEntry } from './schedule.ts'

/**
 * How an unresponsive unit is polled: by a probe, which only shows whether it responds, or by the first read of a whole
 * poll.
 */
interface Attempt {
  readonly isProbe: boolean
  readonly timeoutMs: number
}

/** A whole attempt is due when probes have cost this many times as much. */
const probesPerFullRead = 4
/** Minimum distance of whole attempts in timeouts, so that no late response to the previous one can arrive. */
const fullReadTimeouts = 20

/**
 * An unresponsive unit. Probes detect one that is back to normal; whole attempts one that became slow or ignores
 * probes.
 */
class SilentUnit {
  failures = 0
  reason: Reason = 'Timeout'
  /** All probes share it: a response to any of them shows that the unit is present. */
  readonly question = {}
  #fullReads = 0
  #fullReadFromMs = 0
  #probesMs = 0

  failed(reason: Reason, wasProbe: boolean, costMs: number, timeoutMs: number, nowMs: number): void {
    this.failures += 1
    this.reason = reason
    if (wasProbe) {
      this.#probesMs += costMs
      return
    }
    this.#fullReads += 1
    this.#fullReadFromMs = nowMs + Math.max(backOffMs(this.#fullReads), fullReadTimeouts * timeoutMs)
    this.#probesMs = 0
  }

  /**
   * Chooses the next attempt. `promptMs`: response time while healthy. `canSpare`: the line has time for a whole
   * attempt.
   */
  next(promptMs: number | null, timeoutMs: number, canSpare: boolean, nowMs: number): Attempt {
    const isFullRead = nowMs >= this.#fullReadFromMs && (canSpare || this.#probesMs >= probesPerFullRead * timeoutMs)
    return { isProbe: !isFullRead, timeoutMs: isFullRead ? timeoutMs : Math.min(promptMs ?? timeoutMs, timeoutMs) }
  }
}

/**
 * Line time for unresponsive units, regardless of their number: a twentieth of the elapsed time, saved up to the cost
 * of one whole attempt.
 */
class LineBudget {
  #savedMs = 0
  #atMs = 0

  /** Drops the savings when a unit becomes unresponsive while all others were healthy. */
  clear(nowMs: number): void {
    this.#savedMs = Math.min(0, this.#saved(0, nowMs))
    this.#atMs = nowMs
  }

  spend(costMs: number, mostMs: number, nowMs: number): void {
    this.#savedMs = this.#saved(mostMs, nowMs) - costMs
    this.#atMs = nowMs
  }

  /** Returns the wait until the budget covers this cost; never more than `mostMs` is saved. */
  waitMs(costMs: number, mostMs: number, nowMs: number): number {
    return Math.max(0, Math.ceil((costMs - this.#saved(mostMs, nowMs)) * shareOfLine - 1e-6))
  }

  #saved(mostMs: number, nowMs: number): number {
    return Math.min(mostMs, this.#savedMs + (nowMs - this.#atMs) / shareOfLine)
  }
}

export interface NetPollingOptions {
  clock: Clock
  /** Response time of a healthy unit of this network. */
  promptMs(unit: number): number | null
  /** Called when the line has time for an unresponsive unit that waited for it. Returns whether the unit is polled. */
  onSpare(polling: DevicePolling): boolean
}

/** Polling state of a network. */
export class NetPolling {
  net: FieldNet
  readonly devices = new Map<number, DevicePolling>()
  readonly counts = new Counts()
  readonly lags = new LagHistogram()
  /** Unresponsive units. Devices with the same unit ID share the state, and only one of them is polled. */
  readonly #silent = new Map<number, SilentUnit>()
  /** Unresponsive units with a pending request. */
  readonly #probing = new Set<number>()
  /** Devices that were due and wait until the line has time, one for each unit. */
  readonly #waiting = new Map<number, DevicePolling>()
  readonly #budget = new LineBudget()
  readonly #options: NetPollingOptions
  #cancelTimer: () => void = () => {}

  constructor(net: FieldNet, options: NetPollingOptions) {
    this.net = net
    this.#options = options
  }

  stop(): void {
    this.#cancelTimer()
    this.#waiting.clear()
  }

  silenceOf(unit: number): SilentUnit | undefined {
    return this.#silent.get(unit)
  }

  /** Monotonic time at which the line has time to poll a unit. */
  spareFromMs(unit: number): number {
    return this.#now + this.#waitMs(unit)
  }

  /** Returns whether a due device may be polled now. Otherwise `onSpare` is called as soon as it may. */
  mayAsk(polling: DevicePolling): boolean {
    const { unit } = polling.device
    if (!this.#silent.has(unit)) return true
    if (this.#probing.has(unit)) return false
    if (this.#probing.size === 0 && this.#waiting.size === 0 && this.#waitMs(unit) === 0) return true
    if (!this.#waiting.has(unit)) this.#waiting.set(unit, polling)
    this.#arm()
    return false
  }

  /** Returns whether the device was due and is waiting for line time. */
  isWaiting(polling: DevicePolling): boolean {
    return this.#waiting.get(polling.device.unit) === polling
  }

  /** Returns how an unresponsive unit is polled; null for a responsive one. */
  begin(unit: number): Attempt | null {
    if (!this.#silent.has(unit)) return null
    this.#probing.add(unit)
    return this.#attempt(unit)
  }

  /** Evaluates a finished poll. Of two concurrent failures, the later one adds nothing. */
  end(
    unit: number,
    attempt: Attempt | null,
    result: Pick<PolledDevice, 'hasAnswered' | 'silence' | 'silentMs'> | null,
  ): void {
    const nowMs = this.#now
    const { timeoutMs } = this.net
    if (attempt !== null) this.#probing.delete(unit)
    if (attempt !== null && result !== null && this.#hasNeighbours(unit))
      this.#budget.spend(result.silentMs, timeoutMs, nowMs)
    if (result?.hasAnswered) this.#silent.delete(unit)
    const before = this.#silent.get(unit)
    if (result?.silence && (before === undefined || attempt !== null)) {
      if (this.#silent.size === 0) this.#budget.clear(nowMs)
      const silent = before ?? new SilentUnit()
      const wasProbe = attempt?.isProbe === true && before !== undefined
      silent.failed(result.silence, wasProbe, result.silentMs, timeoutMs, nowMs)
      this.#silent.set(unit, silent)
    }
    this.#arm()
  }

  /** After enabling or changing a device, its unit is polled at once. */
  resetSilence({ unit }: FieldDevice): void {
    this.#silent.delete(unit)
  }

  /** Forgets a device that was removed or has another unit now. */
  forget(polling: DevicePolling): void {
    for (const [unit, waiting] of this.#waiting) if (waiting === polling) this.#waiting.delete(unit)
  }

  /** Forgets units without devices. */
  prune(): void {
    const units = new Set(this.net.devices.map(({ unit }) => unit))
    for (const unit of this.#silent.keys()) if (!units.has(unit)) this.#silent.delete(unit)
  }

  get #now(): number {
    return this.#options.clock.now()
  }

  /** Returns whether other units on the line respond, whose time unresponsive units would take. */
  #hasNeighbours(unit: number): boolean {
    return this.net.devices.some(
      (other) => other.unit !== unit && other.params.length > 0 && !this.#silent.has(other.unit),
    )
  }

  #attempt(unit: number): Attempt {
    const { timeoutMs } = this.net
    const nowMs = this.#now
    const canSpare = !this.#hasNeighbours(unit) || this.#budget.waitMs(timeoutMs, timeoutMs, nowMs) === 0
    const silent = this.#silent.get(unit)
    const next = silent?.next(this.#options.promptMs(unit), timeoutMs, canSpare, nowMs)
    return next ?? { isProbe: false, timeoutMs }
  }

  #waitMs(unit: number): number {
    if (!this.#silent.has(unit) || !this.#hasNeighbours(unit)) return 0
    return this.#budget.waitMs(this.#attempt(unit).timeoutMs, this.net.timeoutMs, this.#now)
  }

  /** Polls one unresponsive unit at a time, in the order in which they were due. */
  #arm(): void {
    this.#cancelTimer()
    if (this.#probing.size > 0) return
    const [unit] = this.#waiting.keys()
    if (unit === undefined) return
    this.#cancelTimer = this.#options.clock.after(this.#waitMs(unit), () => this.#spare())
  }

  #spare(): void {
    const [first] = this.#waiting
    if (first === undefined) return
    const [unit, polling] = first
    if (this.#silent.has(unit) && this.#waitMs(unit) > 0) return this.#arm()
    this.#waiting.delete(unit)
    if (!this.#silent.has(unit) || !this.#options.onSpare(polling)) this.#arm()
  }
}

/** Polling state of a device. There are many, so rarely used parts are created on demand. */
export class DevicePolling implements PeriodicEntry {
  device: FieldDevice
  readonly net: NetPolling
  /** Number of the device within its network, which never changes. */
  readonly slot: number
  readonly phase: number
  readonly plan = new DevicePlan()
  periodMs: number
  dueMs = 0
  at = -1
  /** Monotonic time; null before the first poll. */
  lastPollMs: number | null = null
  lastDurationMs = 0
  /** Set while a poll is running. */
  running: AbortController | null = null
  /** True while a poll of an unresponsive unit runs that began between two due times. */
  isBetweenTurns = false
  /** True if the device became due during the poll, whose result then counts for both. */
  hasMissedTurn = false

  constructor(device: FieldDevice, net: NetPolling, slot: number) {
    this.device = device
    this.net = net
    this.slot = slot
    this.phase = phaseOf(device.netId, slot)
    this.periodMs = device.periodSec * 1000
  }

  /** Over RTU and ASCII, unit 0 is a broadcast without a response. */
  get isReadable(): boolean {
    return this.device.unit > 0 || this.net.net.protocol === 'modbustcp'
  }

  /** Aborts a running poll; nothing of it is recorded. */
  abandon(): void {
    this.running?.abort()
    this.ended()
  }

  ended(): void {
    this.running = null
    this.isBetweenTurns = false
    this.hasMissedTurn = false
  }
}
