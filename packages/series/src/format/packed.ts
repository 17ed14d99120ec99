import { type ByteReader, type ByteWriter, DamagedChunk } from '../bytes.ts'
import { BitWriter } from '../coded/bit-writer.ts'

// A short column of integers: how wide they are (1 byte: bits, or `wide`; and whether differences are meant, of each to the one before), the
// least (integer), and how far each is above it, in so many bits, the lowest first; or as varints where that is wide.
const widthMax = 24
const wide = 31
const asDifferences = 64

export function writePacked(to: ByteWriter, integers: Float64Array): void {
  const plain = frameOf(integers)
  const steps = integers.map((integer, at) => integer - (integers[at - 1] ?? 0))
  const stepped = frameOf(steps)
  const isStepped = stepped.width < plain.width
  const { least, width } = isStepped ? stepped : plain
  const column = isStepped ? steps : integers
  to.u8(width + (isStepped ? asDifferences : 0))
  to.integer(least)
  if (width === wide) {
    for (const integer of column) to.varint(integer - least)
    return
  }
  const pen = new BitWriter(to, column.length * width)
  for (const integer of column) pen.write(integer - least, width)
  pen.end()
}

function frameOf(integers: Float64Array): { least: number; width: number } {
  if (integers.length === 0) return { least: 0, width: 0 }
  const least = integers.reduce((a, b) => Math.min(a, b))
  const above = integers.reduce((a, b) => Math.max(a, b)) - least
  return { least, width: above < 2 ** widthMax ? 32 - Math.clz32(above) : wide }
}

export function readPacked(from: ByteReader, count: number): Float64Array {
  const kind = from.u8()
  const width = kind & ~asDifferences
  const least = from.integer()
  if (width > widthMax && width !== wide) throw new DamagedChunk(`integers are ${width} bits wide`)
  const integers = new Float64Array(count)
  if (width === wide) for (let index = 0; index < count; index += 1) integers[index] = least + from.varint()
  else readBits(from.take((count * width + 7) >> 3), width, least, integers)
  if (kind & asDifferences) {
    for (let index = 1; index < count; index += 1) integers[index] = (integers[index] ?? 0) + (integers[index - 1] ?? 0)
  }
  return integers
}

function readBits(bytes: Uint8Array, width: number, least: number, integers: Float64Array): void {
  let at = 0
  let held = 0
  let filled = 0
  for (let index = 0; index < integers.length; index += 1) {
    for (; filled < width; filled += 8) held |= (bytes[at++] ?? 0) << filled
    integers[index] = least + (held & ((1 << width) - 1))
    held >>>= width
    filled -= width
  }
}
