/** Acts on time to some microseconds, which timers do not: the last two milliseconds are spent in looking. */
export const onTime = (dueMs: number, act: () => void): void => {
  const poll = (): void => void (performance.now() < dueMs ? setImmediate(poll) : act())
  const leftMs = dueMs - performance.now() - 2
  if (leftMs < 1) poll()
  else setTimeout(poll, leftMs)
}
