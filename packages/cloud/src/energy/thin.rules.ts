import { toNumber } from '@busbar/modbus/decimal'
import { placeOf } from '../readings/history/join.rules.ts'
import type { HourBounds } from '../readings/history/packed-days.ts'
import type { Point } from '../readings/history/segments.rules.ts'
import type { Readings } from '../readings/readings.ts'
import { Limit } from './limit.ts'
import { returnMsOf } from './look-ahead.ts'
import type { Meter } from './meter.rules.ts'

const hourMs = 3_600_000

/** An hour in which something was read. */
export interface Hour {
  /** Its beginning. */
  on: number
  /** Of readings. */
  count: number
  firstOn: number
  first: number
  lastOn: number
  last: number
  /** Does it begin with its least reading, and end with its greatest? */
  isRising: boolean
  /** Whether its readings are known as they are, or only their bounds, or some of both. */
  known: 'readings' | 'bounds' | 'parts'
}

/** The hours of what History gives, in order. */
export const hoursOf = (cold: HourBounds, hot: Readings): Hour[] => {
  const hours = new Map<number, Hour>()
  for (const [at, firstOn] of cold.firstOn.entries()) {
    const first = cold.first[at] ?? 0
    const last = cold.last[at] ?? 0
    const isRising = first === cold.min[at] && last === cold.max[at]
    const on = startOf(firstOn)
    const count = cold.count[at] ?? 0
    hours.set(on, { on, count, firstOn, first, lastOn: cold.lastOn[at] ?? 0, last, isRising, known: 'bounds' })
  }
  for (let at = 0; at < hot.times.length; ) {
    const on = startOf(hot.times[at] ?? 0)
    const end = placeOf(hot.times, on + hourMs)
    const shared = hours.get(on)
    hours.set(on, {
      on,
      count: end - at + (shared?.count ?? 0),
      firstOn: hot.times[at] ?? 0,
      first: hot.values[at] ?? 0,
      lastOn: hot.times[end - 1] ?? 0,
      last: hot.values[end - 1] ?? 0,
      isRising: shared === undefined && isRising(hot.values, at, end),
      known: shared === undefined ? 'readings' : 'parts',
    })
    at = end
  }
  return [...hours.values()].toSorted((a, b) => a.on - b.on)
}

/**
 * Of each hour whether its bounds stand for all its readings, so that a counter comes to the same by its first and last reading alone. They do
 * where an hour only rises, no more than the meter can, from where the hour before ended; where the same is true of all hours that may say
 * something about it, or that it may say something about; and where no edge cuts it. `start` is the reading before the first hour.
 */
export const standIns = (start: Point, hours: readonly Hour[], edges: readonly number[], meter: Meter): boolean[] => {
  const limit = new Limit(meter.maxPerHour)
  const zero = toNumber(meter.zero)
  const cut = new Set(edges.filter((edge) => edge % hourMs !== 0).map(startOf))
  const isSound = hours.map((hour, at) => {
    const before = hours[at - 1]
    const from = before === undefined ? start : { on: before.lastOn, value: before.last }
    // Of an hour that is known in parts not even its last reading is certain.
    if (before?.known === 'parts' || hour.known === 'parts') return false
    // What was zero, or all ones, may have been nothing.
    const isFlat = hour.first === hour.last
    if (!isFlat && (hour.first === zero || hour.last === meter.allOnes)) return false
    if (from?.value === zero && hour.last !== zero) return false
    return (
      hour.isRising &&
      limit.follows(hour.first, hour.firstOn, hour.last, hour.firstOn) &&
      (from === null || limit.follows(from.value, from.on, hour.first, hour.firstOn))
    )
  })
  const isDoubtful = nearTo(hours, isSound, returnMsOf(meter.periodMs) + hourMs)
  return hours.map((hour, at) => {
    // The very first reading stands for nothing that was counted; the second may.
    const isFirst = at === 0 && start === null
    return !isFirst && isDoubtful[at] !== true && hour.known === 'bounds' && !cut.has(hour.on)
  })
}

/** The hours that are no further than this from one that is not sound, on either side. */
const nearTo = (hours: readonly Hour[], isSound: readonly boolean[], ms: number): boolean[] => {
  const isNear = hours.map(() => false)
  const mark = (places: Iterable<number>): void => {
    let last = Number.NaN
    for (const at of places) {
      const on = hours[at]?.on ?? 0
      if (!isSound[at]) last = on
      if (Math.abs(on - last) <= ms) isNear[at] = true
    }
  }
  mark(hours.keys())
  mark([...hours.keys()].toReversed())
  return isNear
}

export const startOf = (on: number): number => Math.floor(on / hourMs) * hourMs

const isRising = (values: Float64Array, from: number, till: number): boolean => {
  const own = values.subarray(from, till)
  const [first = 0, last = 0] = [own[0], own.at(-1)]
  return own.every((value) => value >= first && value <= last)
}
