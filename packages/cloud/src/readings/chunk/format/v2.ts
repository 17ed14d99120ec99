import { crc32, deflateRawSync } from 'node:zlib'
import { type Readings, readingsMax } from '../../readings.ts'
import { ByteReader, ByteWriter, DamagedChunk } from '../bytes.ts'
import { areSingles, doubles, readPlanes, requireTimes, singles, spanMaxMs, writePlanes } from './columns.ts'
import { decimalsOf, powerOf, readNegativeZeros, writeNegativeZeros } from './decimals.ts'
import { deflate, inflate } from './sealed.ts'
import { readWalk, writeWalk } from './walk.ts'

// version, checksum of all the rest (4 bytes), place among its chunk's blocks and whether it is the last (1), length of the
// whole block (4), readings in it (4), times, values
const blockVersion = 2
const headBytes = 14
const checkedFrom = 5
const last = 128

/** Readings that can be read without those around them, as the only block of their chunk. */
export function encodeBlock({ times, values }: Readings): Uint8Array {
  const count = times.length
  const to = new ByteWriter(4 * count + 128)
  to.bytes(new Uint8Array(headBytes))
  writePackedTimes(to, times)
  writePackedValues(to, values)
  const bytes = to.written()
  const head = viewOf(bytes)
  head.setUint8(0, blockVersion)
  head.setUint8(5, last)
  head.setUint32(6, bytes.length, true)
  head.setUint32(10, count, true)
  head.setUint32(1, checksum(bytes), true)
  return bytes
}

/** The same block at a place among others. Damaged bytes are not made to look sound. */
export function placeBlock(bytes: Uint8Array, place: number, isLast: boolean): Uint8Array {
  const mark = place + (isLast ? last : 0)
  if (bytes[5] === mark) return bytes
  requireSound(bytes)
  const placed = new Uint8Array(bytes)
  placed[5] = mark
  viewOf(placed).setUint32(1, checksum(placed), true)
  return placed
}

/** Still unread. */
interface Block {
  bytes: Uint8Array
  place: number
  isLast: boolean
  count: number
}

/** The blocks that `bytes` are. Together they have at most `readingsMax` readings. */
export function blocksOf(bytes: Uint8Array): Block[] {
  const blocks: Block[] = []
  const head = viewOf(bytes)
  let left = readingsMax
  for (let at = 0; at < bytes.length; ) {
    if (bytes.length - at < headBytes) throw new DamagedChunk('the bytes end early')
    if (bytes[at] !== blockVersion) throw new DamagedChunk(`version ${bytes[at]} is not known`)
    const length = head.getUint32(at + 6, true)
    const count = head.getUint32(at + 10, true)
    if (length < headBytes || length > bytes.length - at) throw new DamagedChunk(`a block is ${length} bytes long`)
    const block = bytes.subarray(at, at + length)
    left -= count
    if (left < 0) throw new DamagedChunk(`a chunk has over ${readingsMax} readings`)
    const place = block[5] ?? 0
    blocks.push({ bytes: block, place: place % last, isLast: place >= last, count })
    at += length
  }
  return blocks
}

/**
 * Fills `times` and `values`, which are as long as the block says, whether that is true or not. Who wants only some of the values may say
 * how many of the first, once the times are known.
 */
export function readBlock(
  bytes: Uint8Array,
  { times, values }: Readings,
  wantedOf: (times: Float64Array) => number = ({ length }) => length,
): void {
  requireSound(bytes)
  const from = new ByteReader(bytes)
  from.take(headBytes)
  readPackedTimes(from, times)
  readPackedValues(from, values, Math.min(values.length, wantedOf(times)))
  from.end()
}

function requireSound(bytes: Uint8Array): void {
  if (viewOf(bytes).getUint32(1, true) !== checksum(bytes)) throw new DamagedChunk('the checksum is wrong')
}

const checksum = (bytes: Uint8Array): number => crc32(bytes.subarray(checkedFrom))

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The first time, and the walk from there: a schedule that is kept costs the same few bytes for an hour and for a day. */
function writePackedTimes(to: ByteWriter, times: Float64Array): void {
  const [first] = times
  if (first === undefined) return
  requireTimes(times)
  to.f64(first)
  writeWalk(to, Float64Array.from(times))
}

/** Fills `times`. */
function readPackedTimes(from: ByteReader, times: Float64Array): void {
  if (times.length === 0) return
  const first = from.f64()
  if (readWalk(from, times, first, 1) <= 0) throw new DamagedChunk('the times do not ascend')
  const end = times.at(-1) ?? 0
  // With the ends in range, all between them is, because it ascends.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(end) || end - first > spanMaxMs) {
    throw new DamagedChunk('a time is out of range')
  }
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

/** Fills `values`, or at least the first `wanted`. */
function readPackedValues(from: ByteReader, values: Float64Array, wanted = values.length): void {
  if (values.length === 0) return
  const kind = from.u8()
  if (kind === doubles) return readDoubles(from, values)
  const power = kind === singles ? 1 : powerOf(kind)
  if (power === undefined) throw new DamagedChunk(`no values are kept in way ${kind}`)
  readWalk(from, values, from.integer(), power, wanted)
  if (kind === singles) values.set(new Float32Array(Int32Array.from(values.subarray(0, wanted), ascending).buffer))
  else readNegativeZeros(from, values)
}

function readDoubles(from: ByteReader, values: Float64Array): void {
  const planes = new ByteReader(inflate(from.take(from.bytes.length - from.at), 8 * values.length))
  readPlanes(planes, values)
  planes.end()
}

/** The bits of floats ascend as the floats do, but for those below zero, which descend: that is turned, and turned back. */
const ascending = (bits: number): number => (bits < 0 ? bits ^ 0x7f_ff_ff_ff : bits)
