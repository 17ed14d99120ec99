import type { Clock } from '@busbar/kit'

/** Clocks that are read one after another differ by a trifle; only more than that is a clock that was set. */
const toleranceMs = 20

/** What people's clocks show at an instant of the monotonic one. */
export class WallTime {
  readonly #clock: Clock
  readonly #now: () => Date
  #aheadMs: number

  constructor(clock: Clock, now: () => Date) {
    this.#clock = clock
    this.#now = now
    this.#aheadMs = now().getTime() - clock.now()
  }

  /** In whole milliseconds since 1970. */
  at(clockMs: number): number {
    const aheadMs = this.#now().getTime() - this.#clock.now()
    if (Math.abs(aheadMs - this.#aheadMs) > toleranceMs) this.#aheadMs = aheadMs
    return Math.round(clockMs + this.#aheadMs)
  }
}
