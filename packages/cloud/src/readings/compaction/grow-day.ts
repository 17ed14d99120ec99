import { encodeBlock } from '../chunk/block.ts'
import {
  blockMs,
  type Chunk,
  decodeBackwards,
  decodeChunk,
  encodeChunk,
  joinBlocks,
  partBlocks,
  requireRoom,
} from '../chunk/chunk.ts'
import { decodeHours } from '../chunk/hours.ts'
import { type HourStats, hoursOf } from '../chunk/stats.ts'
import { merge, noReadings, within } from '../history/join.rules.ts'
import type { Readings } from '../readings.ts'

/** What is stored of a parameter's day. */
interface StoredDay extends Chunk {
  hours: Uint8Array
}

export interface GrownDay {
  chunk: Chunk
  hours: HourStats[]
}

/** The day that begins on `dayMs` with more readings. Where there is one for a time already, that one stays. */
export function growDay(stored: StoredDay | undefined, more: Readings, dayMs: number): GrownDay {
  if (stored === undefined) return dayOf(more, dayMs)
  if (stored.blockEnds === null) return dayOf(merge(decodeChunk(stored.data), more), dayMs)
  return growBlocks(stored, stored.blockEnds, more, dayMs)
}

const dayOf = (readings: Readings, dayMs: number): GrownDay => ({
  chunk: encodeChunk(readings, dayMs),
  hours: hoursOf(readings, dayMs),
})

/** Most often a part of the day follows those before it. Blocks that get no reading stay as they are. */
function growBlocks({ data, hours }: StoredDay, blockEnds: readonly number[], more: Readings, dayMs: number): GrownDay {
  const hoursBefore = decodeHours(hours, dayMs)
  const grown = partBlocks(data, blockEnds).map((bytes, block) => {
    const from = dayMs + block * blockMs
    const till = from + blockMs - 1
    const added = within(more, from, till)
    if (added.times.length === 0) {
      return { bytes, hours: hoursBefore.filter(({ firstOn }) => firstOn >= from && firstOn <= till) }
    }
    const [before = noReadings] = decodeBackwards(bytes)
    const readings = merge(before, added)
    return { bytes: encodeBlock(readings), hours: hoursOf(readings, dayMs) }
  })
  const allHours = grown.flatMap((block) => block.hours)
  requireRoom(allHours.reduce((sum, { count }) => sum + count, 0))
  return { chunk: joinBlocks(grown.map(({ bytes }) => bytes)), hours: allHours }
}
