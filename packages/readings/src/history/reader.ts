import { setImmediate } from 'node:timers/promises'
import type { Sql } from '@busbar/database'
import { blockMs, type Readings } from '@busbar/series'
import { hourMs } from '@busbar/series/hours'
import type { Thread } from '../thread.ts'
import type { ChartJob } from './chart-rows.ts'
import { selectCutDays } from './days/cut-days.sql.ts'
import { CutDays, cutsAt } from './days/cut-days.ts'
import { type CachedDay, cachedDayOf, type DayCache } from './days/day-cache.ts'
import { dayMs } from './days/days.ts'
import { daysOf, type HourBounds } from './days/packed-days.ts'
import { type DecodeJob, type DecodeResults, decode, figuresOfDays, firstsOfDays } from './decode.ts'
import { addReadings, type Figures, mixedDays, withoutDays } from './figures.rules.ts'
import { merge, within } from './join.rules.ts'
import { type Fragment, hotFirsts, hotRecords, type Span } from './recent/hot.sql.ts'
import { readHotRecords } from './recent/hot-records.ts'
import { countWithin, type RecentSnapshot } from './recent/recent.ts'
import type { RecentSource } from './recent/recent-source.ts'
import { bordersOf, firstsOf, readingsOf, type Segments, widthOf } from './segments.rules.ts'
import { type SpanRow, selectChangedDays, selectSpan, selectSpans } from './span.sql.ts'

/** Dependencies of the read functions. */
export interface HistorySources {
  sql: Sql
  decoder: Decoder
  /** Second decoder for very long spans. */
  second: Decoder
  recent: RecentSource
  days: DayCache
}

export type Decoder = Thread<DecodeJob, DecodeResults[DecodeJob['kind']]>

/** Limit for decoding on the event loop: it takes a quarter of a millisecond; a chart has a hundred times that. */
const loopReadingsMax = 15_000
const loopHoursBytesMax = 5000
/** Length from which two connections and two threads share the work. */
const sharedMs = 8 * dayMs
/** Limit for writing cells on the event loop. */
const loopCellsMax = 1000

/** Step length from which finding each step's first poll is faster than reading all hot ones. */
const longStepMs = 900_000

const decodeWhere = async <Kind extends DecodeJob['kind']>(
  decoder: Decoder,
  isLong: boolean,
  job: DecodeJob & { kind: Kind },
): Promise<DecodeResults[Kind]> =>
  (isLong && !decoder.isFull ? await decoder.run(job, transferList(job)) : decode(job)) as DecodeResults[Kind]

/** Buffers of a long job are transferred to the thread instead of copied, unless they are shared. */
const transferList = (job: DecodeJob): ArrayBuffer[] => {
  if ('places' in job) return columnBuffers(job)
  const bytes = 'packed' in job ? job.packed : job.cold
  const isAlone = bytes !== null && bytes.buffer.byteLength === bytes.byteLength
  return isAlone ? [bytes.buffer as ArrayBuffer] : []
}

const columnBuffers = (job: ChartJob): ArrayBuffer[] => {
  const arrays: Float64Array[] =
    job.kind === 'rows of firsts'
      ? job.columns.flatMap(({ times, values }) => [times, values])
      : job.columns.flatMap(({ figures, gaps }) => [...Object.values(figures), gaps])
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]
}

/** Returns a chart as JSON; the job's buffers are consumed. */
export async function writeChart(decoder: Decoder, job: ChartJob): Promise<Buffer> {
  const isLong = job.places.length * job.segments.points > loopCellsMax
  const { bytes } = await decodeWhere(decoder, isLong, job)
  return Buffer.from(bytes.buffer)
}

const isHeavy = ({ count }: { count: number }): boolean => count > loopReadingsMax

