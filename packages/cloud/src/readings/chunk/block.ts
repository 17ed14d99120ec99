import { crc32 } from 'node:zlib'
import { type Readings, readingsMax } from '../readings.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { DamagedChunk } from './damaged.ts'
import { readPackedTimes, writePackedTimes } from './packed-times.ts'
import { readPackedValues, writePackedValues } from './packed-values.ts'

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
