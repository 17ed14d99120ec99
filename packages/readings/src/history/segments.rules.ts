import { at } from '@busbar/kit'
import type { Readings } from '@busbar/series'
import { lowerBound } from './join.rules.ts'

/** A span in equal segments: each includes its start and excludes its end, except for the last. */
export interface Segments {
  from: number
  till: number
  points: number
}

/** A reading; null for none. */
export type Point = { on: number; value: number } | null

export const widthOf = ({ from, till, points }: Segments): number => (till - from) / points

export const segmentStart = ({ from, till, points }: Segments, segment: number): number =>
  from + ((till - from) * segment) / points

const segmentOf = ({ from, till, points }: Segments, time: number): number =>
  till === from ? 0 : Math.min(points - 1, Math.floor(((time - from) * points) / (till - from)))

/**
 * Returns the first whole millisecond of each segment, and the first one after all. Comparing integers then decides the
 * segment of a reading, independently of rounding.
 */
export function bordersOf(segments: Segments): Float64Array {
  const { from, till, points } = segments
  const borders = new Float64Array(points + 1)
  for (let segment = 0; segment < points; segment += 1) {
    let border = Math.min(till + 1, Math.max(from, Math.ceil(segmentStart(segments, segment))))
    while (border > from && segmentOf(segments, border - 1) >= segment) border -= 1
    while (border <= till && segmentOf(segments, border) < segment) border += 1
    borders[segment] = border
  }
  borders[points] = till + 1
  return borders
}

/** Index of a time's segment: -1 before the first, and the number of segments after the last. */
export const segmentAt = (borders: Float64Array, time: number): number => lowerBound(borders, time + 1) - 1

/** Returns the first reading of each segment. Parts may come in any order; the first part wins for equal times. */
export function firstsOf(borders: Float64Array, parts: Iterable<Readings>): Point[] {
  const points = new Array<Point>(borders.length - 1).fill(null)
  for (const { times, values } of parts) {
    for (let index = lowerBound(times, at(borders, 0)); index < times.length; ) {
      const on = at(times, index)
      const segment = segmentAt(borders, on)
      if (segment >= points.length) break
      const known = at(points, segment)
      if (known === null || on < known.on) points[segment] = { on, value: at(values, index) }
      index = lowerBound(times, at(borders, segment + 1), index + 1)
    }
  }
  return points
}

/** Returns the points that have a value. */
export function readingsOf(points: readonly Point[]): Readings {
  const known = points.filter((point) => point !== null)
  const times = new Float64Array(known.length)
  const values = new Float64Array(known.length)
  for (const [index, { on, value }] of known.entries()) {
    times[index] = on
    values[index] = value
  }
  return { times, values }
}