/** Reads a span chronologically, or its newest readings: cold ones, merged with hot ones. */
export async function readSpan(
  { sql, decoder, recent: source }: HistorySources,
  span: Span,
  newestMax?: number,
): Promise<Readings> {
  const newest = newestMax ?? null
  const select = (part: Span, hot: Fragment, snapshot: RecentSnapshot | null): Promise<SpanRow> => {
    const remaining =
      newest === null || snapshot === null ? newest : newest - countWithin(snapshot, span.from, span.till)
    const isEnough = remaining !== null && remaining <= 0
    return selectSpan(sql, isEnough ? { ...part, from: part.till + 1 } : part, 'data', hot, remaining)
  }
  const bytesOf = (row: SpanRow): Uint8Array | null => row.hot
  const found = await source.read(span, () => hotRecords(sql, span, newest), select, bytesOf)
  let { row, recent: hot } = found
  // Some polls failed, so the newest ones do not contain enough readings.
  if (newest !== null && !found.isCached && row.polls >= newest && hot.times.length < newest) {
    row = await selectSpan(sql, span, 'data', hotRecords(sql, span), newest)
    hot = readHotRecords(row.hot)
  }
  const { from, till } = span
  const count = Math.min(row.count, newest ?? Infinity)
  const job: DecodeJob & { kind: 'readings' | 'newest' } =
    newest === null
      ? { kind: 'readings', packed: row.cold }
      : { kind: 'newest', packed: row.cold, from, till, max: count }
  const cold = await decodeWhere(decoder, isHeavy({ count }), job)
  return within(merge(cold, hot), from, till, newestMax)
}

export interface ParamReadings {
  paramId: number
  readings: Readings
}

/** Reads a span of several parameters in order with one statement. */
export async function* readSpans(
  { sql, decoder }: HistorySources,
  orgId: number,
  paramIds: readonly number[],
  span: Pick<Span, 'from' | 'till'>,
): AsyncGenerator<ParamReadings> {
  const rows = new Map((await selectSpans(sql, orgId, paramIds, span)).map((row) => [row.paramId, row]))
  let decoded = 0
  for (const paramId of paramIds) {
    const row = rows.get(paramId)
    if (row === undefined) continue
    // The event loop continues as often as after a long span.
    decoded += row.count
    if (decoded > loopReadingsMax) {
      decoded = 0
      await setImmediate()
    }
    const cold = await decodeWhere(decoder, isHeavy(row), { kind: 'readings', packed: row.cold })
    yield { paramId, readings: within(merge(cold, readHotRecords(row.hot)), span.from, span.till) }
    rows.delete(paramId)
  }
}

/** Reads the hot readings of a span, and the hourly bounds of earlier days. */
export async function readBounds(
  { sql, decoder }: HistorySources,
  span: Span,
): Promise<{ hot: Readings; cold: HourBounds }> {
  const { hot, cold: packed } = await selectSpan(sql, span, 'hours', hotRecords(sql, span))
  const isLong = packed !== null && packed.length > loopHoursBytesMax
  return { hot: readHotRecords(hot), cold: await decodeWhere(decoder, isLong, { kind: 'bounds', packed }) }
}

/** Segments shorter than this read all blocks anyway, because a block contains some of their borders. */
const cutStepMs = blockMs / 2

/** Returns whether statistics answer the segments except at their borders. */
const isByStatistics = (segments: Segments): boolean => {
  const width = widthOf(segments)
  const isWholeHours = width >= hourMs && width % hourMs === 0 && segments.from % hourMs === 0
  return isWholeHours || width > cutStepMs
}

/** Returns the first reading of each segment. */
export async function readFirsts(
  store: HistorySources,
  key: { orgId: number; paramId: number },
  segments: Segments,
  /** Citus workers support no statement that walks from one reading to the next. */
  isSpread: boolean,
): Promise<Readings> {
  const { sql, decoder, second, recent: source } = store
  const { from, till } = segments
  const borders = bordersOf(segments)
  const span = { ...key, from, till }
  const width = widthOf(segments)
  const hotOf = (part: Span): Fragment =>
    width < longStepMs || isSpread ? hotRecords(sql, part) : hotFirsts(sql, part, width)
  if (!isByStatistics(segments)) {
    const cached = isSpread ? null : cachedDays(store, span)
    if (cached !== null) {
      const { days, hot } = await readCached(store, cached, span, () => hotOf(span))
      return firstsOfDays(days, { hot, from, till, borders })
    }
    const parts = await Promise.all(
      halvesOf(span, borders).map(async (half, at) => {
        const { row, recent: hot } = await readAll(source, sql, half, () => hotOf(half))
        const job = { packed: row.cold, hot, from: half.from, till: half.till, borders }
        return decodeWhere(at === 0 ? decoder : second, isHeavy(row), { kind: 'firsts of all', ...job })
      }),
    )
    return readingsOf(firstsOf(borders, parts))
  }
  const cuts = cutsAt(borders.subarray(0, -1))
  const { row, recent } = await source.read(
    span,
    () => hotOf(span),
    (part, fragment) => selectCutDays(sql, part, cuts, fragment),
    (found) => found.hot,
  )
  const firsts = await decodeWhere(decoder, isHeavy(row), { kind: 'firsts', cold: row.cold, borders })
  return readingsOf(firstsOf(borders, [firsts, recent]))
}

