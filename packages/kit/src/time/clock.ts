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
    // A timer that is already due waits for the next turn, because Node warns of a negative delay. Node also truncates
    // fractions of a millisecond, so the delay is rounded up.
    let timer = setTimeout(ring, Math.max(0, Math.ceil(delayMs)))
    return () => clearTimeout(timer)
  },
}
