import type { Clock } from '@busbar/modbus'

const never = Number.POSITIVE_INFINITY

/**
 * One wake-up call that is put off far more often than it rings. A timer that would ring too early is left to: then the hour is
 * looked at again. So a request that is answered costs no timer of its own.
 */
export class Alarm {
  readonly #clock: Clock
  readonly #act: () => void
  #dueMs = never
  #ringsMs = never
  #callOff: () => void = () => {}

  constructor(clock: Clock, act: () => void) {
    this.#clock = clock
    this.#act = act
  }

  /** In place of any other hour. */
  set(dueMs: number): void {
    this.#dueMs = dueMs
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
    if (this.#clock.now() < this.#dueMs) return this.#arm()
    this.#dueMs = never
    this.#act()
  }
}
