import { crc32 } from 'node:zlib'
import { ByteReader, DamagedChunk } from '../bytes.ts'
import { type Readings, readingsMax } from '../readings.ts'
import type { BlockFormat } from './block-format.ts'
import { v2Version, version2 } from './v2.ts'
import { v3Version, version3 } from './v3.ts'

// Header of blocks in both versions: version, checksum of the rest (4 bytes), index, and whether it is the last block
// (1).
const checkedFrom = 5
const last = 128

/** A block that is not decoded yet. */
export interface Block {
  bytes: Uint8Array
  bodyAt: number
  place: number
  isLast: boolean
  count: number
}

const versions: Readonly<Record<number, BlockFormat>> = { [v2Version]: version2, [v3Version]: version3 }

/** Splits bytes into blocks, which together have at most `readingsMax` readings. */
export function blocksOf(bytes: Uint8Array): Block[] {
  const blocks: Block[] = []
  let left = readingsMax
  for (let at = 0; at < bytes.length; ) {
    const rest = bytes.subarray(at)
    const { count, bodyAt, length } = versionOf(rest).readHead(rest)
    if (length < bodyAt || length > rest.length) throw new DamagedChunk(`a block is ${length} bytes long`)
    left -= count
    if (left < 0) throw new DamagedChunk(`a chunk has over ${readingsMax} readings`)
    const mark = rest[5] ?? 0
    blocks.push({ bytes: rest.subarray(0, length), bodyAt, place: mark % last, isLast: mark >= last, count })
    at += length
  }
  return blocks
}

function versionOf(bytes: Uint8Array): BlockFormat {
  const version = versions[bytes[0] ?? 0]
  if (version === undefined) throw new DamagedChunk(`version ${bytes[0]} is not known`)
  return version
}

/**
 * Fills `times` and `values`, whose length is the block's, even if that turns out to be wrong. Callers that need only
 * the first values may limit them once the times are known.
 */
export function readBlock(
  { bytes, bodyAt }: Block,
  readings: Readings,
  wantedOf: (times: Float64Array) => number = ({ length }) => length,
): void {
  requireSound(bytes)
  const from = new ByteReader(bytes)
  from.skip(bodyAt)
  versionOf(bytes).readBody(from, readings, wantedOf)
}

/** Returns the time of the first reading without decoding the block. Damage is detected only when it is decoded. */
export function firstTimeOf({ bytes, bodyAt, count }: Block): number {
  if (count === 0) return Infinity
  const from = new ByteReader(bytes)
  from.skip(bodyAt)
  return versionOf(bytes).readFirstTime(from)
}

/** Changes the index of a block among others. The checksum of damaged bytes stays wrong. */
export function placeBlock(bytes: Uint8Array, place: number, isLast: boolean): Uint8Array {
  const mark = place + (isLast ? last : 0)
  if (bytes[5] === mark) return bytes
  requireSound(bytes)
  const placed = new Uint8Array(bytes)
  placed[5] = mark
  viewOf(placed).setUint32(1, checksum(placed), true)
  return placed
}

function requireSound(bytes: Uint8Array): void {
  if (viewOf(bytes).getUint32(1, true) !== checksum(bytes)) throw new DamagedChunk('the checksum is wrong')
}

const checksum = (bytes: Uint8Array): number => crc32(bytes.subarray(checkedFrom))

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