/**
 * Splits a long span at the start of a segment, so that each statement has a consistent view of its part during
 * compaction.
 */
function halvesOf(span: Span, borders: Float64Array): Span[] {
  const middle = borders[borders.length >> 1] ?? span.from
  const isShared = span.till - span.from >= sharedMs && middle > span.from && middle <= span.till
  return isShared
    ? [
        { ...span, till: middle - 1 },
        { ...span, from: middle },
      ]
    : [span]
}

const readAll = (source: RecentSource, sql: Sql, span: Span, hot: () => Fragment) =>
  source.read(
    span,
    hot,
    (part, fragment) => selectSpan(sql, part, 'data', fragment),
    (row) => row.hot,
  )

const cachedDays = ({ days }: HistorySources, { orgId, paramId, from, till }: Span) =>
  days.find(orgId, paramId, Math.ceil((till - from) / dayMs))

/** Reads a span, decoding only cold days that are not cached, and the hot readings. */
async function readCached(
  { sql, decoder, recent: source, days: memory }: HistorySources,
  cached: ReadonlyMap<number, CachedDay>,
  span: Span,
  hotOf: () => Fragment,
): Promise<{ days: Readings[]; hot: Readings }> {
  const known = [...cached.values()]
  const versions = { days: known.map(({ day }) => day), versions: known.map(({ version }) => version) }
  const { row, recent: hot } = await source.read(
    span,
    hotOf,
    (part, fragment) => selectChangedDays(sql, part, versions, fragment),
    (found) => found.hot,
  )
  const found = daysOf(row.cold)
  const decoded = await decodeWhere(decoder, isHeavy(row), { kind: 'readings', packed: row.cold })
  const days = found.flatMap(({ day, version }) => {
    const before = cached.get(day)
    return before?.version === version ? [before] : [cachedDayOf(decoded, day, version)]
  })
  if (found.some(({ bytes }) => bytes !== null)) memory.put(span.orgId, span.paramId, days)
  return { days: days.map(({ readings }) => readings), hot }
}

/** Returns the figures of each segment. */
export async function readFigures(
  store: HistorySources,
  key: { orgId: number; paramId: number },
  segments: Segments,
  isSpread: boolean,
): Promise<Figures> {
  const { sql, decoder, recent: source } = store
  const { from, till } = segments
  const borders = bordersOf(segments)
  const span = { ...key, from, till }
  const records = (): Fragment => hotRecords(sql, span)
  if (!isByStatistics(segments)) {
    const cached = isSpread ? null : cachedDays(store, span)
    if (cached !== null) {
      const { days, hot } = await readCached(store, cached, span, records)
      return figuresOfDays(days, { hot, from, till, borders })
    }
    const { row, recent } = await readAll(source, sql, span, records)
    const job = { packed: row.cold, hot: recent, from, till, borders }
    return decodeWhere(decoder, isHeavy(row), { kind: 'figures of all', ...job })
  }
  const cuts = cutsAt(borders)
  const { row, recent: hot } = await source.read(
    span,
    records,
    (part, fragment) => selectCutDays(sql, part, cuts, fragment),
    (found) => found.hot,
  )
  const mixed = new Set(hot.times.length === 0 ? [] : mixedDays(new CutDays(row.cold), hot))
  const isLong = isHeavy(row) || (row.cold?.length ?? 0) > loopHoursBytesMax
  const figures = await decodeWhere(decoder, isLong, { kind: 'figures', cold: row.cold, borders, without: mixed })
  addReadings(figures, borders, withoutDays(hot, mixed))
  for (const day of mixed) {
    const daySpan = { ...key, from: Math.max(from, day), till: Math.min(till, day + dayMs - 1) }
    addReadings(figures, borders, await readSpan(store, daySpan))
  }
  return figures
}
