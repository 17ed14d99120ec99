import { ByteReader, DamagedChunk } from './bytes.ts'
import { blocksOf, firstTimeOf, placeBlock, readBlock } from './format/blocks.ts'
import { readTimes, readValues } from './format/columns.ts'
import { unseal } from './format/sealed.ts'
import { encodeBlock, v3Version } from './format/v3.ts'
import { type Readings, readingsMax } from './readings.ts'

/** A day of readings of one parameter as consecutive blocks. */
export interface Chunk {
  data: Uint8Array
  /**
   * Ends of the blocks in `data`, one block for each part of the day: six hours, or three in version 2. Null for a
   * single block.
   */
  blockEnds: number[] | null
}

export const blockMs = 21_600_000
const blocksOfDay = 4

/** Version in the first byte of new blocks. */
export const currentVersion = v3Version
export const isCurrent = (data: Uint8Array): boolean => data[0] === currentVersion

/** Smaller days are not split: they have fewer readings, or little data because hardly anything changed. */
const partedMin = 1000
const blockBytesMin = 80

/** Encodes the readings of the day that starts at `dayMs`. The encoding is lossless. */
export function encodeChunk({ times, values }: Readings, dayMs: number): Chunk {
  const count = times.length
  if (values.length !== count) throw new RangeError(`${count} times have ${values.length} values`)
  checkCount(count)
  const blocks = count < partedMin ? [] : encodeBlocks({ times, values }, dayMs)
  if (blocks.some(({ length }) => length >= blockBytesMin)) return joinBlocks(blocks)
  return { data: encodeBlock({ times, values }), blockEnds: null }
}

export function checkCount(count: number): void {
  if (count > readingsMax) throw new RangeError(`a chunk has at most ${readingsMax} readings, not ${count}`)
}

function encodeBlocks({ times, values }: Readings, dayMs: number): Uint8Array[] {
  const count = times.length
  const blocks: Uint8Array[] = []
  let from = 0
  for (let block = 1; block <= blocksOfDay; block += 1) {
    let till = from
    while (till < count && (times[till] ?? 0) < dayMs + block * blockMs) till += 1
    const some = { times: times.subarray(from, till), values: values.subarray(from, till) }
    blocks.push(till === from ? noBytes : encodeBlock(some))
    from = till
  }
  if (from < count) throw new RangeError(`a reading is after the day ${dayMs}`)
  return blocks
}

const noBytes = new Uint8Array(0)

/** Joins the blocks of a day, some of which are empty. */
export function joinBlocks(blocks: readonly Uint8Array[]): Chunk {
  const full = blocks.filter(({ length }) => length > 0)
  let length = 0
  return {
    data: Buffer.concat(full.map((bytes, place) => placeBlock(bytes, place, place === full.length - 1))),
    blockEnds: blocks.map((bytes) => (length += bytes.length)),
  }
}

/** Splits a day into its blocks. */
export const partBlocks = (data: Uint8Array, blockEnds: readonly number[]): Uint8Array[] =>
  blockEnds.map((end, block) => data.subarray(blockEnds[block - 1] ?? 0, end))

/**
 * Decodes a chunk or throws `DamagedChunk`. It never returns more than `readingsMax` readings, whatever the bytes. A
 * caller that decodes many chunks may provide the buffer.
 */
export function decodeChunk(bytes: Uint8Array, allocate: (count: number) => Readings = allocateReadings): Readings {
  if (bytes[0] === v1Version) return decodeV1(bytes)
  const blocks = allBlocksOf(bytes)
  const readings = allocate(blocks.reduce((sum, { count }) => sum + count, 0))
  const { times, values } = readings
  let at = 0
  for (const block of blocks) {
    const { count } = block
    readBlock(block, { times: times.subarray(at, at + count), values: values.subarray(at, at + count) })
    if (at > 0 && (times[at] ?? Infinity) <= (times[at - 1] ?? 0)) throw new DamagedChunk('the times do not ascend')
    at += count
  }
  return readings
}

/** Returns all blocks of a day or throws `DamagedChunk`. */
function allBlocksOf(bytes: Uint8Array): ReturnType<typeof blocksOf> {
  const blocks = blocksOf(bytes)
  const isComplete =
    blocks.length > 0 && blocks.every(({ place, isLast }, at) => place === at && isLast === (at === blocks.length - 1))
  if (!isComplete) throw new DamagedChunk('blocks are missing')
  return blocks
}

/** Decodes a whole chunk like `decodeBackwards`. Throws `DamagedChunk`. */
export function* decodeAllBackwards(
  bytes: Uint8Array,
  till: number,
  allocate: (count: number) => Readings,
): Generator<Readings> {
  if (bytes[0] !== v1Version) allBlocksOf(bytes)
  yield* decodeBackwards(bytes, till, allocate)
}

/**
 * Decodes the block that contains an instant, or the nearest earlier block with readings, or else the first. All times
 * are returned, and values at least up to the first one at or after `till`.
 */
export function decodeAround(
  bytes: Uint8Array,
  instant: number,
  till: number,
  allocate: (count: number) => Readings = allocateReadings,
): Readings {
  if (bytes[0] === v1Version) return decodeV1(bytes)
  const blocks = blocksOf(bytes)
  const block = blocks.findLast((one) => firstTimeOf(one) <= instant) ?? blocks[0]
  if (block === undefined) throw new DamagedChunk('blocks are missing')
  const readings = allocate(block.count)
  readBlock(block, readings, (times) => {
    let place = 0
    while (place < times.length && (times[place] ?? 0) < till) place += 1
    return place + 1
  })
  return readings
}

/**
 * Yields the readings up to `till` block by block, the last block first. A block is decoded on request and valid until
 * the next one.
 */
export function* decodeBackwards(
  bytes: Uint8Array,
  till = Infinity,
  allocate: (count: number) => Readings = allocateReadings,
): Generator<Readings> {
  if (bytes[0] === v1Version) {
    const { times, values } = decodeV1(bytes)
    const count = countUpTo(times, till)
    return yield { times: times.subarray(0, count), values: values.subarray(0, count) }
  }
  let next = Infinity
  for (const block of blocksOf(bytes).toReversed()) {
    const { times, values } = allocate(block.count)
    let count = 0
    readBlock(block, { times, values }, (known) => (count = countUpTo(known, till)))
    if ((times.at(-1) ?? -Infinity) >= next) throw new DamagedChunk('the times do not ascend')
    next = times[0] ?? next
    yield { times: times.subarray(0, count), values: values.subarray(0, count) }
  }
}

/** Counts ascending times up to `till`. */
function countUpTo(times: Float64Array, till: number): number {
  let count = times.length
  while (count > 0 && (times[count - 1] ?? 0) > till) count -= 1
  return count
}

export const allocateReadings = (count: number): Readings => ({
  times: new Float64Array(count),
  values: new Float64Array(count),
})

/** Chunks were once a whole day in columns that were deflated together. Those that are stored are read, and become blocks when rewritten. */
const v1Version = 1

/** A time, a value and the position of a negative zero take at most eight bytes each, so at most 21 MB are inflated. */
const bodyBytesMax = 24 * readingsMax + 64

function decodeV1(bytes: Uint8Array): Readings {
  const from = new ByteReader(unseal('readings', bytes, bodyBytesMax))
  const count = from.count(readingsMax)
  const times = readTimes(from, count)
  const values = readValues(from, count)
  from.end()
  return { times, values }
}
