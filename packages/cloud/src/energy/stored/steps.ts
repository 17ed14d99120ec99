import { at } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { type Cadence, cutSpan, segmentStart, segmentsMax } from '../calendar.ts'
import { dayMs, quarterMs, quartersPerDay } from './hold.rules.ts'
import { type LocalDay, localDays } from './zone-days.ts'

/** Which step of what is kept belongs to which segment. */
export interface SegmentSteps {
  /** UTC days of quarter-hours, or half-years of a place's days. */
  of: 'quarters' | 'days'
  /** Segment of each step, or -1, by the number of the day or half-year. */
  rows: Map<number, Int32Array>
  /** Quarter-hours of each step, by the same numbers. A day with a clock change has 92 or 100. */
  lengths: Map<number, Int32Array>
  /** How many quarter-hours a segment has. */
  counts: Int32Array
}

const noSteps = (of: SegmentSteps['of'], segmentCount: number): SegmentSteps => ({
  of,
  rows: new Map(),
  lengths: new Map(),
  counts: new Int32Array(segmentCount),
})

const daysOfHalf = 184
const hourMs = 3_600_000
/** No segment is longer. */
const longestMs: Readonly<Record<Cadence, number>> = {
  'quarter-hour': 2 * hourMs,
  'half-hour': 2 * hourMs,
  hour: 3 * hourMs,
  day: 2 * dayMs,
  week: 8 * dayMs,
  month: 32 * dayMs,
  year: 367 * dayMs,
}
const isOfDays = (cadence: Cadence): boolean => longestMs[cadence] >= dayMs

const tooMany = (): Refusal =>
  new Refusal('IncorrectRequest', `The span has more than ${segmentsMax} segments: ask for less, or longer ones.`)

/** Edges of the whole segments that a span touches. */
export const wholeSegments = (timeZone: string, cadence: Cadence, from: number, till: number): number[] => {
  const start = segmentStart(timeZone, cadence, from)
  const edges = cutSpan(timeZone, cadence, start, till + longestMs[cadence])
  if (edges === null) throw tooMany()
  const last = edges.findIndex((edge) => edge >= till)
  return edges.slice(0, last + 1)
}

/** The steps of whole segments of a cadence. */
export const stepsOf = (timeZone: string, cadence: Cadence, edges: readonly number[]): SegmentSteps[] => [
  isOfDays(cadence) ? daySteps(timeZone, edges) : quarterSteps(edges),
]

/** A segment of any length: whole days as days, and the time before and after them by quarter-hours. */
export const stepsOfSpan = (timeZone: string, from: number, till: number): SegmentSteps[] => {
  const midnights = cutSpan(timeZone, 'day', from, till)?.slice(1, -1)
  if (midnights === undefined) throw tooMany()
  if (segmentStart(timeZone, 'day', from) === from) midnights.unshift(from)
  if (segmentStart(timeZone, 'day', till) === till) midnights.push(till)
  const [first = till, last = till] = [midnights[0], midnights.at(-1)]
  const parts = [
    first > from ? [quarterSteps([from, first])] : [],
    last > first ? [daySteps(timeZone, [first, last])] : [],
    till > last ? [quarterSteps([last, till])] : [],
  ]
  return parts.flat()
}

/** The steps of segments that are cut at quarter-hours. */
export const quarterSteps = (edges: readonly number[]): SegmentSteps => {
  const steps = noSteps('quarters', Math.max(edges.length - 1, 0))
  for (const [index, till] of edges.slice(1).entries()) {
    for (let quarter = Math.ceil(at(edges, index) / quarterMs); quarter * quarterMs < till; quarter += 1) {
      putQuarter(steps, quarter, index)
    }
  }
  return steps
}

/** A day's segment, or of each quarter-hour of it; -1 is none. */
export type SegmentOfDay = number | ((on: number) => number)

/** Steps of segments that come again, such as the hours of a price. A day that is all of one segment is taken whole. */
export const stepsByDay = (
  timeZone: string,
  from: number,
  till: number,
  segmentCount: number,
  segmentOf: (day: LocalDay) => SegmentOfDay,
): { steps: SegmentSteps[]; days: LocalDay[] } => {
  const [whole, cut] = [noSteps('days', segmentCount), noSteps('quarters', segmentCount)]
  const all = localDays(timeZone, segmentStart(timeZone, 'day', from), till + 2 * dayMs)
  if (all === null) throw tooMany()
  const days = all.filter((day) => day.from < till)
  for (const day of days) {
    const segment = segmentOf(day)
    if (typeof segment === 'number' && day.from >= from && day.till <= till) {
      if (segment >= 0) putDay(whole, day, segment)
      continue
    }
    const [first, end] = [Math.max(day.from, from), Math.min(day.till, till)]
    for (let quarter = Math.ceil(first / quarterMs); quarter * quarterMs < end; quarter += 1) {
      const own = typeof segment === 'number' ? segment : segment(quarter * quarterMs)
      if (own >= 0) putQuarter(cut, quarter, own)
    }
  }
  return { steps: [whole, cut], days }
}

const daySteps = (timeZone: string, edges: readonly number[]): SegmentSteps => {
  const steps = noSteps('days', Math.max(edges.length - 1, 0))
  const days = localDays(timeZone, at(edges, 0), at(edges, edges.length - 1))
  if (days === null) throw tooMany()
  let segment = 0
  for (const day of days) {
    while (day.from >= (edges[segment + 1] ?? Infinity)) segment += 1
    putDay(steps, day, segment)
  }
  return steps
}

const putDay = ({ rows, lengths, counts }: SegmentSteps, { half, index, from, till }: LocalDay, segment: number) => {
  const length = Math.ceil(till / quarterMs) - Math.ceil(from / quarterMs)
  rowOf(rows, half, daysOfHalf, -1)[index] = segment
  rowOf(lengths, half, daysOfHalf, 0)[index] = length
  counts[segment] = at(counts, segment) + length
}

const putQuarter = ({ rows, lengths, counts }: SegmentSteps, quarter: number, segment: number): void => {
  const day = Math.floor(quarter / quartersPerDay)
  rowOf(rows, day, quartersPerDay, -1)[quarter % quartersPerDay] = segment
  rowOf(lengths, day, quartersPerDay, 1)
  counts[segment] = at(counts, segment) + 1
}

const rowOf = (rows: Map<number, Int32Array>, key: number, length: number, initial: number): Int32Array => {
  const row = rows.get(key) ?? new Int32Array(length).fill(initial)
  rows.set(key, row)
  return row
}
