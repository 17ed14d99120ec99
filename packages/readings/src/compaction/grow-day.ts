import {
  blockMs,
  type Chunk,
  checkCount,
  decodeBackwards,
  decodeChunk,
  encodeBlock,
  encodeChunk,
  isCurrent,
  joinBlocks,
  partBlocks,
  type Readings,
} from '@busbar/series'
import { decodeHours, type HourStats, hoursOf } from '@busbar/series/hours'
import { dayMs as dayLengthMs } from '../history/days/days.ts'
import { type Extremes, extremesOf, mergeExtremes } from '../history/extremes.rules.ts'
import { mergeShifted, noReadings, within } from '../history/join.rules.ts'

/** Stored readings of a parameter's day. */
interface StoredDay extends Chunk, Extremes {
  hours: Uint8Array
}

export interface GrownDay {
  chunk: Chunk
  hours: HourStats[]
  /** Null without readings. */
  extremes: Extremes | null
}

/** Merges stored readings with new ones, which are not later than `till`. */
type Join = (stored: Readings, more: Readings, till: number) => Readings

/**
 * Adds readings to the day that starts at `dayMs`. Two readings with the same time are both kept; with `merge` the
 * stored one wins.
 */
export function growDay(
  stored: StoredDay | undefined,
  more: Readings,
  dayMs: number,
  join: Join = mergeShifted,
): GrownDay {
  if (stored === undefined) return dayOf(more, dayMs)
  const { blockEnds, data } = stored
  if (blockEnds !== null && isCurrent(data)) return growBlocks(stored, blockEnds, more, dayMs, join)
  return dayOf(join(decodeChunk(data), more, dayMs + dayLengthMs - 1), dayMs)
}

const dayOf = (readings: Readings, dayMs: number): GrownDay => ({
  chunk: encodeChunk(readings, dayMs),
  hours: hoursOf(readings, dayMs),
  extremes: extremesOf(readings),
})

/** Usually a part of the day follows the parts before it. Blocks without new readings stay unchanged. */
function growBlocks(
  { data, hours, min, minOn, max, maxOn }: StoredDay,
  blockEnds: readonly number[],
  more: Readings,
  dayMs: number,
  join: Join,
): GrownDay {
  const hoursBefore = decodeHours(hours, dayMs)
  const grown = partBlocks(data, blockEnds).map((bytes, block) => {
    const from = dayMs + block * blockMs
    const till = from + blockMs - 1
    const added = within(more, from, till)
    if (added.times.length === 0) {
      const ofBlock = hoursBefore.filter(({ firstOn }) => firstOn >= from && firstOn <= till)
      return { bytes, hours: ofBlock, extremes: null }
    }
    const [before = noReadings] = decodeBackwards(bytes)
    const readings = join(before, added, till)
    return { bytes: encodeBlock(readings), hours: hoursOf(readings, dayMs), extremes: extremesOf(readings) }
  })
  const allHours = grown.flatMap((block) => block.hours)
  checkCount(allHours.reduce((sum, { count }) => sum + count, 0))
  return {
    chunk: joinBlocks(grown.map(({ bytes }) => bytes)),
    hours: allHours,
    extremes: mergeExtremes([{ min, minOn, max, maxOn }, ...grown.map(({ extremes }) => extremes)]),
  }
}
