/** Acts on time to some microseconds, which timers do not: the last two milliseconds are spent in looking. */
export const onTime = (dueMs: number, act: () => void): void => {
  const look = (): void => void (performance.now() < dueMs ? setImmediate(look) : act())
  const leftMs = dueMs - performance.now() - 2
  if (leftMs < 1) look()
  else setTimeout(look, leftMs)
}
