import type { Clock } from '@busbar/kit'

/** Of those that come at once, so many may begin at once: 20 ms of work. */
const burst = 50

/** Lets so many begin in a second, evenly: who comes has an instant of its own. */
export class DialPace {
  readonly #clock: Clock
  readonly #stepMs: number
  #nextMs = -Infinity

  constructor(clock: Clock, perSecMax: number) {
    this.#clock = clock
    this.#stepMs = 1000 / perSecMax
  }

  /** How long from now on; that instant is taken. */
  waitMs(): number {
    const nowMs = this.#clock.now()
    const atMs = Math.max(this.#nextMs, nowMs - burst * this.#stepMs)
    this.#nextMs = atMs + this.#stepMs
    return Math.max(0, atMs - nowMs)
  }
}
