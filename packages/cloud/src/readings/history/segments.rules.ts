import type { Readings } from '../readings.ts'
import { concat, placeOf } from './join.rules.ts'
import type { HourFirsts } from './packed-days.ts'

/** A span in equal parts: each has its beginning and not its end, but the last has both. */
export interface Segments {
  from: number
  till: number
  points: number
}

/** A reading, or null where the parameter has none. */
export type Point = { on: number; value: number } | null

export const hourMs = 3_600_000

export const widthOf = ({ from, till, points }: Segments): number => (till - from) / points

export const segmentStart = ({ from, till, points }: Segments, segment: number): number =>
  from + ((till - from) * segment) / points

const segmentOf = ({ from, till, points }: Segments, time: number): number =>
  till === from ? 0 : Math.min(points - 1, Math.floor(((time - from) * points) / (till - from)))

/** The first reading of each segment. All are within the span; parts may come in any order. */
export function firstsOf(segments: Segments, parts: Iterable<Readings>): Point[] {
  const points = new Array<Point>(segments.points).fill(null)
  for (const { times, values } of parts) {
    for (let index = 0; index < times.length; ) {
      const on = times[index] ?? 0
      const segment = segmentOf(segments, on)
      const known = points[segment] ?? null
      if (known === null || on < known.on) points[segment] = { on, value: values[index] ?? 0 }
      index = nextOf(segments, times, index, segment)
    }
  }
  return points
}

/** The place of the first reading after those of `segment`. */
function nextOf(segments: Segments, times: Float64Array, from: number, segment: number): number {
  const border = Math.floor(segmentStart(segments, segment + 1))
  let next = Math.max(from + 1, placeOf(times, border))
  // Floating point may be off a little at a border.
  while (next < times.length && segmentOf(segments, times[next] ?? 0) <= segment) next += 1
  return next
}

/** Both parts of an hour that has hot and cold readings are one hour. */
export function hourFirsts(hot: Readings, cold: HourFirsts): HourFirsts {
  const [firstHot] = hot.times
  if (firstHot === undefined) return cold
  const begin = placeOf(cold.times, Math.floor(firstHot / hourMs) * hourMs)
  const hours = new Map<number, { on: number; value: number; last: number }>()
  const add = (on: number, value: number, last: number): void => {
    const hour = Math.floor(on / hourMs)
    const known = hours.get(hour)
    if (known === undefined) hours.set(hour, { on, value, last })
    else {
      known.last = Math.max(known.last, last)
      if (on < known.on) Object.assign(known, { on, value })
    }
  }
  for (let index = begin; index < cold.times.length; index += 1) {
    add(cold.times[index] ?? 0, cold.values[index] ?? 0, cold.lasts[index] ?? 0)
  }
  hot.times.forEach((on, index) => add(on, hot.values[index] ?? 0, on))
  const tail = [...hours.values()].toSorted((a, b) => a.on - b.on)
  const tailTimes = Float64Array.from(tail, ({ on }) => on)
  const before = (column: Float64Array): Readings => ({
    times: column.subarray(0, begin),
    values: cold.values.subarray(0, begin),
  })
  const firsts = concat([
    before(cold.times),
    { times: tailTimes, values: Float64Array.from(tail, ({ value }) => value) },
  ])
  const lasts = concat([before(cold.lasts), { times: Float64Array.from(tail, ({ last }) => last), values: tailTimes }])
  return { ...firsts, lasts: lasts.times }
}

/**
 * Segments without an hour's first reading that have readings all the same: in the hour that their beginning cuts. Each is
 * given as the span where its first reading is.
 */
export function cutHours(
  segments: Segments,
  points: readonly Point[],
  { times, lasts }: HourFirsts,
): { segment: number; from: number; till: number }[] {
  return points.flatMap((point, segment) => {
    if (point !== null) return []
    const from = Math.ceil(segmentStart(segments, segment))
    const hour = placeOf(times, from) - 1
    const till = lasts[hour] ?? -Infinity
    return till >= from && segmentOf(segments, till) === segment ? [{ segment, from, till }] : []
  })
}
