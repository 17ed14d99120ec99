import { varintBytesMax, varintMax } from './byte-writer.ts'
import { DamagedChunk } from './damaged.ts'

/** Reads from the left. Whatever the bytes are, it stays within them. */
export class ByteReader {
  readonly bytes: Uint8Array
  /** Where the next byte is read. */
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

  /** A varint that may not be over `max`: ask before anything is made of that size. */
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
