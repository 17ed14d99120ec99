import type { Readings } from '@busbar/series'
import { type ChartJob, chartRows } from './chart-rows.ts'
import { CutDays, cutFirsts } from './days/cut-days.ts'
import { dayMs, dayStart } from './days/days.ts'
import {
  decodeBounds,
  decodeDays,
  decodeInTurn,
  decodeNewest,
  type HourBounds,
  type PackedDays,
} from './days/packed-days.ts'
import { addDays, addReadings, type Figures, noFigures } from './figures.rules.ts'
import { concat, merge, within } from './join.rules.ts'
import { firstsOf, readingsOf } from './segments.rules.ts'

/** Results of decoding a span's cold bytes, on the event loop or, if it would take long, in the thread. */
export interface DecodeResults {
  /** All readings. */
  readings: Readings
  /** The newest of a span. */
  newest: Readings
  /** Hours of whole days. */
  bounds: HourBounds
  /** The first reading of each segment that has one. */
  firsts: Readings
  /** Figures of the segments, without the readings of some days. */
  figures: Figures
  /** The same two for hot and cold readings together. */
  'firsts of all': Readings
  'figures of all': Figures
  /** JSON. */
  'rows of firsts': { bytes: Uint8Array<ArrayBuffer> }
  'rows of figures': { bytes: Uint8Array<ArrayBuffer> }
}

/** Cold and hot parts of a span. */
interface WholeSpan {
  packed: PackedDays
  hot: Readings
  from: number
  till: number
  borders: Float64Array
}

interface ColdSegments {
  cold: Uint8Array | null
  borders: Float64Array
}

export type DecodeJob =
  | { kind: 'readings'; packed: PackedDays }
  | { kind: 'newest'; packed: PackedDays; from: number; till: number; max: number }
  | { kind: 'bounds'; packed: PackedDays }
  | ({ kind: 'firsts' } & ColdSegments)
  | ({ kind: 'figures'; without: ReadonlySet<number> } & ColdSegments)
  | ({ kind: 'firsts of all' } & WholeSpan)
  | ({ kind: 'figures of all' } & WholeSpan)
  | ChartJob

export function decode(job: DecodeJob): DecodeResults[DecodeJob['kind']] {
  if (job.kind === 'readings') return concat(decodeDays(job.packed))
  if (job.kind === 'newest') return decodeNewest(job.packed, job.from, job.till, job.max)
  if (job.kind === 'bounds') return decodeBounds(job.packed)
  if (job.kind === 'firsts of all') return firstsOfAll(job)
  if (job.kind === 'figures of all') return figuresOfAll(job)
  if ('places' in job) return chartRows(job)
  const days = new CutDays(job.cold)
  if (job.kind === 'firsts') return cutFirsts(days, job.borders)
  const figures = noFigures(job.borders.length - 1)
  addDays(figures, job.borders, days, job.without)
  return figures
}

const firstsOfAll = ({ packed, ...span }: WholeSpan): Readings => firstsOfDays(decodeInTurn(packed), span)

const figuresOfAll = ({ packed, ...span }: WholeSpan): Figures => figuresOfDays(decodeInTurn(packed), span)

/** The parts of a span other than its cold days. */
type HotSpan = Omit<WholeSpan, 'packed'>

export const firstsOfDays = (days: Iterable<Readings>, span: HotSpan): Readings =>
  readingsOf(firstsOf(span.borders, partsOf(days, span)))

export const figuresOfDays = (days: Iterable<Readings>, span: HotSpan): Figures => {
  const figures = noFigures(span.borders.length - 1)
  for (const part of partsOf(days, span)) addReadings(figures, span.borders, part)
  return figures
}

/** Yields parts in chronological order, with hot readings merged in. Each part is valid until the next is requested. */
function* partsOf(days: Iterable<Readings>, { hot, from, till }: HotSpan): Generator<Readings> {
  let hotFrom = -Infinity
  for (const day of days) {
    const part = within(day, from, till)
    const [first] = part.times
    if (first === undefined) continue
    const end = dayStart(part.times.at(-1) ?? first) + dayMs
    yield merge(part, within(hot, hotFrom, end - 1))
    hotFrom = end
  }
  yield within(hot, hotFrom, Infinity)
}
