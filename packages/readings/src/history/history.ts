import type { Sql } from '@busbar/database'
import { isDistributed } from '@busbar/database/citus'
import { at } from '@busbar/kit'
import { decodeChunk, type Readings } from '@busbar/series'
import { type Gap } from '@busbar/series/gaps'
import { sumOf } from '@busbar/series/hours'
import type { RecordedPoll } from '../poll.ts'
import { Thread } from '../thread.ts'
import type { ChartJob, FigureColumn } from './chart-rows.ts'
import { DayCache } from './days/day-cache.ts'
import { dayMs, dayStart } from './days/days.ts'
import { type HourBounds, sharedReadings } from './days/packed-days.ts'
import { selectDigits, selectExact, selectTextRuns, type TextRun } from './exact.sql.ts'
import { type Extremes, extremesOf, mergeExtremes } from './extremes.rules.ts'
import type { Figures } from './figures.rules.ts'
import { type FoundGap, joinGaps, possibleContinuations } from './gaps.rules.ts'
import {
  foundGaps,
  hotBytesOf,
  selectDays,
  selectExtremes,
  selectGaps,
  selectGapsOf,
  selectRange,
} from './history.sql.ts'
import { within } from './join.rules.ts'
import type { LatestReading } from './latest/latest.rules.ts'
import { LatestReadings } from './latest/latest-readings.ts'
import {
  type Decoder,
  type HistorySources,
  type ParamReadings,
  readBounds,
  readFigures,
  readFirsts,
  readSpan,
  readSpans,
  writeChart,
} from './reader.ts'
import { hotRecords } from './recent/hot.sql.ts'
import { RecentReadings } from './recent/recent.ts'
import { RecentSource } from './recent/recent-source.ts'
import { bordersOf, type Segments, segmentAt } from './segments.rules.ts'
import { type Slice, sliceOf } from './slices.ts'

export interface HistoryOptions {
  sql: Sql
  now?: () => number
}

/** Parameters of one request that are read concurrently; other requests need the pool, too. */
const atOnce = 2

/**
 * Reads the history, hot and cold alike. Instants are Unix times in milliseconds; a span includes both ends. Callers
 * check the permission for a parameter; readings of another organization are not found.
 */
export class History {
  readonly #sql: Sql
  #isSpread: boolean | undefined
  readonly #decoder: Decoder = new Thread(new URL('./decode-worker.ts', import.meta.url))
  readonly #second: Decoder = new Thread(new URL('./decode-worker.ts', import.meta.url))
  readonly #recent = new RecentReadings()
  readonly #store: HistorySources
  readonly #onTime: LatestReadings
  /** Shared buffer for days of which only the extremes are needed. */
  readonly #allocate = sharedReadings()

