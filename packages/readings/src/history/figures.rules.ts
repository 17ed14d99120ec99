import { at, missingElement } from '@busbar/kit'
import type { Readings } from '@busbar/series'
import type { CutDays } from './days/cut-days.ts'
import { dayMs } from './days/days.ts'
import { lowerBound, within } from './join.rules.ts'
import { segmentAt } from './segments.rules.ts'

/**
 * Figures of the readings of each segment. `count` is 0 if nothing was read; the other values are then meaningless.
 * `lost` collects the rounding errors of `sum` (Kahan summation), so that the mean is exact however many readings there
 * are.
 */
export interface Figures {
  count: Float64Array
  sum: Float64Array
  lost: Float64Array
  min: Float64Array
  max: Float64Array
  first: Float64Array
  firstOn: Float64Array
}

/** Readings that lie in one segment. */
interface SegmentPart {
  count: number
  sum: number
  min: number
  max: number
  first: number
  firstOn: number
}

export function noFigures(segments: number): Figures {
  const column = (of: number): Float64Array => new Float64Array(segments).fill(of)
  return {
    count: column(0),
    sum: column(0),
    lost: column(0),
    min: column(Infinity),
    max: column(-Infinity),
    first: column(0),
    firstOn: column(Infinity),
  }
}

/** Adds a part, in any order; parts outside all segments are ignored. */
function addPart(to: Figures, segment: number, { count, sum, min, max, first, firstOn }: SegmentPart, lost = 0): void {
  if (segment < 0 || segment >= to.count.length) return
  const before = at(to.sum, segment)
  const next = before + sum
  const rounded = Math.abs(before) >= Math.abs(sum) ? before - next + sum : sum - next + before
  to.sum[segment] = next
  to.lost[segment] = at(to.lost, segment) + rounded + lost
  to.count[segment] = at(to.count, segment) + count
  to.min[segment] = Math.min(at(to.min, segment), min)
  to.max[segment] = Math.max(at(to.max, segment), max)
  if (firstOn < at(to.firstOn, segment)) {
    to.first[segment] = first
    to.firstOn[segment] = firstOn
  }
}

/** Adds readings in chronological order, which may lie in many segments. */
export function addReadings(to: Figures, borders: Float64Array, { times, values }: Readings): void {
  for (let from = lowerBound(times, at(borders, 0)); from < times.length; ) {
    const segment = segmentAt(borders, at(times, from))
    const till = lowerBound(times, borders[segment + 1] ?? Infinity, from)
    let [sum, lost] = [0, 0]
    let [min, max] = [Infinity, -Infinity]
    for (let index = from; index < till; index += 1) {
      const value = values[index] ?? missingElement(values, index)
      const next = sum + value
      lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
      sum = next
      if (value < min) min = value
      if (value > max) max = value
    }
    const first = { first: at(values, from), firstOn: at(times, from) }
    addPart(to, segment, { count: till - from, sum, min, max, ...first }, lost)
    from = till
  }
}

/** Adds whole days and hours by their statistics, and single readings only around borders. */
export function addDays(to: Figures, borders: Float64Array, days: CutDays, without: ReadonlySet<number>): void {
  for (const day of days.days) {
    if (without.has(day.start)) continue
    const segment = segmentAt(borders, day.firstOn)
    if (segment === segmentAt(borders, day.lastOn)) {
      addPart(to, segment, day)
      continue
    }
    for (const hour of days.hoursOf(day)) {
      const hourSegment = segmentAt(borders, hour.firstOn)
      if (hourSegment === segmentAt(borders, hour.lastOn)) addPart(to, hourSegment, hour)
      else addReadings(to, borders, within(days.around(hour.firstOn), hour.firstOn, hour.lastOn))
    }
  }
}

/** Counts days with both hot and cold readings, which may have the same times. */
export function mixedDays({ days }: CutDays, { times }: Readings): number[] {
  if (times.length === 0) return []
  return days
    .filter(({ firstOn, lastOn }) => lowerBound(times, firstOn) < lowerBound(times, lastOn + 1))
    .map(({ start }) => start)
}

/** Drops the readings of some days. */
export function withoutDays(readings: Readings, days: ReadonlySet<number>): Readings {
  if (days.size === 0) return readings
  const isKept = (on: number): boolean => !days.has(Math.floor(on / dayMs) * dayMs)
  return {
    times: readings.times.filter(isKept),
    values: readings.values.filter((_, index) => isKept(at(readings.times, index))),
  }
}

/** Figures of one segment. The mean is the unweighted mean of the readings; null if their sum overflows. */
export interface Figure {
  count: number
  first: number
  min: number
  mean: number | null
  max: number
}

export function figureOf({ count, sum, lost, min, max, first }: Figures, segment: number): Figure | null {
  const readings = at(count, segment)
  if (readings === 0) return null
  const [least, greatest] = [at(min, segment), at(max, segment)]
  // A double represents fifteen decimal digits: the mean of 230.8 and 230.9 is 230.85.
  const mean = Number(((at(sum, segment) + at(lost, segment)) / readings).toPrecision(15))
  return {
    count: readings,
    first: at(first, segment),
    min: least,
    // Rounding could move the mean of equal readings beside them.
    mean: Number.isFinite(mean) ? Math.min(greatest, Math.max(least, mean)) : null,
    max: greatest,
  }
}
