import { at, missingElement } from '@busbar/kit'
import type { Readings } from '@busbar/series'

export const noReadings: Readings = { times: new Float64Array(0), values: new Float64Array(0) }

/** Index of the first time at or after `time`, from `begin`. */
export function lowerBound(times: Float64Array, time: number, begin = 0): number {
  let from = begin
  let till = times.length
  while (from < till) {
    const middle = (from + till) >> 1
    if ((times[middle] ?? missingElement(times, middle)) < time) from = middle + 1
    else till = middle
  }
  return from
}

/** Returns readings with from <= time <= till without copying them; the newest `max` of these. */
export function within({ times, values }: Readings, from: number, till: number, max = Infinity): Readings {
  const end = lowerBound(times, till + 1)
  const begin = Math.max(lowerBound(times, from), end - max)
  return { times: times.subarray(begin, end), values: values.subarray(begin, end) }
}

/** Joins consecutive parts. */
export function concat(parts: readonly Readings[]): Readings {
  const [one = noReadings] = parts
  if (parts.length < 2) return one
  const count = parts.reduce((sum, { times }) => sum + times.length, 0)
  const all = { times: new Float64Array(count), values: new Float64Array(count) }
  let index = 0
  for (const { times, values } of parts) {
    all.times.set(times, index)
    all.values.set(values, index)
    index += times.length
  }
  return all
}

/** Merges readings chronologically. If both have one for a time, that of `a` wins. */
export function merge(a: Readings, b: Readings): Readings {
  if (a.times.length === 0) return b
  if (b.times.length === 0) return a
  if (at(a.times, a.times.length - 1) < at(b.times, 0)) return concat([a, b])
  const count = a.times.length + b.times.length
  const times = new Float64Array(count)
  const values = new Float64Array(count)
  let [i, j, index] = [0, 0, 0]
  while (i < a.times.length || j < b.times.length) {
    const left = a.times[i] ?? Infinity
    const right = b.times[j] ?? Infinity
    const isLeft = left <= right
    times[index] = isLeft ? left : right
    values[index] = (isLeft ? a.values[i] : b.values[j]) ?? 0
    if (isLeft) i += 1
    if (right <= left) j += 1
    index += 1
  }
  return { times: times.subarray(0, index), values: values.subarray(0, index) }
}

/** Times are recorded in tenths of a second. */
const stepMs = 100

/**
 * Merges readings chronologically without losing any: if both have one for a time, that of `b` moves to the next free
 * time up to `till`, or else to the one before. A clock that was set back repeats its times.
 */
export function mergeShifted(a: Readings, b: Readings, till: number): Readings {
  const cold = new Set(a.times)
  if (b.times.every((time) => !cold.has(time))) return merge(a, b)
  const taken = cold.union(new Set(b.times))
  const moved = Array.from(b.times, (time, index): [number, number] => {
    const value = at(b.values, index)
    if (!cold.has(time)) return [time, value]
    let free = time
    while (taken.has(free) && free <= till) free += stepMs
    if (free > till) for (free = time; taken.has(free); ) free -= stepMs
    taken.add(free)
    return [free, value]
  }).toSorted(([one], [other]) => one - other)
  return merge(a, {
    times: Float64Array.from(moved, ([time]) => time),
    values: Float64Array.from(moved, ([, value]) => value),
  })
}
