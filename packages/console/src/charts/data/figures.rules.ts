import { type BandPoints, usualMs } from './align.rules.ts'
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
  /** Null while they are not known. */
  gaps: number | null
  gapsMs: number
  /** Start of the first reading or gap where nothing is known of the view before it; null where all of the view is known. */
  knownFrom: number | null
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
    knownFrom: knownFromOf({ times, values }, shown, { from, till }),
    gapsMs: shown.reduce((sum, gap) => sum + Math.max(0, Math.min(gap.ends, till) - Math.max(gap.begins, from)), 0),
  }
}

/** A shorter part of the view without readings may be the time to the first of them. */
const unknownShareMin = 0.02
const unknownPeriods = 3.5

const knownFromOf = (
  { times, values }: Pick<BandPoints, 'times' | 'values'>,
  gaps: readonly Gap[],
  { from, till }: Span,
): number | null => {
  const read = times.filter((_, i) => values[i] != null)
  const first = Math.min(read[0] ?? till, ...gaps.map((gap) => gap.from))
  const leastMs = Math.max(usualMs(read) * unknownPeriods, (till - from) * unknownShareMin)
  return first - from > leastMs ? first : null
}

/** Whether a point is drawn in the view; those of steps at its edges lie up to a step outside. */
export const hasPointIn = (
  lines: readonly Pick<BandPoints, 'times' | 'values'>[],
  { from, till }: Span,
  stepMs: number,
): boolean =>
  lines.some(({ times, values }) =>
    times.some((time, i) => values[i] != null && time >= from - stepMs && time <= till + stepMs),
  )

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
