import { type Clock, monotonicClock } from '@busbar/kit'

/** Longer waits do not need sub-millisecond precision. */
const shortMs = 10

/**
 * Timers have whole milliseconds, but the silence is 4.01 or 1.75 ms. The last part of a short wait is therefore spent
 * polling, with other events in between.
 */
export const fineClock: Clock = {
  now: () => performance.now(),
  after(delayMs, act) {
    if (delayMs > shortMs) return monotonicClock.after(delayMs, act)
    const dueMs = performance.now() + delayMs
    let next: NodeJS.Immediate | undefined
    const poll = (): void => {
      if (performance.now() >= dueMs) act()
      else next = setImmediate(poll)
    }
    const timer = delayMs < 1 ? undefined : setTimeout(poll, Math.max(1, Math.floor(delayMs - 1)))
    if (timer === undefined) next = setImmediate(poll)
    return () => {
      clearTimeout(timer)
      clearImmediate(next)
    }
  },
}

const never = Number.POSITIVE_INFINITY
/** A timer that fires later than this was delayed by a busy process. */
const lateMs = 5

/**
 * A single timer for a deadline that is usually postponed. A timer that fires early is only checked again, so an
 * answered request needs no timer of its own.
 */
export class PostponedTimer {
  readonly #clock: Clock
  readonly #act: () => void
  #dueMs = never
  #ringsMs = never
  #hasWaited = false
  #cancel: () => void = () => {}

  constructor(clock: Clock, act: () => void) {
    this.#clock = clock
    this.#act = act
  }

  /** Replaces the previous deadline. */
  set(dueMs: number): void {
    this.#dueMs = dueMs
    this.#hasWaited = false
    if (dueMs < this.#ringsMs) this.#arm()
  }

  stop(): void {
    this.#cancel()
    this.#dueMs = never
    this.#ringsMs = never
  }

  #arm(): void {
    this.#cancel()
    this.#ringsMs = this.#dueMs
    this.#cancel = this.#clock.after(this.#dueMs - this.#clock.now(), () => this.#ring())
  }

  #ring(): void {
    this.#ringsMs = never
    if (this.#dueMs === never) return
    const leftMs = this.#dueMs - this.#clock.now()
    if (leftMs > 0) return this.#arm()
    // Timers fire before received bytes are delivered, so these are handled first, once.
    if (leftMs < -lateMs && !this.#hasWaited) {
      this.#hasWaited = true
      return this.#arm()
    }
    this.#dueMs = never
    this.#act()
  }
}