  constructor({ sql, now = Date.now }: HistoryOptions) {
    this.#sql = sql
    this.#onTime = new LatestReadings(sql)
    const recent = new RecentSource(sql, now, this.#recent)
    this.#store = { sql, decoder: this.#decoder, second: this.#second, recent, days: new DayCache() }
  }

  /** Adds recorded polls to the cache of recent readings, which only makes reads faster. */
  addRecorded(polls: readonly RecordedPoll[]): void {
    this.#recent.addRecorded(polls)
  }

  /** Stops the threads of long decodes. */
  async stop(): Promise<void> {
    await Promise.all([this.#decoder.stop(), this.#second.stop()])
  }

  /** Returns readings in chronological order; the newest ones if there are more than `newestMax`. */
  raw(orgId: number, paramId: number, from: number, till: number, newestMax?: number): Promise<Readings> {
    return readSpan(this.#store, { orgId, paramId, from, till }, newestMax)
  }

  /**
   * Returns the first, last, least and greatest reading of all cold hours on the days that the span touches, and the
   * hot readings as they are. The cost does not depend on the polling rate. An hour may have both.
   */
  hours(orgId: number, paramId: number, from: number, till: number): Promise<{ hot: Readings; cold: HourBounds }> {
    return readBounds(this.#store, { orgId, paramId, from, till })
  }

  /** Yields a span of any length day by day, with texts and all digits. Days without readings are omitted. */
  async *stream(orgId: number, paramIds: readonly number[], from: number, till: number): AsyncGenerator<Slice> {
    for (const { day } of await selectDays(this.#sql, orgId, paramIds, from, till)) {
      const begins = Math.max(from, day * dayMs)
      const ends = Math.min(till, (day + 1) * dayMs - 1)
      const parts = await each(paramIds, async (paramId) => {
        const span = { orgId, paramId, from: begins, till: ends }
        const readings = await readSpan(this.#store, span)
        const exact = await selectExact(this.#sql, span)
        return { readings, texts: new Map(exact.map(({ on, text }) => [on, text])) }
      })
      const slice = sliceOf(parts)
      if (slice.times.length > 0) yield slice
    }
  }

  /** Returns the first reading of each of `points` equal segments, by parameter. */
  async firsts(
    orgId: number,
    paramIds: readonly number[],
    from: number,
    till: number,
    points: number,
  ): Promise<Readings[]> {
    const isSpread = await this.#isDistributed()
    return each(paramIds, (paramId) => readFirsts(this.#store, { orgId, paramId }, { from, till, points }, isSpread))
  }

  /** Returns the least, mean and greatest reading of `points` equal segments, and failed reads, by parameter. */
  async figures(
    orgId: number,
    paramIds: readonly number[],
    from: number,
    till: number,
    points: number,
  ): Promise<FigureColumn[]> {
    const segments = { from, till, points }
    const borders = bordersOf(segments)
    const gaps = await this.gaps(orgId, paramIds, from, till)
    const figures = await this.#figures(orgId, paramIds, segments)
    return figures.map((column, index) => ({ figures: column, gaps: touching(borders, at(gaps, index)) }))
  }

  /** Returns the number of readings in each of `points` equal segments, and the runs of failed reads, by parameter. */
  async counts(
    orgId: number,
    paramIds: readonly number[],
    from: number,
    till: number,
    points: number,
  ): Promise<{ read: Float64Array; gaps: Gap[] }[]> {
    const gaps = await this.gaps(orgId, paramIds, from, till)
    const figures = await this.#figures(orgId, paramIds, { from, till, points })
    return figures.map(({ count }, index) => ({ read: count, gaps: at(gaps, index) }))
  }

  async #figures(orgId: number, paramIds: readonly number[], segments: Segments): Promise<Figures[]> {
    const isSpread = await this.#isDistributed()
    return each(paramIds, (paramId) => readFigures(this.#store, { orgId, paramId }, segments, isSpread))
  }

  async #isDistributed(): Promise<boolean> {
    return (this.#isSpread ??= await isDistributed(this.#sql))
  }

  /** Returns columns as a chart in JSON; their buffers are consumed. */
  written(chart: ChartJob): Promise<Buffer> {
    return writeChart(this.#decoder, chart)
  }

  /** Returns the least and greatest reading of each parameter; null for none. */
  extremes(orgId: number, paramIds: readonly number[], from: number, till: number): Promise<(Extremes | null)[]> {
    return each(paramIds, async (paramId) => {
      const { row: rows, recent } = await this.#store.recent.read(
        { orgId, paramId, from, till },
        () => hotRecords(this.#sql, { orgId, paramId, from, till }),
        (span, hot) => selectExtremes(this.#sql, span, hot),
        hotBytesOf,
      )
      const parts = rows.map((row) => {
        if (row.kind === 'hot') return null
        if (row.kind === 'edge') return extremesOf(within(decodeChunk(row.bytes, this.#allocate), from, till))
        return { min: row.min, minOn: row.minOn, max: row.max, maxOn: row.maxOn }
      })
      return mergeExtremes([extremesOf(recent), ...parts])
    })
  }

  /** Returns the times of the first and last reading of all parameters together. */
  async range(orgId: number, paramIds: readonly number[]): Promise<{ min: number; max: number } | null> {
    const [row] = await selectRange(this.#sql, orgId, paramIds)
    return row === undefined || row.min === null || row.max === null ? null : { min: row.min, max: row.max }
  }

  /** Returns the latest reading at or before `till` for each parameter, or null. */
  async onTime(orgId: number, paramIds: readonly number[], till: number): Promise<(LatestReading | null)[]> {
    return this.#onTime.read(orgId, paramIds, till, await this.#isDistributed())
  }

  /** Returns runs of consecutive readings with the same text. */
  textRuns(orgId: number, paramId: number, from: number, till: number): Promise<TextRun[]> {
    return selectTextRuns(this.#sql, { orgId, paramId, from, till })
  }

  /** Returns all digits of readings that a double cannot hold, by time. */
  async digits(orgId: number, paramId: number, times: readonly number[]): Promise<Map<number, string>> {
    const rows = await selectDigits(this.#sql, orgId, paramId, times)
    return new Map(rows.map(({ on, text }) => [Math.round(on), text]))
  }

  /** Returns the mean of each of `count` steps, start included and end excluded; null without readings. */
  async means(orgId: number, paramId: number, stepMs: number, from: number, count: number): Promise<(number | null)[]> {
    const readings = await this.raw(orgId, paramId, from, from + stepMs * count - 1)
    return Array.from({ length: count }, (_, step) => {
      const { values } = within(readings, from + step * stepMs, from + (step + 1) * stepMs - 1)
      return values.length === 0 ? null : sumOf(values) / values.length
    })
  }

  /** Returns the runs of failed reads that touch the span, by parameter. A run ends with its UTC day. */
  gaps(orgId: number, paramIds: readonly number[], from: number, till: number): Promise<Gap[][]> {
    return each(paramIds, async (paramId) => {
      const days = { orgId, paramId, from: dayStart(from), till: dayStart(till) + dayMs - 1 }
      const joined = await joinGaps(foundGaps(await selectGaps(this.#sql, days)), async (after, before) => {
        const [latest] = await this.onTime(orgId, [paramId], before)
        return latest != null && latest.on > after
      })
      return joined.filter((gap) => gap.till >= from && gap.from <= till)
    })
  }

  /**
   * Yields readings and runs of failed reads, like `raw` and `gaps`, for many parameters in order, with one statement
   * each. Nothing is cached.
   */
  async *allRaw(
    orgId: number,
    paramIds: readonly number[],
    from: number,
    till: number,
  ): AsyncGenerator<ParamReadings & { gaps: Gap[] }> {
    if (await this.#isDistributed()) {
      // Citus workers support no lateral reference to rows of another table.
      for (const paramId of paramIds) {
        const [gaps = []] = await this.gaps(orgId, [paramId], from, till)
        yield { paramId, readings: await this.raw(orgId, paramId, from, till), gaps }
      }
      return
    }
    const days = { from: dayStart(from), till: dayStart(till) + dayMs - 1 }
    const rows = Map.groupBy(await selectGapsOf(this.#sql, orgId, paramIds, days), ({ paramId }) => paramId)
    const found = new Map([...rows].map(([paramId, some]) => [paramId, foundGaps(some)]))
    const latest = await this.#latestBefore(orgId, found)
    for await (const one of readSpans(this.#store, orgId, paramIds, { from, till })) {
      const joined = await joinGaps(
        found.get(one.paramId) ?? [],
        (after, before) => (latest.get(before)?.get(one.paramId) ?? -Infinity) > after,
      )
      yield { ...one, gaps: joined.filter((gap) => gap.till >= from && gap.from <= till) }
    }
  }

  /** Finds the last reading before runs that may continue an earlier one. Parameters usually fail at the same times. */
  async #latestBefore(
    orgId: number,
    found: ReadonlyMap<number, readonly FoundGap[]>,
  ): Promise<Map<number, Map<number, number>>> {
    const places = [...found].flatMap(([paramId, gaps]) =>
      possibleContinuations(gaps).map((before) => ({ paramId, before })),
    )
    const latest = new Map<number, Map<number, number>>()
    for (const [before, some] of Map.groupBy(places, (place) => place.before)) {
      const ids = some.map(({ paramId }) => paramId)
      const readings = await this.onTime(orgId, ids, before)
      latest.set(before, new Map(ids.map((id, index) => [id, readings[index]?.on ?? -Infinity])))
    }
    return latest
  }
}

/** Counts the runs that touch each segment. */
function touching(borders: Float64Array, runs: readonly Gap[]): Float64Array {
  const counts = new Float64Array(borders.length - 1)
  for (const { from, till } of runs) {
    const last = Math.min(counts.length - 1, segmentAt(borders, till))
    for (let segment = Math.max(0, segmentAt(borders, from)); segment <= last; segment += 1) {
      counts[segment] = at(counts, segment) + 1
    }
  }
  return counts
}

/** Processes parameters in order, a few concurrently. */
async function each<T>(paramIds: readonly number[], read: (paramId: number) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let index = 0; index < paramIds.length; index += atOnce) {
    all.push(...(await Promise.all(paramIds.slice(index, index + atOnce).map(read))))
  }
  return all
}
