/** Cost at a size. */
export interface Point {
  size: number
  ms: number
}

/**
 * The exponent with which a cost grows: 0 means constant, 1 linear. It is the slope of the least-squares line through
 * the logarithms.
 */
export const exponentOf = (points: readonly Point[]): number => {
  const logs = points.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }))
  const mean = (of: (one: { x: number; y: number }) => number): number =>
    logs.reduce((sum, one) => sum + of(one), 0) / logs.length
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const across = mean(({ x, y }) => (x - middleX) * (y - middleY))
  return across / mean(({ x }) => (x - middleX) ** 2)
}
