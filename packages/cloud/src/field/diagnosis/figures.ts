/** Names of the counters of a unit. */
export const countNames = [
  'requests',
  'answers',
  'exceptions',
  'timeouts',
  'damaged',
  'late',
  'doubled',
  'foreign',
] as const
export type CountName = (typeof countNames)[number]

/** How a unit did over a span: what was asked of it, what came of it, and how long that took. */
export interface Figures extends Record<CountName, number> {
  /** The quickest and the slowest answer; 0 where there was none. */
  fastestMs: number
  slowestMs: number
  /** All answers together. */
  answerMs: number
  /** Line time of the unit, including timeouts. */
  busyMs: number
}

export const noFigures = (): Figures => ({
  requests: 0,
  answers: 0,
  exceptions: 0,
  timeouts: 0,
  damaged: 0,
  late: 0,
  doubled: 0,
  foreign: 0,
  fastestMs: 0,
  slowestMs: 0,
  answerMs: 0,
  busyMs: 0,
})

/** Several spans as one. */
export const sumOf = (all: Iterable<Figures>): Figures => {
  const sum = noFigures()
  for (const one of all) {
    for (const name of countNames) sum[name] += one[name]
    sum.answerMs += one.answerMs
    sum.busyMs += one.busyMs
    sum.slowestMs = Math.max(sum.slowestMs, one.slowestMs)
    if (one.fastestMs > 0) sum.fastestMs = sum.fastestMs === 0 ? one.fastestMs : Math.min(sum.fastestMs, one.fastestMs)
  }
  return sum
}
