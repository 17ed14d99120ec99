import { blockMs, decodeBlock, decodeChunk } from '../chunk/chunk.ts'
import { decodeHours } from '../chunk/hours.ts'
import { type HourStats, hourMs } from '../chunk/stats.ts'
import type { Readings } from '../readings.ts'
import type { Cuts } from './cut-days.sql.ts'
import { dayMs, dayStart } from './days.ts'
import { readInstant } from './hot-records.ts'
import { noReadings, placeOf } from './join.rules.ts'
import { sharedRoom } from './packed-days.ts'
import type { Point } from './segments.rules.ts'

/** No reading is of a day before or after. */
const dayMax = Date.UTC(9999, 11, 31) / dayMs

/** What has to be known of days beyond their statistics, so that they can be cut at these instants, which ascend. */
export function cutsAt(borders: Float64Array): Cuts {
  const cuts: Cuts = { days: [], blocks: [] }
  for (const border of borders) {
    const day = Math.floor(border / dayMs)
    const ofDay = border - day * dayMs
    if (ofDay === 0 || day < 0 || day > dayMax) continue
    if (cuts.days.at(-1) !== day) {
      cuts.days.push(day)
      cuts.blocks.push(0)
    }
    if (ofDay % hourMs !== 0) cuts.blocks.push((cuts.blocks.pop() ?? 0) | (1 << Math.floor(ofDay / blockMs)))
  }
  return cuts
}

/** The statistics of a day, and its hours as they are kept. */
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
}

const dayHeadBytes = 56
const wholeDay = -1

/**
 * Days as the database packs them, each with its number since 1970 (4 bytes), count (4), sum, least, greatest and first reading (8 each), times of the
 * first and last one (8 each), length of its hours (4) and these, and which blocks follow (4, see Cuts; -1 is the day as a whole), each with its length (4).
 */
export class CutDays {
  readonly days: Day[] = []
  readonly #starts: Float64Array
  readonly #blocks = new Map<number, Uint8Array>()
  readonly #roomFor = sharedRoom()
  #decoded = { key: Number.NaN, readings: noReadings, till: Infinity }

  constructor(packed: Uint8Array | null) {
    if (packed !== null) this.#read(packed)
    this.#starts = Float64Array.from(this.days, ({ start }) => start)
  }

  /** The first reading at an instant or after it, which is one of the borders; `till` is the last border of the same block. */
  firstFrom(time: number, till: number): Point {
    const at = placeOf(this.#starts, dayStart(time))
    const day = this.days[at]
    if (day === undefined || day.firstOn >= time) return firstOf(day)
    if (day.lastOn < time) return firstOf(this.days[at + 1])
    let from = time
    if (time % hourMs !== 0) {
      const { times, values } = this.around(time, till)
      const place = placeOf(times, time)
      const on = times[place]
      if (on !== undefined) return { on, value: values[place] ?? 0 }
      from = Math.ceil(time / blockMs) * blockMs
    }
    return firstOf(decodeHours(day.hours, day.start).find(({ firstOn }) => firstOn >= from))
  }

  hoursOf({ hours, start }: Day): HourStats[] {
    return decodeHours(hours, start)
  }

  /**
   * The readings of the block with an instant, or of more around it, with values at least up to the first at `till` or after. They are there until
   * others are asked for. That there is a border in the same hour is taken for granted.
   */
  around(time: number, till = Infinity): Readings {
    const start = dayStart(time)
    const whole = keyOf(start / dayMs, wholeDay)
    const key = this.#blocks.has(whole) ? whole : keyOf(start / dayMs, Math.floor((time - start) / blockMs))
    if (this.#decoded.key !== key || this.#decoded.till < till) {
      const bytes = this.#blocks.get(key)
      const isEmpty = bytes === undefined || bytes.length === 0
      const readings = isEmpty
        ? noReadings
        : key === whole
          ? decodeChunk(bytes, this.#roomFor)
          : decodeBlock(bytes, till, this.#roomFor)
      this.#decoded = { key, readings, till: key === whole ? Infinity : till }
    }
    return this.#decoded.readings
  }

  #read(packed: Uint8Array): void {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
    let at = 0
    const take = (): Uint8Array => {
      const length = view.getInt32(at)
      at += 4 + length
      return packed.subarray(at - length, at)
    }
    while (at < packed.length) {
      const day = view.getInt32(at)
      const head = {
        start: day * dayMs,
        count: view.getInt32(at + 4),
        sum: view.getFloat64(at + 8),
        min: view.getFloat64(at + 16),
        max: view.getFloat64(at + 24),
        first: view.getFloat64(at + 32),
        firstOn: readInstant(view, at + 40),
        lastOn: readInstant(view, at + 48),
      }
      at += dayHeadBytes
      this.days.push({ ...head, hours: take() })
      const blocks = view.getInt32(at)
      at += 4
      if (blocks === wholeDay) this.#blocks.set(keyOf(day, wholeDay), take())
      else
        for (let block = 0; block < 8; block += 1)
          if ((blocks >> block) & 1) this.#blocks.set(keyOf(day, block), take())
    }
  }
}

/** A day's blocks are -1 to 7. */
const keyOf = (day: number, block: number): number => day * 16 + block

const firstOf = (part: { firstOn: number; first: number } | undefined): Point =>
  part === undefined ? null : { on: part.firstOn, value: part.first }

/** The first reading at or after each border but the last; a border that has none before the next is left out. */
export function cutFirsts(days: CutDays, borders: Float64Array): Readings {
  const count = borders.length - 1
  const times = new Float64Array(count)
  const values = new Float64Array(count)
  let at = 0
  let [blockEnd, lastOfBlock] = [-Infinity, 0]
  for (let segment = 0; segment < count; segment += 1) {
    const from = borders[segment] ?? 0
    const end = borders[segment + 1] ?? 0
    if (from >= blockEnd) {
      blockEnd = (Math.floor(from / blockMs) + 1) * blockMs
      lastOfBlock = borders[placeOf(borders, blockEnd, segment) - 1] ?? from
    }
    const first = from < end ? days.firstFrom(from, lastOfBlock) : null
    if (first === null || first.on >= end) continue
    times[at] = first.on
    values[at] = first.value
    at += 1
  }
  return { times: times.subarray(0, at), values: values.subarray(0, at) }
}
