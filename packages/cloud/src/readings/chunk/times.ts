import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { DamagedChunk } from './damaged.ts'
import { differences } from './differences.ts'
import { readIntegers, writeIntegers } from './integers.ts'

/** So far apart may the first and last time be, that every step and every change of step is exact. */
export const spanMaxMs = 2 ** 51

/**
 * The first time, and how each step differs from the one before. A regular schedule has no differences, and costs the
 * same few bytes for an hour and for a day.
 */
export function writeTimes(to: ByteWriter, times: Float64Array): void {
  const [first] = times
  if (first === undefined) return
  const steps = stepsOf(times)
  to.f64(first)
  writeIntegers(to, differences(steps))
}

export function readTimes(from: ByteReader, count: number): Float64Array {
  if (count === 0) return new Float64Array(0)
  const first = from.f64()
  const times = readIntegers(from, count - 1, 1)
  let time = first
  let step = 0
  times[0] = first
  for (let index = 1; index < count; index += 1) {
    step += times[index] ?? 0
    if (step <= 0) throw new DamagedChunk('the times do not ascend')
    time += step
    times[index] = time
  }
  // With the ends in range, all between them is, because it ascends.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(time) || time - first > spanMaxMs) {
    throw new DamagedChunk('a time is out of range')
  }
  return times
}

function stepsOf(times: Float64Array): Float64Array {
  requireTimes(times)
  return differences(Float64Array.from(times)).subarray(1)
}

/** Whole milliseconds, strictly ascending, and not too far apart. */
export function requireTimes(times: Float64Array): void {
  const first = times[0] ?? 0
  const last = times.at(-1) ?? 0
  let before = -Infinity
  let whole = Number.isSafeInteger(first) && Number.isSafeInteger(last) && last - first <= spanMaxMs
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] ?? 0
    whole &&= time > before && time === Math.floor(time)
    before = time
  }
  if (!whole) throw new RangeError(`times must be whole ms, strictly ascending, within ${spanMaxMs} ms`)
}
