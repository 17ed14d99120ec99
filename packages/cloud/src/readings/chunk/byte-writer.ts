/** Appends to one buffer that grows. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  constructor(sizeHint = 256) {
    this.#bytes = new Uint8Array(sizeHint)
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Room for `count` more bytes, for a loop that writes them itself and then says with `wrote` how many it used. */
  room(count: number): Uint8Array {
    this.#reserve(count)
    return this.#bytes.subarray(this.#length)
  }

  wrote(count: number): void {
    this.#length += count
  }

  u8(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length] = value
    this.#length += 1
  }

  /** A whole number from 0 to 2^53, seven bits in a byte, the lowest first. */
  varint(value: number): void {
    this.#reserve(varintBytesMax)
    this.#length = putVarint(this.#bytes, this.#length, value)
  }

  /** A whole number of either sign, to 2^52. */
  integer(value: number): void {
    this.varint(value >= 0 ? 2 * value : -2 * value - 1)
  }

  f64(value: number): void {
    const room = this.room(8)
    new DataView(room.buffer, room.byteOffset).setFloat64(0, value, true)
    this.wrote(8)
  }

  bytes(bytes: Uint8Array): void {
    this.room(bytes.length).set(bytes)
    this.wrote(bytes.length)
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const longer = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + count))
    longer.set(this.written())
    this.#bytes = longer
  }
}

export const varintBytesMax = 8
export const varintMax = 2 ** 53

/** Writes at `at` and gives the place after. */
export function putVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let next = at
  // Bit operations hold 32 bits only, and are much faster than the division.
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
