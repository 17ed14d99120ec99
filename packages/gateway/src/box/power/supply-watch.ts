import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Supply } from './supply.ts'

const everyMs = 1000
/** A single reading may be a glitch. */
const lowReadings = 2
/** Margin and duration above the limit before the supply counts as restored. */
const goodFactor = 1.05
const goodMs = 30_000

export interface SupplyWatchOptions {
  /** Millivolts; 0 is off. */
  readonly minMv: number
  readonly read: () => Supply
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'info' | 'error'>
  /** Called when the supply is too low, to release the card while there is power. */
  readonly onLow: () => Promise<void>
  readonly onGood: () => Promise<void>
}

/** Monitors the supply and releases the card before it fails. */
export class SupplyWatch {
  readonly #options: SupplyWatchOptions
  #lowCount = 0
  #goodSinceMs: number | null = null
  #isLow = false
  readonly #checks: Periodic
  #acting: Promise<void> = Promise.resolve()

  constructor(options: SupplyWatchOptions) {
    this.#options = options
    const { clock, log } = options
    this.#checks = new Periodic({
      name: 'supply',
      clock,
      everyMs,
      work: () => this.#check(),
      onError: (error) => log.error({ err: error }, 'supply could not be checked'),
    })
  }

  start(): void {
    const { minMv, read, log } = this.#options
    if (minMv === 0) return
    const { mv, isAlarm } = read()
    if (mv === null && !isAlarm) log.info({ minMv }, 'supply is not monitored: this box has no sensor')
    this.#checks.start()
  }

  async stop(): Promise<void> {
    await this.#checks.stop()
    await this.#acting
  }

  #check(): void {
    const { minMv, read, clock, log, onLow, onGood } = this.#options
    const { mv, isAlarm } = read()
    const isBelow = isAlarm || (mv !== null && mv < minMv)
    this.#lowCount = isBelow ? this.#lowCount + 1 : 0
    const isBetter = !isBelow && (mv === null || mv >= minMv * goodFactor)
    this.#goodSinceMs = isBetter ? (this.#goodSinceMs ?? clock.now()) : null
    if (!this.#isLow && this.#lowCount >= lowReadings) {
      this.#isLow = true
      log.error({ mv, minMv }, 'supply voltage too low: card is released')
      this.#act(onLow)
    } else if (this.#isLow && this.#goodSinceMs !== null && clock.now() - this.#goodSinceMs >= goodMs) {
      this.#isLow = false
      log.info({ mv, minMv }, 'supply voltage restored')
      this.#act(onGood)
    }
  }

  #act(act: () => Promise<void>): void {
    const { log } = this.#options
    this.#acting = this.#acting
      .then(act)
      .catch((error: unknown) => log.warn({ err: error }, 'card could not be released or mounted'))
  }
}
