/** A wait that doubles with each failure, from `first` up to `max`. Callers add their own jitter. */
export const exponentialBackOff = (failures: number, first: number, max: number): number =>
  Math.min(Math.max(first, max), first * 2 ** failures)

const reconnectFirstMs = 1000
const reconnectMaxMs = 30_000

/** The wait before the next connection attempt: between half of it and all of it, so that clients do not reconnect together. `chance` is from 0 to 1. */
export const reconnectDelayMs = (failures: number, chance: number): number =>
  exponentialBackOff(failures, reconnectFirstMs, reconnectMaxMs) * (1 - chance / 2)
