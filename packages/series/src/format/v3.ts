import { crc32, deflateRawSync } from 'node:zlib'
import { ByteReader, ByteWriter, DamagedChunk } from '../bytes.ts'
import type { Readings } from '../readings.ts'
import type { BlockFormat } from './block-format.ts'
import { areSingles, doubles, requireTimes, singles, spanMaxMs, writePlanes } from './columns.ts'
import { decimalsOf, powerOf, putNegativeZeros, readZeroPlaces, writeNegativeZeros } from './decimals.ts'
import { deflate } from './sealed.ts'
import { readFirst, readSeries, writeSeries } from './series.ts'
import { ascending, readDoubles } from './v2.ts'

// version, checksum of all the rest (4 bytes), place among its chunk's blocks and whether it is the last (1), bytes of the
// body (varint), readings in it (varint); the body: times, values
export const v3Version = 3
const checkedFrom = 5
const last = 128
/** Number of bytes before the lengths. */
const fixedBytes = 6

/** Flag in the byte of the encoding: positions of negative zeros precede the values. */
const withNegativeZeros = 128

/** Encodes readings as an independent block. */
export function encodeBlock({ times, values }: Readings): Uint8Array {
  const count = times.length
  const body = new ByteWriter(2 * count + 128)
  if (count > 0) {
    requireTimes(times)
    writeSeries(body, times)
    writeValues(body, values)
  }
  const to = new ByteWriter(body.written().length + 32)
  to.bytes(Uint8Array.of(v3Version, 0, 0, 0, 0, last))
  to.varint(body.written().length)
  to.varint(count)
  to.bytes(body.written())
  const bytes = to.written()
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(1, crc32(bytes.subarray(checkedFrom)), true)
  return bytes
}

function readHead(bytes: Uint8Array): { count: number; bodyAt: number; length: number } {
  const from = new ByteReader(bytes)
  from.skip(fixedBytes)
  const body = from.varint()
  const count = from.varint()
  return { count, bodyAt: from.at, length: from.at + body }
}

const readFirstTime = (from: ByteReader): number => readFirst(from).first

function readBody(from: ByteReader, { times, values }: Readings, wantedOf: (times: Float64Array) => number): void {
  if (times.length === 0) return from.end()
  readTimes(from, times)
  const wanted = Math.min(values.length, wantedOf(times))
  readValues(from, values, wanted)
  if (wanted === values.length) from.end()
}

function readTimes(from: ByteReader, times: Float64Array): void {
  const step = readSeries(from, times, 1)
  const first = times[0] ?? 0
  const end = times.at(-1) ?? 0
  if (step === null ? !ascends(times) : step <= 0 && times.length > 1) throw new DamagedChunk('the times do not ascend')
  // Times ascend, so checking both ends covers all of them.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(end) || end - first > spanMaxMs) {
    throw new DamagedChunk('a time is out of range')
  }
}

function ascends(times: Float64Array): boolean {
  let before = -Infinity
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] as number
    if (!(time > before)) return false
    before = time
  }
  return true
}

/** Decimals and the bits of single floats are whole numbers; other doubles are deflated. */
function writeValues(to: ByteWriter, values: Float64Array): void {
  const decimals = decimalsOf(values)
  if (decimals !== null) {
    const hasNegativeZeros = values.some((value) => Object.is(value, -0))
    to.u8(decimals.exponent + (hasNegativeZeros ? withNegativeZeros : 0))
    if (hasNegativeZeros) writeNegativeZeros(to, values)
    writeSeries(to, decimals.integers)
  } else if (areSingles(values)) {
    to.u8(singles)
    writeSeries(to, Float64Array.from(new Int32Array(new Float32Array(values).buffer), ascending))
  } else {
    const planes = new ByteWriter(8 * values.length)
    writePlanes(planes, values)
    to.u8(doubles)
    to.bytes(deflateRawSync(planes.written(), deflate))
  }
}

function readValues(from: ByteReader, values: Float64Array, wanted: number): void {
  const kind = from.u8()
  if (kind === doubles) return readDoubles(from, values)
  const power = kind === singles ? 1 : powerOf(kind % withNegativeZeros)
  if (power === undefined) throw new DamagedChunk(`no values are kept in way ${kind}`)
  const zeros = kind >= withNegativeZeros ? readZeroPlaces(from, values.length) : null
  readSeries(from, values, power, wanted)
  if (kind === singles) values.set(new Float32Array(Int32Array.from(values.subarray(0, wanted), ascending).buffer))
  if (zeros !== null) putNegativeZeros(values, zeros, wanted)
}

export const version3: BlockFormat = { readHead, readBody, readFirstTime }
