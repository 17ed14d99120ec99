import type { Clock } from '@busbar/kit'
import type { FieldDevice, FieldNet } from '../directory/net.ts'
import { fallSilent, type Silence } from './back-off.ts'
import { Counts } from './counts.ts'
import type { DevicePolling } from './device-polling.ts'
import { Lags } from './lags.ts'
import type { PolledDevice } from './poll-device.ts'
import type { Reason } from './reasons.ts'

/** However many units are silent, asking them takes no more than a tenth of the line. */
const probeShare = 10

/** The latest exchange counts so much in the mean. */
const meanWeight = 0.05

/** One network as polling sees it. */
export class NetPolling {
  net: FieldNet
  readonly devices = new Map<number, DevicePolling>()
  readonly counts = new Counts()
  readonly lags = new Lags()
  /** By unit: devices that share one share its silence, and only one of them probes. */
  readonly #silences = new Map<number, Silence>()
  readonly #probed = new Set<number>()
  /** Before that no silent unit is asked. */
  #probesFromMs = 0
  readonly #clock: Clock
  #meanMs: number | null = null

  constructor(net: FieldNet, clock: Clock) {
    this.net = net
    this.#clock = clock
  }

  /** From asking to the answer, or the end of waiting for it. */
  get meanExchangeMs(): number | null {
    return this.#meanMs
  }

  exchanged(tookMs: number): void {
    this.#meanMs = this.#meanMs === null ? tookMs : this.#meanMs + (tookMs - this.#meanMs) * meanWeight
  }

  silenceOf(unit: number): Silence | undefined {
    return this.#silences.get(unit)
  }

  /** Why nothing is to be sent to a unit right now, or null. */
  restraintOf(unit: number): Reason | null {
    const silence = this.#silences.get(unit)
    if (!silence) return null
    const isFree = this.#probed.size === 0 && this.#clock.now() >= Math.max(silence.untilMs, this.#probesFromMs)
    return isFree ? null : silence.reason
  }

  /** Says how often the unit was silent: where it was, this is its one probe. */
  begin(unit: number): number {
    const failures = this.#silences.get(unit)?.failures ?? 0
    if (failures > 0) this.#probed.add(unit)
    return failures
  }

  /** However a poll ended; of two that began together the later failure adds nothing. */
  end(unit: number, failures: number, result: Pick<PolledDevice, 'hasAnswered' | 'silence' | 'silentMs'> | null): void {
    if (failures > 0) this.#probed.delete(unit)
    if (result?.hasAnswered) this.#silences.delete(unit)
    if (!result?.silence) return
    const before = this.#silences.get(unit)
    const nowMs = this.#clock.now()
    // Who is alone on its line takes nobody's time. A probe is one attempt, whatever the poll took that found it silent.
    const costMs = this.#hasNeighbours(unit) ? Math.min(result.silentMs, this.net.timeoutMs) : 0
    if (failures > 0) this.#probesFromMs = nowMs + probeShare * costMs
    if (!before || failures > 0) this.#silences.set(unit, fallSilent(before, result.silence, costMs, nowMs))
  }

  #hasNeighbours(unit: number): boolean {
    return this.net.devices.some((device) => device.unit !== unit)
  }

  /** Somebody switched it on or set it up: it is tried at once. */
  forgive({ unit }: FieldDevice): void {
    this.#silences.delete(unit)
  }

  /** Units that nobody asks any more are forgotten. */
  prune(): void {
    const units = new Set(this.net.devices.map(({ unit }) => unit))
    for (const unit of this.#silences.keys()) if (!units.has(unit)) this.#silences.delete(unit)
  }
}
