import { crc32, deflateRawSync } from 'node:zlib'
import { ByteWriter } from '../bytes.ts'
import { areSingles, doubles, requireTimes, singles, writePlanes } from '../format/columns.ts'
import { decimalsOf, writeNegativeZeros } from '../format/decimals.ts'
import { deflate } from '../format/sealed.ts'
import { ascending } from '../format/v2.ts'
import { writeWalk } from '../format/walk.ts'
import type { Readings } from '../readings.ts'

const headBytes = 14
const last = 128

/** A block as version 2 wrote it: for tests of what reads those, and for comparisons. */
export function encodeBlock2({ times, values }: Readings): Uint8Array {
  const count = times.length
  const to = new ByteWriter(4 * count + 128)
  to.bytes(new Uint8Array(headBytes))
  writePackedTimes(to, times)
  writePackedValues(to, values)
  const bytes = to.written()
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  head.setUint8(0, 2)
  head.setUint8(5, last)
  head.setUint32(6, bytes.length, true)
  head.setUint32(10, count, true)
  head.setUint32(1, crc32(bytes.subarray(5)), true)
  return bytes
}

/** The first time, and the walk from there: a schedule that is kept costs the same few bytes for an hour and for a day. */
function writePackedTimes(to: ByteWriter, times: Float64Array): void {
  const [first] = times
  if (first === undefined) return
  requireTimes(times)
  to.f64(first)
  writeWalk(to, Float64Array.from(times))
}

/**
 * Decimals are a walk of whole numbers, and so are single floats by their bits. Nothing is deflated but doubles of no
 * pattern: walks are read many times faster, and are not much longer.
 */
function writePackedValues(to: ByteWriter, values: Float64Array): void {
  if (values.length === 0) return
  const decimals = decimalsOf(values)
  if (decimals !== null) {
    to.u8(decimals.exponent)
    to.integer(decimals.integers[0] ?? 0)
    writeWalk(to, decimals.integers)
    writeNegativeZeros(to, values)
  } else if (areSingles(values)) {
    const bits = Float64Array.from(new Int32Array(new Float32Array(values).buffer), ascending)
    to.u8(singles)
    to.integer(bits[0] ?? 0)
    writeWalk(to, bits)
  } else {
    const planes = new ByteWriter(8 * values.length)
    writePlanes(planes, values)
    to.u8(doubles)
    to.bytes(deflateRawSync(planes.written(), deflate))
  }
}
