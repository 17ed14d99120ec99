/** What something costs at a size. */
export interface Point {
  size: number
  ms: number
}

/** By which power of the size a cost grows: 0 is not at all, 1 as the size. The line through the logarithms that misses them least. */
export const exponentOf = (points: readonly Point[]): number => {
  const logs = points.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }))
  const mean = (of: (one: { x: number; y: number }) => number): number =>
    logs.reduce((sum, one) => sum + of(one), 0) / logs.length
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const across = mean(({ x, y }) => (x - middleX) * (y - middleY))
  return across / mean(({ x }) => (x - middleX) ** 2)
}
