import { decodeChunk } from '../chunk/chunk.ts'
import { decodeHours } from '../chunk/hours.ts'
import type { Readings } from '../readings.ts'
import { dayMs } from './days.ts'

/**
 * Chunks as the database packs them in one value, by day: for each its day since 1970 (4 bytes), its length (4), and its readings or hours.
 */
export type PackedDays = Uint8Array | null

/** Of each hour that has readings the first of them, and when the last was. */
export interface HourFirsts extends Readings {
  lasts: Float64Array
}

export interface DecodeJob {
  column: 'data' | 'hours'
  packed: PackedDays
}

/** The readings of each day. */
export const decodeDays = (packed: PackedDays): Readings[] => daysOf(packed).map(({ bytes }) => decodeChunk(bytes))

export function decodeFirsts(packed: PackedDays): HourFirsts {
  const hours = daysOf(packed).flatMap(({ day, bytes }) => decodeHours(bytes, day * dayMs))
  return {
    times: Float64Array.from(hours, ({ firstOn }) => firstOn),
    values: Float64Array.from(hours, ({ first }) => first),
    lasts: Float64Array.from(hours, ({ lastOn }) => lastOn),
  }
}

function daysOf(packed: PackedDays): { day: number; bytes: Uint8Array }[] {
  const days: { day: number; bytes: Uint8Array }[] = []
  if (packed === null) return days
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  for (let at = 0; at < packed.length; ) {
    const end = at + 8 + view.getInt32(at + 4)
    days.push({ day: view.getInt32(at), bytes: packed.subarray(at + 8, end) })
    at = end
  }
  return days
}
