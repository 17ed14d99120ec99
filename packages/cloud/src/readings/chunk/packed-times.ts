import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { DamagedChunk } from './damaged.ts'
import { requireTimes, spanMaxMs } from './times.ts'
import { readWalk, writeWalk } from './walk.ts'

/** The first time, and the walk from there: a schedule that is kept costs the same few bytes for an hour and for a day. */
export function writePackedTimes(to: ByteWriter, times: Float64Array): void {
  const [first] = times
  if (first === undefined) return
  requireTimes(times)
  to.f64(first)
  writeWalk(to, Float64Array.from(times))
}

/** Fills `times`. */
export function readPackedTimes(from: ByteReader, times: Float64Array): void {
  if (times.length === 0) return
  const first = from.f64()
  if (readWalk(from, times, first, 1) <= 0) throw new DamagedChunk('the times do not ascend')
  const last = times.at(-1) ?? 0
  // With the ends in range, all between them is, because it ascends.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || last - first > spanMaxMs) {
    throw new DamagedChunk('a time is out of range')
  }
}
