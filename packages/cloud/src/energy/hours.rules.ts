import { at } from '@busbar/kit'
import { type HourBounds, lowerBound } from '@busbar/readings/history'
import type { Readings } from '@busbar/series'

const hourMs = 3_600_000
const none = new Float64Array(0)
/** Result for a history without cold data. */
export const noHours: HourBounds = {
  count: none,
  firstOn: none,
  first: none,
  lastOn: none,
  last: none,
  min: none,
  max: none,
}

/** An hour in which something was read. */
export interface Hour {
  /** Its beginning. */
  on: number
  /** Number of readings. */
  count: number
  firstOn: number
  first: number
  lastOn: number
  last: number
  /** Does it begin with its least reading, and end with its greatest? */
  isRising: boolean
  /** Available data: readings, their bounds, or both in part. */
  known: 'readings' | 'bounds' | 'parts'
}

/** The hours of what History gives, in order. */
export const hoursOf = (cold: HourBounds, hot: Readings): Hour[] => {
  const hours = new Map<number, Hour>()
  for (const [index, firstOn] of cold.firstOn.entries()) {
    const first = at(cold.first, index)
    const last = at(cold.last, index)
    const isRising = first === cold.min[index] && last === cold.max[index]
    const on = startOf(firstOn)
    const count = at(cold.count, index)
    hours.set(on, { on, count, firstOn, first, lastOn: at(cold.lastOn, index), last, isRising, known: 'bounds' })
  }
  for (let index = 0; index < hot.times.length; ) {
    const on = startOf(at(hot.times, index))
    const end = lowerBound(hot.times, on + hourMs)
    const hotHour: Hour = {
      on,
      count: end - index,
      firstOn: at(hot.times, index),
      first: at(hot.values, index),
      lastOn: at(hot.times, end - 1),
      last: at(hot.values, end - 1),
      isRising: isRising(hot.values, index, end),
      known: 'readings',
    }
    const shared = hours.get(on)
    hours.set(on, shared === undefined ? hotHour : mergeHours(shared, hotHour))
    index = end
  }
  return [...hours.values()].toSorted((a, b) => a.on - b.on)
}

/** Some of an hour's readings are cold, others hot. They only rise together when each do, one after the other in both. */
const mergeHours = (cold: Hour, hot: Hour): Hour => {
  const [begins, ends] = [cold.firstOn < hot.firstOn ? cold : hot, cold.lastOn > hot.lastOn ? cold : hot]
  return {
    on: cold.on,
    count: cold.count + hot.count,
    firstOn: begins.firstOn,
    first: begins.first,
    lastOn: ends.lastOn,
    last: ends.last,
    isRising:
      cold.isRising &&
      hot.isRising &&
      begins.first <= Math.min(cold.first, hot.first) &&
      ends.last >= Math.max(cold.last, hot.last),
    known: 'parts',
  }
}

export const startOf = (on: number): number => Math.floor(on / hourMs) * hourMs

const isRising = (values: Float64Array, from: number, till: number): boolean => {
  const own = values.subarray(from, till)
  const [first = 0, last = 0] = [own[0], own.at(-1)]
  return own.every((value) => value >= first && value <= last)
}
