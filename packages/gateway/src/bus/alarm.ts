import type { Clock } from '@busbar/kit'

const never = Number.POSITIVE_INFINITY
/** Who is woken later than this was kept busy. */
const lateMs = 5

/**
 * One wake-up call that is put off far more often than it rings. A timer that would ring too early is left to: then the hour is
 * looked at again. So a request that is answered costs no timer of its own.
 */
export class Alarm {
  readonly #clock: Clock
  readonly #act: () => void
  #dueMs = never
  #ringsMs = never
  #hasWaited = false
  #callOff: () => void = () => {}

  constructor(clock: Clock, act: () => void) {
    this.#clock = clock
    this.#act = act
  }

  /** In place of any other hour. */
  set(dueMs: number): void {
    this.#dueMs = dueMs
    this.#hasWaited = false
    if (dueMs < this.#ringsMs) this.#arm()
  }

  stop(): void {
    this.#callOff()
    this.#dueMs = never
    this.#ringsMs = never
  }

  #arm(): void {
    this.#callOff()
    this.#ringsMs = this.#dueMs
    this.#callOff = this.#clock.after(this.#dueMs - this.#clock.now(), () => this.#ring())
  }

  #ring(): void {
    this.#ringsMs = never
    if (this.#dueMs === never) return
    const leftMs = this.#dueMs - this.#clock.now()
    if (leftMs > 0) return this.#arm()
    // Timers come before what was received meanwhile: that is heard first, once.
    if (leftMs < -lateMs && !this.#hasWaited) {
      this.#hasWaited = true
      return this.#arm()
    }
    this.#dueMs = never
    this.#act()
  }
}
