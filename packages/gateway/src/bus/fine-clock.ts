import { type Clock, monotonicClock } from '@busbar/kit'

/** Waits that are longer lose nothing by a millisecond. */
const shortMs = 10

/**
 * Timers know whole milliseconds, and the line falls quiet for 4.01 or 1.75 of them. So the last one of a short wait is spent in looking
 * again and again, while everything else has its turn in between.
 */
export const fineClock: Clock = {
  now: () => performance.now(),
  after(delayMs, act) {
    if (delayMs > shortMs) return monotonicClock.after(delayMs, act)
    const dueMs = performance.now() + delayMs
    let next: NodeJS.Immediate | undefined
    const look = (): void => {
      if (performance.now() >= dueMs) act()
      else next = setImmediate(look)
    }
    const timer = delayMs < 1 ? undefined : setTimeout(look, Math.max(1, Math.floor(delayMs - 1)))
    if (timer === undefined) next = setImmediate(look)
    return () => {
      clearTimeout(timer)
      clearImmediate(next)
    }
  },
}
