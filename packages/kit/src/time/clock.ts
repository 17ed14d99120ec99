/** Time, handed in: milliseconds of a clock that never goes back. */
export interface Clock {
  now(): number
  /** Runs `act` once, not before `delayMs` from now; calling the answer calls it off. */
  after(delayMs: number, act: () => void): () => void
}

/** The machine's monotonic clock. Node's timers may fire early, so the hour is checked again before acting. */
export const monotonicClock: Clock = {
  now: () => performance.now(),
  after(delayMs, act) {
    const due = performance.now() + delayMs
    const ring = (): void => {
      const leftMs = due - performance.now()
      if (leftMs > 0) timer = setTimeout(ring, Math.ceil(leftMs))
      else act()
    }
    // What is due already waits for the next turn; Node warns of less than nothing. It drops parts of milliseconds, and would ring once in vain.
    let timer = setTimeout(ring, Math.max(0, Math.ceil(delayMs)))
    return () => clearTimeout(timer)
  },
}
