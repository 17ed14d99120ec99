import type { BandPoints } from './align.rules.ts'
import type { Gap } from './gaps.rules.ts'
import { quantityOf, sumOf } from './quantities.rules.ts'

/** What a legend says of a line. */
export interface LegendFigures {
  last: number | null
  lastOn: number | null
  least: number | null
  mean: number | null
  greatest: number | null
  /** What a rate adds up to, or by how much a counter rose; in `sumUnit`. */
  sum: number | null
  sumUnit: string | null
  gaps: number
  gapsMs: number
}

interface Span {
  from: number
  till: number
}

const hourMs = 3_600_000

/** Each reading counts the same, as in the means of the service. */
export const figuresOf = (
  { times, values, lows, highs, counts }: BandPoints,
  gaps: readonly Gap[],
  { from, till }: Span,
  unit?: string,
): LegendFigures => {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [weighted, count] = [0, 0]
  let last = -1
  times.forEach((time, i) => {
    const [value, low, high, readings] = [values[i] ?? null, lows[i] ?? null, highs[i] ?? null, counts[i] ?? 0]
    if (value === null || low === null || high === null || time < from || time > till) return
    least = Math.min(least, low)
    greatest = Math.max(greatest, high)
    weighted += value * readings
    count += readings
    last = i
  })
  const shown = gaps.filter((gap) => gap.till > from && gap.from < till)
  return {
    last: values[last] ?? null,
    lastOn: times[last] ?? null,
    least: last === -1 ? null : least,
    mean: count === 0 ? null : weighted / count,
    greatest: last === -1 ? null : greatest,
    ...summed({ times, values }, { from, till }, unit),
    gaps: shown.length,
    gapsMs: shown.reduce((sum, gap) => sum + Math.max(0, Math.min(gap.ends, till) - Math.max(gap.begins, from)), 0),
  }
}

type LegendSum = Pick<LegendFigures, 'sum' | 'sumUnit'>

/** A rate is added up between readings, and not over gaps. A counter that fell was set back or exchanged: then it is not known. */
const summed = (line: Pick<BandPoints, 'times' | 'values'>, { from, till }: Span, unit?: string): LegendSum => {
  const rate = sumOf(unit)
  const isCounter = quantityOf(unit) === 'amount'
  if (rate === undefined && !isCounter) return { sum: null, sumUnit: null }
  const sumUnit = rate?.unit ?? unit ?? null
  let [sum, steps, falls] = [0, 0, 0]
  let before: { time: number; value: number } | null = null
  line.times.forEach((time, i) => {
    const value = line.values[i] ?? null
    if (time < from || time > till) return
    // A counter goes on counting while it is not read.
    if (value === null) {
      if (!isCounter) before = null
      return
    }
    if (before !== null) {
      steps += 1
      if (isCounter) {
        if (value < before.value) falls += 1
        sum += value - before.value
      } else sum += (((value + before.value) / 2) * (time - before.time) * (rate?.perHour ?? 1)) / hourMs
    }
    before = { time, value }
  })
  return { sum: steps === 0 || falls > 0 ? null : sum, sumUnit }
}

/** Whether every point is one reading, and no mean of several. */
export const isRaw = (lines: readonly BandPoints[]): boolean =>
  lines.every(({ counts }) => counts.every((count) => count <= 1))
