interface QueryTimes {
  state: { dataUpdatedAt: number; errorUpdatedAt: number }
}

/** While an answer is on its way. Shorter than the pauses of the stream, each of which restarts the count. */
const pauseMs = 100

/**
 * For `refetchInterval`: so long after the service was last asked. The library itself counts from the last change of an answer,
 * and one that the stream changes all the time would never be asked again.
 */
export const refetchEvery =
  (ms: number, now: () => number = Date.now) =>
  ({ state: { dataUpdatedAt, errorUpdatedAt } }: QueryTimes): number =>
    Math.max(pauseMs, Math.max(dataUpdatedAt, errorUpdatedAt) + ms - now())
