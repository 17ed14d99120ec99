import { at, missingElement } from '@busbar/kit'
import { compress as pack } from 'snappyjs'
import { varintBytes, writeVarint } from './protobuf.ts'

/** Invalid snappy block. */
export class NotSnappy extends Error {}

/** A block of snappy. */
export const compress = (bytes: Uint8Array): Uint8Array => pack(bytes)

const literalTagMax = 60

/**
 * Decompresses a block of up to `bytesMax`; throws `NotSnappy`. The library's own function never returns for some
 * bytes, and these come from strangers.
 */
export const decompress = (block: Uint8Array, bytesMax: number): Uint8Array => {
  let index = 0
  const number = (width: number): number => {
    if (index + width > block.length) throw new NotSnappy('it is cut off')
    let value = 0
    for (let place = 0; place < width; place += 1) value += at(block, index + place) * 256 ** place
    index += width
    return value
  }
  let length = 0
  for (let [place, byte] = [0, 0x80]; byte >= 0x80; place += 1) {
    if (place > 4) throw new NotSnappy('its length is no number')
    byte = number(1)
    length += (byte & 0x7f) * 128 ** place
  }
  if (length > bytesMax) throw new NotSnappy(`it holds more than ${bytesMax} bytes`)
  const output = new Uint8Array(length)
  let end = 0
  while (index < block.length) {
    const tag = number(1)
    const [kind, size] = [tag & 3, tag >> 2]
    const count = kind === 0 ? 1 + (size < literalTagMax ? size : number(size - literalTagMax + 1)) : copied(kind, size)
    if (end + count > length) throw new NotSnappy('it is longer than declared')
    if (kind === 0) {
      if (index + count > block.length) throw new NotSnappy('it is cut off')
      output.set(block.subarray(index, index + count), end)
      index += count
      end += count
      continue
    }
    const offset = kind === 1 ? (size >> 3) * 256 + number(1) : number(kind === 2 ? 2 : 4)
    if (offset === 0 || offset > end) throw new NotSnappy('it references missing data')
    // Copies byte by byte, because a copy may overlap its own output.
    for (let left = count; left > 0; left -= 1, end += 1)
      output[end] = output[end - offset] ?? missingElement(output, end - offset)
  }
  if (end !== length) throw new NotSnappy('it is shorter than declared')
  return output
}

const copied = (kind: number, size: number): number => (kind === 1 ? 4 + (size & 7) : 1 + size)

/**
 * A block that is made piece by piece, so that only what is packed is held. Behind a block's length stand its elements, and those of several
 * blocks, one after the other, make what these held, one after the other.
 */
export class SnappyPieces {
  readonly #packed: Uint8Array[] = []
  /** Uncompressed length so far. */
  length = 0

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const block = compress(bytes)
    this.#packed.push(block.subarray(varintBytes(bytes.length)))
    this.length += bytes.length
  }

  /** All of `others` behind what is here. */
  append(others: SnappyPieces): void {
    this.#packed.push(...others.#packed)
    this.length += others.length
  }

  /** The block, in pieces. */
  *block(): Generator<Uint8Array> {
    const head = new Uint8Array(varintBytes(this.length))
    writeVarint(head, 0, this.length)
    yield head
    yield* this.#packed
  }
}
