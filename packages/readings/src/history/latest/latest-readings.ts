import type { Queries } from '@busbar/database'
import { at } from '@busbar/kit'
import { decodeAround, decodeBackwards, type Readings } from '@busbar/series'
import { type CachedDay, DayCache } from '../days/day-cache.ts'
import { dayMs } from '../days/days.ts'
import { sharedReadings } from '../days/packed-days.ts'
import { lowerBound } from '../join.rules.ts'
import { readHotRecords } from '../recent/hot-records.ts'
import { hotReader, type LatestReading, latestOf, type NumberReading } from './latest.rules.ts'
import { type OnTimeRow, selectOnTime, selectOwnOnTime } from './latest-readings.sql.ts'

/**
 * Limits for cached readings around instants that are requested repeatedly, such as those of a report: one block per
 * day, eight megabytes in all.
 */
const [cachedMax, cachedOfParamMax] = [500_000, 4000]
/** Requests for more parameters bypass the cache. */
const cachedParamsMax = 300

/** Finds the latest readings up to an instant. */
export class LatestReadings {
  readonly #sql: Queries
  readonly #cache = new DayCache(cachedMax, cachedOfParamMax)

  constructor(sql: Queries) {
    this.#sql = sql
  }

  /**
   * Returns the latest reading at or before `till` for each parameter, or null. On Citus, rows have no versions that
   * would reveal changes.
   */
  async read(
    orgId: number,
    paramIds: readonly number[],
    till: number,
    isSpread: boolean,
  ): Promise<(LatestReading | null)[]> {
    const mayKeep = !isSpread && paramIds.length <= cachedParamsMax
    const cached = mayKeep ? this.#findCached(orgId, paramIds, till) : null
    const rows = await selectOnTime(this.#sql, orgId, paramIds, till, cached?.known ?? null)
    const polls = new Map(rows.flatMap(({ poll }) => (poll === null ? [] : [[poll.deviceId, hotReader(poll)]])))
    const latest = new Map<number, LatestReading | null>()
    const allocate = sharedReadings()
    const rest: number[] = []
    for (const row of rows) {
      const { paramId, deviceId, isText } = row
      const readHot = polls.get(deviceId)
      const hot = isText || readHot === undefined ? null : readHot(paramId)
      const block = cached?.requested.has(paramId) === true ? this.#blockOf(orgId, row, till, cached.known) : null
      const cold = block === null ? coldOf(row, till, allocate) : latestIn(block, till)
      if (hot === undefined || cold === undefined) rest.push(paramId)
      else latest.set(paramId, latestOf(row, hot, cold))
    }
    if (rest.length > 0) {
      for (const row of await selectOwnOnTime(this.#sql, orgId, rest, till)) {
        const { times, values } = readHotRecords(row.hot)
        const hot = times[0] === undefined ? null : { on: times[0], number: at(values, 0) }
        latest.set(row.paramId, latestOf(row, hot, coldOf(row, till, allocate) ?? null))
      }
    }
    return paramIds.map((id) => latest.get(id) ?? null)
  }

  /** Returns parameters that should be cached, with the cached readings around the instant. */
  #findCached(orgId: number, paramIds: readonly number[], till: number) {
    const requested = new Set<number>()
    const known = new Map<number, CachedDay>()
    for (const paramId of paramIds) {
      const days = this.#cache.find(orgId, paramId, 1)
      if (days === null) continue
      requested.add(paramId)
      const day = days.get(Math.floor(till / dayMs))
      if (day !== undefined && isAround(day.readings, till)) known.set(paramId, day)
    }
    return { requested, known }
  }

  /** Returns the readings of the block that contains the instant; null if none are needed. */
  #blockOf(
    orgId: number,
    { paramId, lastOn, data, version }: OnTimeRow,
    till: number,
    known: ReadonlyMap<number, CachedDay>,
  ): Readings | null {
    if (lastOn === null || lastOn <= till) return null
    if (data === null) return known.get(paramId)?.readings ?? null
    const readings = decodeAround(data, till, Infinity)
    this.#cache.put(orgId, paramId, [{ day: Math.floor(till / dayMs), version: Number(version), readings }])
    return readings
  }
}

/** Before the first and after the last reading of a block, other blocks may have readings. */
const isAround = ({ times }: Readings, instant: number): boolean =>
  (times[0] ?? Infinity) <= instant && instant < (times.at(-1) ?? -Infinity)

/** Returns undefined if the readings begin after the instant. */
function latestIn({ times, values }: Readings, till: number): NumberReading | undefined {
  const place = lowerBound(times, till + 1) - 1
  const on = times[place]
  return on === undefined ? undefined : { on, number: at(values, place) }
}

/** Returns null without cold readings; undefined if `data` begins after the instant. */
function coldOf(
  { last, lastOn, data }: OnTimeRow,
  till: number,
  allocate: (count: number) => Readings,
): NumberReading | null | undefined {
  if (last === null || lastOn === null) return null
  if (lastOn <= till) return { on: lastOn, number: last }
  if (data === null) return undefined
  for (const { times, values } of decodeBackwards(data, till, allocate)) {
    const on = times.at(-1)
    if (on !== undefined) return { on, number: at(values, times.length - 1) }
  }
  return undefined
}
