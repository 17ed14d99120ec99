/** Reads bytes from left to right. It never reads beyond the end, whatever the content. */
export class ByteReader {
  readonly bytes: Uint8Array
  /** Position of the next byte. */
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  u8(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) throw endsEarly()
    this.at += 1
    return byte
  }

  varint(): number {
    const first = this.bytes[this.at] ?? 128
    if (first < 128) {
      this.at += 1
      return first
    }
    let value = 0
    for (let index = 0, unit = 1; index < varintBytesMax; index += 1, unit *= 128) {
      const byte = this.u8()
      value += (byte & 127) * unit
      if (byte < 128) {
        if (value > varintMax) break
        return value
      }
    }
    throw new DamagedChunk('a number is too long')
  }

  integer(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** Reads a varint of at most `max`, which must be checked before memory of that size is allocated. */
  count(max: number): number {
    const count = this.varint()
    if (count > max) throw new DamagedChunk(`a count is ${count}, over ${max}`)
    return count
  }

  f64(): number {
    const bytes = this.take(8)
    return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true)
  }

  skip(count: number): void {
    if (count > this.bytes.length - this.at) throw endsEarly()
    this.at += count
  }

  take(count: number): Uint8Array {
    this.skip(count)
    return this.bytes.subarray(this.at - count, this.at)
  }

  end(): void {
    const left = this.bytes.length - this.at
    if (left > 0) throw new DamagedChunk(`${left} bytes are left over`)
  }
}

const endsEarly = (): DamagedChunk => new DamagedChunk('the bytes end early')

/** Appends to a growing buffer. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  constructor(sizeHint = 256) {
    this.#bytes = new Uint8Array(sizeHint)
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /**
   * Returns space for `count` more bytes, for a loop that writes them itself and then reports with `advance` how many
   * it used.
   */
  freeBytes(count: number): Uint8Array {
    this.#reserve(count)
    return this.#bytes.subarray(this.#length)
  }

  advance(count: number): void {
    this.#length += count
  }

  u8(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length] = value
    this.#length += 1
  }

  /** Writes a whole number from 0 to 2^53, seven bits per byte, lowest first. */
  varint(value: number): void {
    this.#reserve(varintBytesMax)
    this.#length = putVarint(this.#bytes, this.#length, value)
  }

  /** Writes a signed whole number up to 2^52. */
  integer(value: number): void {
    this.varint(value >= 0 ? 2 * value : -2 * value - 1)
  }

  f64(value: number): void {
    const free = this.freeBytes(8)
    new DataView(free.buffer, free.byteOffset).setFloat64(0, value, true)
    this.advance(8)
  }

  bytes(bytes: Uint8Array): void {
    this.freeBytes(bytes.length).set(bytes)
    this.advance(bytes.length)
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const longer = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count))
    longer.set(this.written())
    this.#bytes = longer
  }
}

export const varintBytesMax = 8
const varintMax = 2 ** 53

/** Writes at `at` and returns the position after it. */
export function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let next = at
  // Bit operations are limited to 32 bits, but much faster than division.
  while (rest >= 2 ** 31) {
    bytes[next++] = (rest % 128) | 128
    rest = Math.floor(rest / 128)
  }
  let small = rest | 0
  while (small >= 128) {
    bytes[next++] = (small & 127) | 128
    small >>= 7
  }
  bytes[next++] = small
  return next
}

/** Stored bytes differ from those that were written. None of them may be served. */
export class DamagedChunk extends Error {
  override readonly name = 'DamagedChunk'
}
