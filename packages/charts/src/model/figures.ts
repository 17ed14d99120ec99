import { at } from '@busbar/kit/at'
import { type BandPoints, type LinePoints, usualMs } from './alignment.ts'
import type { Gap } from './gaps.ts'
import { quantityOf, sumOf } from './quantities.ts'

/** Figures of a line in the legend. */
export interface LegendFigures {
  /** Last reading in the span that is shown; null while it is not known. */
  last: number | null
  /** Its own time, not that of a step. */
  lastOn: number | null
  least: number | null
  mean: number | null
  greatest: number | null
  /** Sum of a rate over time, or increase of a counter; in `sumUnit`. */
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

/** Figures of a span as the service computed them from all readings. */
export interface SpanSummary {
  count: number
  min: number
  mean?: number | undefined
  max: number
  last: number
  /** In ms since 1970. */
  lastOn: number
}

/** A summary together with the live readings that it does not contain yet. */
export const extended = (known: SpanSummary | undefined, { times, values }: LinePoints, { from, till }: Span) => {
  let found: SpanSummary | undefined = known
  times.forEach((on, i) => {
    const value = values[i] ?? null
    if (value === null || on < from || on > till || on <= (found?.lastOn ?? 0)) return
    const { count = 0, min = value, max = value, mean = value } = found ?? {}
    found = {
      count: count + 1,
      min: Math.min(min, value),
      mean: mean + (value - mean) / (count + 1),
      max: Math.max(max, value),
      last: value,
      lastOn: on,
    }
  })
  return found
}

/**
 * Figures of a line. Those of single readings come from the summary of the span: steps of the drawing reach beyond its ends, and begin before their
 * readings. Until the summary has arrived, extremes and mean are those of the steps, where each reading counts the same.
 */
export const figuresOf = (
  { times, values, lows, highs, counts }: BandPoints,
  gaps: readonly Gap[],
  { from, till }: Span,
  unit?: string,
  summary?: SpanSummary,
): LegendFigures => {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let [weighted, count] = [0, 0]
  times.forEach((time, i) => {
    const [value, low, high, readings] = [at(values, i), at(lows, i), at(highs, i), at(counts, i)]
    if (value === null || low === null || high === null || time < from || time > till) return
    least = Math.min(least, low)
    greatest = Math.max(greatest, high)
    weighted += value * readings
    count += readings
  })
  const shown = gaps.filter((gap) => gap.till > from && gap.from < till)
  return {
    last: summary?.last ?? null,
    lastOn: summary?.lastOn ?? null,
    least: summary?.min ?? (Number.isFinite(least) ? least : null),
    mean: summary?.mean ?? (count === 0 ? null : weighted / count),
    greatest: summary?.max ?? (Number.isFinite(greatest) ? greatest : null),
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

/** Returns true if a point is drawn in the view; those of steps at its edges lie up to a step outside. */
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

/** Returns true if every point is a single reading, not a mean of several. */
export const isRaw = (lines: readonly BandPoints[]): boolean =>
  lines.every(({ counts }) => counts.every((count) => count <= 1))
