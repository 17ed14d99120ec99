import { allocateReadings, decodeAllBackwards, decodeChunk, type Readings } from '@busbar/series'
import { decodeHours } from '@busbar/series/hours'
import { within } from '../join.rules.ts'
import { dayMs } from './days.ts'

/**
 * Chunks by day, packed by the database into one value: for each chunk the day since 1970, the row's version if
 * requested, its length (4 bytes each), and its readings or hours. A length of -1 means that the requested version is
 * unchanged.
 */
export type PackedDays = Uint8Array | null

const headBytes = 12

export interface PackedDay {
  day: number
  version: number
  /** Null if the requested version is unchanged. */
  bytes: Uint8Array | null
}

/** For each hour with readings: their count, and the first, last, least and greatest one. */
export interface HourBounds {
  count: Float64Array
  firstOn: Float64Array
  first: Float64Array
  lastOn: Float64Array
  last: Float64Array
  min: Float64Array
  max: Float64Array
}

/** Decodes the readings of each day. */
export const decodeDays = (packed: PackedDays): Readings[] => withBytes(packed).map(({ bytes }) => decodeChunk(bytes))

/** A reading per second all day. Longer days are rare, so buffers for them are not kept. */
const sharedMax = 86_400

/** Creates a buffer for readings that are processed part by part; each part overwrites the previous one. */
export const sharedReadings = (): ((count: number) => Readings) => {
  let all = allocateReadings(0)
  return (count) => {
    if (count > sharedMax) return allocateReadings(count)
    if (all.times.length < count) all = allocateReadings(count)
    return { times: all.times.subarray(0, count), values: all.values.subarray(0, count) }
  }
}

/** Decodes one day after the other into a shared buffer; each is valid until the next is requested. */
export function* decodeInTurn(packed: PackedDays): Generator<Readings> {
  const allocate = sharedReadings()
  for (const { bytes } of withBytes(packed)) yield decodeChunk(bytes, allocate)
}

/**
 * Shared, because a new array for each block would cause a garbage collection pause of 10 ms every hundred requests.
 */
const blockReadings = sharedReadings()

/** Decodes the newest `max` readings with from <= time <= till, without decoding older blocks. */
export function decodeNewest(packed: PackedDays, from: number, till: number, max: number): Readings {
  const { times, values } = allocateReadings(max)
  let begin = max
  for (const { bytes } of withBytes(packed).toReversed()) {
    for (const block of decodeAllBackwards(bytes, till, blockReadings)) {
      const part = within(block, from, till, begin)
      begin -= part.times.length
      times.set(part.times, begin)
      values.set(part.values, begin)
      if (begin === 0) return { times, values }
    }
  }
  return { times: times.subarray(begin), values: values.subarray(begin) }
}

export function decodeBounds(packed: PackedDays): HourBounds {
  const hours = withBytes(packed).flatMap(({ day, bytes }) => decodeHours(bytes, day * dayMs))
  return {
    count: Float64Array.from(hours, ({ count }) => count),
    firstOn: Float64Array.from(hours, ({ firstOn }) => firstOn),
    first: Float64Array.from(hours, ({ first }) => first),
    lastOn: Float64Array.from(hours, ({ lastOn }) => lastOn),
    last: Float64Array.from(hours, ({ last }) => last),
    min: Float64Array.from(hours, ({ min }) => min),
    max: Float64Array.from(hours, ({ max }) => max),
  }
}

export function daysOf(packed: PackedDays): PackedDay[] {
  const days: PackedDay[] = []
  if (packed === null) return days
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  for (let at = 0; at < packed.length; ) {
    const length = view.getInt32(at + 8)
    const end = at + headBytes + Math.max(0, length)
    const bytes = length < 0 ? null : packed.subarray(at + headBytes, end)
    days.push({ day: view.getInt32(at), version: view.getUint32(at + 4), bytes })
    at = end
  }
  return days
}

const withBytes = (packed: PackedDays): { day: number; bytes: Uint8Array }[] =>
  daysOf(packed).flatMap(({ day, bytes }) => (bytes === null ? [] : [{ day, bytes }]))
