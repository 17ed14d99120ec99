import type { Log } from '@busbar/kit/log'
import type { Lifecycle } from '../../base/lifecycle.ts'
import { backOffMs } from '../../network/back-off.rules.ts'
import { ethernetAlone, type PathSource } from '../../network/paths.ts'
import { type ServerSample, TimeServers, type TimeServersParts } from './time-servers.ts'

/** Setting `ntp`. */
export interface NtpSettings {
  /** Servers, in the order of queries. */
  readonly hostnames: readonly string[]
  readonly connMode: number | null
  /** 0: at the start and on request. */
  readonly syncPeriodHr: number
  /** A clock that is not further off is left alone. */
  readonly syncDiffSec: number
}

export interface TimeSyncParts extends Omit<TimeServersParts, 'now' | 'log'> {
  readonly settings: NtpSettings
  readonly deviceClock: {
    now(): Date
    adjust(byMs: number): void
    onStep(act: () => void): () => void
  }
  /** Paths to use; the system's choice without it. */
  readonly paths?: PathSource
  readonly log: Pick<Log, 'debug' | 'info' | 'warn'>
}

interface TimeSyncStatus {
  readonly state: 'disabled' | 'waiting' | 'asking'
  /** Time of the last reply of a server; null without one since the start. */
  readonly syncedOn: Date | null
}

/** Retry delay: time servers require at least 15 seconds; half of it is random. */
const retrySec = 30
const hourMs = 3_600_000
/** Differences below this, against the monotonic clock, are not a clock step. */
const sameMs = 1000

/**
 * Synchronizes the clock with time servers: at the start, periodically, after a change of the system clock, and on
 * request.
 */
export class TimeSync implements Lifecycle<NtpSettings, TimeSyncStatus> {
  readonly #parts: TimeSyncParts
  readonly #servers: TimeServers
  #settings: NtpSettings
  #isStarted = false
  #asking: { readonly controller: AbortController; readonly isSynced: Promise<boolean> } | undefined
  #failures = 0
  #syncedOn: Date | null = null
  #callOffNext: () => void = () => {}
  #unsubscribeSteps: () => void = () => {}
  #unsubscribePaths: () => void = () => {}

  constructor(parts: TimeSyncParts) {
    this.#parts = parts
    this.#settings = parts.settings
    this.#servers = new TimeServers({ ...parts, now: () => parts.deviceClock.now() })
  }

  async start(): Promise<void> {
    this.#isStarted = true
    this.#unsubscribeSteps = this.#parts.deviceClock.onStep(() => this.#begin())
    this.#unsubscribePaths = this.#paths.onChange(() => this.#syncedOn === null && this.#begin())
    this.#begin()
  }

  async apply(settings: NtpSettings): Promise<void> {
    this.#settings = settings
    await this.#leave()
    this.#begin()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    this.#unsubscribeSteps()
    this.#unsubscribePaths()
    await this.#leave()
  }

  status(): TimeSyncStatus {
    const idle = this.#mayAsk ? 'waiting' : 'disabled'
    return { state: this.#asking === undefined ? idle : 'asking', syncedOn: this.#syncedOn }
  }

  /** Synchronizes now, once for concurrent callers; false when no server may be queried or none responded. */
  sync(): Promise<boolean> {
    if (!this.#mayAsk) return Promise.resolve(false)
    if (this.#asking !== undefined) return this.#asking.isSynced
    this.#callOffNext()
    const controller = new AbortController()
    const isSynced = this.#sync(controller.signal)
    this.#asking = { controller, isSynced }
    return isSynced
  }

  get #mayAsk(): boolean {
    return this.#isStarted && this.#paths.of(this.#settings.connMode).length > 0
  }

  get #paths(): PathSource {
    return this.#parts.paths ?? ethernetAlone
  }

  /** Tries one path after another. */
  async #measure(hostnames: readonly string[], signal: AbortSignal): Promise<ServerSample | null> {
    for (const path of this.#paths.of(this.#settings.connMode)) {
      const measured = await this.#servers.measure(hostnames, signal, path)
      if (measured !== null || signal.aborted) return measured
    }
    return null
  }

  #begin(): void {
    this.#failures = 0
    void this.sync()
  }

  async #leave(): Promise<void> {
    this.#callOffNext()
    this.#asking?.controller.abort()
    await this.#asking?.isSynced
  }

  async #sync(signal: AbortSignal): Promise<boolean> {
    const { deviceClock, log } = this.#parts
    const { hostnames, syncDiffSec } = this.#settings
    const aheadMs = this.#aheadMs
    const measured = await this.#measure(hostnames, signal)
    this.#asking = undefined
    if (signal.aborted) return false
    if (measured === null) {
      if (this.#failures === 0) log.warn({ hostnames }, 'no time server responded')
      this.#askAgain(this.#retryMs())
      this.#failures += 1
      return false
    }
    // The clock was set meanwhile, so the measured offset is obsolete.
    if (Math.abs(this.#aheadMs - aheadMs) > sameMs) return this.sync()
    if (Math.abs(measured.offsetMs) > syncDiffSec * 1000) {
      deviceClock.adjust(measured.offsetMs)
      log.info(measured, 'clock corrected')
    }
    this.#failures = 0
    this.#syncedOn = deviceClock.now()
    if (this.#settings.syncPeriodHr > 0) this.#askAgain(this.#settings.syncPeriodHr * hourMs)
    return true
  }

  get #aheadMs(): number {
    const { deviceClock, clock } = this.#parts
    return deviceClock.now().getTime() - clock.now()
  }

  #retryMs(): number {
    const [random = 0] = this.#parts.newBytes(1)
    return backOffMs(retrySec, this.#failures, random / 256)
  }

  #askAgain(delayMs: number): void {
    this.#callOffNext = this.#parts.clock.after(delayMs, () => void this.sync())
  }
}
