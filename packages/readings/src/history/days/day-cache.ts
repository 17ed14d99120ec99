import type { Readings } from '@busbar/series'
import { within } from '../join.rules.ts'
import { dayMs } from './days.ts'

/** Readings of all parameters together, sixteen bytes each. */
const allMax = 2_000_000
/** Readings of one parameter; larger ones are read each time. */
const ofParamMax = 500_000
/** Limit of parameters that are remembered as requested. */
const requestedMax = 10_000

/** Readings of a day's chunk, and the row version from which they were decoded. */
export interface CachedDay {
  /** Days since 1970. */
  readonly day: number
  /** `xmin`, which changes with every update of the row. */
  readonly version: number
  readonly readings: Readings
}

interface CachedParam {
  readonly orgId: number
  readonly days: ReadonlyMap<number, CachedDay>
  readonly count: number
}

/**
 * Decoded cold days of parameters that are requested repeatedly: a chart that is panned or zoomed, a dashboard that is
 * redrawn each minute. Readers compare the versions with those in the database within their own statement, so no
 * invalidation is required.
 */
export class DayCache {
  /** Cached parameters, least recently used first. */
  readonly #params = new Map<number, CachedParam>()
  /** Requested parameters, with the longest span of days that may be cached for each. */
  readonly #requested = new Map<number, number>()
  readonly #max: number
  readonly #ofParamMax: number
  #count = 0

  constructor(max = allMax, ofParam = ofParamMax) {
    this.#max = max
    this.#ofParamMax = Math.min(max, ofParam)
  }

  /** Number of cached readings. */
  get count(): number {
    return this.#count
  }

  /**
   * Returns the cached days of a parameter; null on the first request, or if the readings of so many days are too many.
   */
  find(orgId: number, paramId: number, days: number): ReadonlyMap<number, CachedDay> | null {
    const daysMax = this.#requested.get(paramId)
    if (daysMax === undefined) this.#note(paramId, Infinity)
    if (daysMax === undefined || days > daysMax) return null
    const cached = this.#params.get(paramId)
    if (cached?.orgId !== orgId) return noDays
    this.#params.delete(paramId)
    this.#params.set(paramId, cached)
    return cached.days
  }

  /** Stores the days of the latest request; others stay while there is space. */
  put(orgId: number, paramId: number, latest: readonly CachedDay[]): void {
    const before = this.#params.get(paramId)
    const others = before?.orgId === orgId ? before.days : noDays
    this.#drop(paramId)
    const all = new Map([...others, ...byDay(latest)])
    const days = countOf(all) > this.#ofParamMax ? byDay(latest) : all
    const count = countOf(days)
    if (count > this.#ofParamMax) return this.#note(paramId, latest.length - 1)
    this.#params.set(paramId, { orgId, days, count })
    this.#count += count
    for (const oldest of this.#params.keys()) {
      if (this.#count <= this.#max) return
      this.#drop(oldest)
    }
  }

  #drop(paramId: number): void {
    this.#count -= this.#params.get(paramId)?.count ?? 0
    this.#params.delete(paramId)
  }

  #note(paramId: number, daysMax: number): void {
    this.#requested.delete(paramId)
    this.#requested.set(paramId, daysMax)
    if (this.#requested.size <= requestedMax) return
    for (const first of this.#requested.keys()) return void this.#requested.delete(first)
  }
}

const noDays: ReadonlyMap<number, CachedDay> = new Map()

const byDay = (days: readonly CachedDay[]): Map<number, CachedDay> => new Map(days.map((day) => [day.day, day]))

const countOf = (days: ReadonlyMap<number, CachedDay>): number => {
  let count = 0
  for (const { readings } of days.values()) count += readings.times.length
  return count
}

/** Copies a day out of readings that were decoded together. */
export const cachedDayOf = (all: Readings, day: number, version: number): CachedDay => {
  const { times, values } = within(all, day * dayMs, (day + 1) * dayMs - 1)
  return { day, version, readings: { times: times.slice(), values: values.slice() } }
}
