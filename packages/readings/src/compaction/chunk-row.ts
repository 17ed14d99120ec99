import { encodeGaps, type Gap } from '@busbar/series/gaps'
import { encodeHours, mergeStats } from '@busbar/series/hours'
import type { GrownDay } from './grow-day.ts'

/** A row of `chunk`, times in milliseconds. A day without readings has no statistics. */
export interface ChunkRow {
  paramId: number
  /** Start of the day. */
  day: number
  count: number
  sum: number | null
  min: number | null
  minOn: number | null
  max: number | null
  maxOn: number | null
  first: number | null
  firstOn: number | null
  last: number | null
  lastOn: number | null
  hours: Uint8Array
  data: Uint8Array
  blockEnds: number[] | null
  gaps: Uint8Array | null
}

export function chunkRow(
  paramId: number,
  day: number,
  { chunk, hours, extremes }: GrownDay,
  gaps: readonly Gap[],
): ChunkRow {
  const stats = mergeStats(hours)
  return {
    paramId,
    day,
    ...(stats ?? noStats),
    ...(extremes ?? noExtremes),
    hours: encodeHours(hours, day),
    ...chunk,
    gaps: gaps.length === 0 ? null : encodeGaps(gaps),
  }
}

const noStats = { count: 0, sum: null, first: null, firstOn: null, last: null, lastOn: null }
const noExtremes = { min: null, minOn: null, max: null, maxOn: null }
