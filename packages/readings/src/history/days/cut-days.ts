import { at } from '@busbar/kit'
import { blockMs, decodeAround, type Readings } from '@busbar/series'
import { decodeHours, type HourStats, hourMs } from '@busbar/series/hours'
import { lowerBound, noReadings } from '../join.rules.ts'
import { readInstant } from '../recent/hot-records.ts'
import type { Point } from '../segments.rules.ts'
import type { DayCuts } from './cut-days.sql.ts'
import { dayMs, dayStart } from './days.ts'
import { sharedReadings } from './packed-days.ts'

/** Dates outside this range have no readings. */
const dayMax = Date.UTC(9999, 11, 31) / dayMs

/** Lists the data, besides statistics, that is required to cut days at these ascending instants. */
export function cutsAt(borders: Float64Array): DayCuts {
  const cuts: DayCuts = { days: [], isWithin: [] }
  for (const border of borders) {
    const day = Math.floor(border / dayMs)
    const ofDay = border - day * dayMs
    if (ofDay === 0 || day < 0 || day > dayMax) continue
    if (cuts.days.at(-1) !== day) {
      cuts.days.push(day)
      cuts.isWithin.push(false)
    }
    if (ofDay % hourMs !== 0) cuts.isWithin[cuts.isWithin.length - 1] = true
  }
  return cuts
}

/** Statistics of a day, and its stored hours. */
interface Day {
  start: number
  count: number
  sum: number
  min: number
  max: number
  first: number
  firstOn: number
  lastOn: number
  hours: Uint8Array
  /** The day's chunk; empty if no border lies within an hour. */
  data: Uint8Array
}

const dayHeadBytes = 56

/**
 * Days as the database packs them, each with its number since 1970 (4 bytes), count (4), sum, least, greatest and first reading (8 each), times of the
 * first and last one (8 each), length of its hours (4) and these, length of its readings (4) and these.
 */
export class CutDays {
  readonly days: Day[] = []
  readonly #starts: Float64Array
  readonly #allocate = sharedReadings()
  #decoded = { from: 0, end: 0, till: 0, readings: noReadings }

  constructor(packed: Uint8Array | null) {
    if (packed !== null) this.#read(packed)
    this.#starts = Float64Array.from(this.days, ({ start }) => start)
  }

  /** Returns the first reading at or after a border; `till` is the last border of the same block. */
  firstFrom(time: number, till: number): Point {
    const index = lowerBound(this.#starts, dayStart(time))
    const day = this.days[index]
    if (day === undefined || day.firstOn >= time) return firstOf(day)
    if (day.lastOn < time) return firstOf(this.days[index + 1])
    if (time % hourMs !== 0) {
      const { times, values } = this.around(time, till)
      const place = lowerBound(times, time)
      const on = times[place]
      if (on !== undefined) return { on, value: at(values, place) }
    }
    // A block ends with an hour, so the next reading is the first one of another hour.
    return firstOf(decodeHours(day.hours, day.start).find(({ firstOn }) => firstOn >= time))
  }

  hoursOf({ hours, start }: Day): HourStats[] {
    return decodeHours(hours, start)
  }

  /**
   * Returns the readings of the block that contains an instant, with values at least up to the first one at or after
   * `till`. They are valid until the next call. Requires a border in the same hour.
   */
  around(time: number, till = Infinity): Readings {
    const { from, end, till: known } = this.#decoded
    if (time < from || time >= end || till > known) {
      const { data } = this.days[lowerBound(this.#starts, dayStart(time))] ?? noDay
      const readings = data.length === 0 ? noReadings : decodeAround(data, time, till, this.#allocate)
      const start = Math.floor(time / blockMs) * blockMs
      // Blocks of version 2 are shorter: readings after their end are decoded again.
      this.#decoded = {
        from: time,
        end: Math.min(start + blockMs, (readings.times.at(-1) ?? time) + 1),
        till,
        readings,
      }
    }
    return this.#decoded.readings
  }

  #read(packed: Uint8Array): void {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
    let offset = 0
    const take = (): Uint8Array => {
      const length = view.getInt32(offset)
      offset += 4 + length
      return packed.subarray(offset - length, offset)
    }
    while (offset < packed.length) {
      const day = view.getInt32(offset)
      const head = {
        start: day * dayMs,
        count: view.getInt32(offset + 4),
        sum: view.getFloat64(offset + 8),
        min: view.getFloat64(offset + 16),
        max: view.getFloat64(offset + 24),
        first: view.getFloat64(offset + 32),
        firstOn: readInstant(view, offset + 40),
        lastOn: readInstant(view, offset + 48),
      }
      offset += dayHeadBytes
      this.days.push({ ...head, hours: take(), data: take() })
    }
  }
}

const noDay = { data: new Uint8Array(0) }

const firstOf = (part: { firstOn: number; first: number } | undefined): Point =>
  part === undefined ? null : { on: part.firstOn, value: part.first }

/**
 * Returns the first reading at or after each border except the last; a border without one before the next is omitted.
 */
export function cutFirsts(days: CutDays, borders: Float64Array): Readings {
  const count = borders.length - 1
  const times = new Float64Array(count)
  const values = new Float64Array(count)
  let index = 0
  let [blockEnd, lastOfBlock] = [-Infinity, 0]
  for (let segment = 0; segment < count; segment += 1) {
    const from = at(borders, segment)
    const end = at(borders, segment + 1)
    if (from >= blockEnd) {
      blockEnd = (Math.floor(from / blockMs) + 1) * blockMs
      lastOfBlock = at(borders, lowerBound(borders, blockEnd, segment) - 1)
    }
    const first = from < end ? days.firstFrom(from, lastOfBlock) : null
    if (first === null || first.on >= end) continue
    times[index] = first.on
    values[index] = first.value
    index += 1
  }
  return { times: times.subarray(0, index), values: values.subarray(0, index) }
}
