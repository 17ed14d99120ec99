import { type ByteReader, type ByteWriter, DamagedChunk } from '../bytes.ts'
import { decimalsOf, powerOf, putNegativeZeros, readZeroPlaces, writeNegativeZeros } from './decimals.ts'
import { differences, readIntegers, writeIntegers } from './integers.ts'

/** Maximum distance between the first and last time, so that steps and changes of steps stay exact. */
export const spanMaxMs = 2 ** 51

/**
 * Writes the first time and the changes of the steps. A regular schedule has no changes, and takes the same few bytes
 * for an hour and for a day.
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
  // Times ascend, so checking both ends covers all of them.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(time) || time - first > spanMaxMs) {
    throw new DamagedChunk('a time is out of range')
  }
  return times
}

function stepsOf(times: Float64Array): Float64Array {
  requireTimes(times)
  return differences(Float64Array.from(times)).subarray(1)
}

/** Requires whole milliseconds, strictly ascending, within the maximum span. */
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

// The first byte is the encoding of the values: the exponent of decimals, or one of these.
export const singles = 32
export const doubles = 33

/** Writes decimals, which most meters return, as small differences, and other values as floats. */
export function writeValues(to: ByteWriter, values: Float64Array): void {
  const decimals = decimalsOf(values)
  if (decimals !== null) {
    to.u8(decimals.exponent)
    writeWalk(to, decimals.integers)
    writeNegativeZeros(to, values)
  } else if (areSingles(values)) {
    to.u8(singles)
    writePlanes(to, new Float32Array(values))
  } else {
    to.u8(doubles)
    writePlanes(to, values)
  }
}

export function readValues(from: ByteReader, count: number): Float64Array {
  const kind = from.u8()
  if (kind === singles) return new Float64Array(readPlanes(from, new Float32Array(count)))
  if (kind === doubles) return readPlanes(from, new Float64Array(count))
  const power = powerOf(kind)
  if (power === undefined) throw new DamagedChunk(`no values are kept in way ${kind}`)
  const values = readWalk(from, count, power)
  putNegativeZeros(values, readZeroPlaces(from, values.length))
  return values
}

/** The first integer is separate, because it would spoil the common unit of the differences. */
function writeWalk(to: ByteWriter, integers: Float64Array): void {
  const walk = differences(integers)
  to.integer(walk[0] ?? 0)
  writeIntegers(to, walk.subarray(1))
}

function readWalk(from: ByteReader, count: number, power: number): Float64Array {
  let integer = from.integer()
  const values = readIntegers(from, Math.max(0, count - 1), Math.min(count, 1))
  for (let index = 0; index < values.length; index += 1) {
    integer += values[index] ?? 0
    if (Math.abs(integer) > Number.MAX_SAFE_INTEGER) throw new DamagedChunk('a value is out of range')
    values[index] = integer / power
  }
  return values
}

// Returns false for NaN: only a double keeps its bits.
export function areSingles(values: Float64Array): boolean {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0
    if (Math.fround(value) !== value) return false
  }
  return true
}

type Floats = Float32Array | Float64Array

/** Writes each float xored with the previous one, as byte planes from the lowest byte to the highest. */
export function writePlanes(to: ByteWriter, floats: Floats): void {
  const bytes = bytesOf(floats)
  const planes = to.freeBytes(bytes.length)
  let at = 0
  for (let plane = 0; plane < floats.BYTES_PER_ELEMENT; plane += 1) {
    let before = 0
    for (let index = plane; index < bytes.length; index += floats.BYTES_PER_ELEMENT) {
      const byte = bytes[index] ?? 0
      planes[at++] = byte ^ before
      before = byte
    }
  }
  to.advance(at)
}

/** Fills `floats`. */
export function readPlanes<T extends Floats>(from: ByteReader, floats: T): T {
  const bytes = bytesOf(floats)
  const planes = from.take(bytes.length)
  let at = 0
  for (let plane = 0; plane < floats.BYTES_PER_ELEMENT; plane += 1) {
    let byte = 0
    for (let index = plane; index < bytes.length; index += floats.BYTES_PER_ELEMENT) {
      byte ^= planes[at++] ?? 0
      bytes[index] = byte
    }
  }
  return floats
}

// Assumes little-endian memory, as on all supported machines.
const bytesOf = (floats: Floats): Uint8Array => new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength)
