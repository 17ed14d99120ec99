/** A wait that doubles with each failure, from `first` up to `max`. Callers add their own jitter. */
export const exponentialBackOff = (failures: number, first: number, max: number): number =>
  Math.min(Math.max(first, max), first * 2 ** failures)
