/** V8 keeps so many bytes beside their object; more are memory of their own, which costs more than what lies in it. */
const ownBytesMax = 64
const pieceBytes = 8192

/**
 * Long messages are allocated from it one after another. No part is handed out twice, so a caller may keep its part.
 */
let piece = new ArrayBuffer(pieceBytes)
let used = 0

/** Sees to room in the piece; gives where it begins, which suits words too. */
const reserve = (bytes: number): number => {
  if (used + bytes > pieceBytes) {
    piece = new ArrayBuffer(pieceBytes)
    used = 0
  }
  const at = used
  used += bytes + (bytes & 1)
  return at
}

/** Zeros, at most a few kilobytes of them, for what is short-lived. Short ones pin nothing when they are kept for long. */
export const newBytes = (length: number): Uint8Array => {
  if (length <= ownBytesMax) return new Uint8Array(length)
  const at = reserve(length)
  return new Uint8Array(piece, at, length)
}

/** The same for words. */
export const newWords = (length: number): Uint16Array => {
  if (2 * length <= ownBytesMax) return new Uint16Array(length)
  const at = reserve(2 * length)
  return new Uint16Array(piece, at, length)
}

/** The longest PDU that fits every envelope. */
export const pduMax = 253

/** Bytes that are not what their function says. */
export class MalformedPdu extends RangeError {}

/** Reads a PDU from the left; running past its end is malformed. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  u8(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new MalformedPdu('the PDU ends early')
    this.#at += 1
    return byte
  }

  u16(): number {
    return (this.u8() << 8) | this.u8()
  }

  u16s(count: number): Uint16Array {
    const bytes = this.#bytes
    let at = this.#skip(count * 2)
    const words = newWords(count)
    for (let i = 0; i < count; i += 1, at += 2) words[i] = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    return words
  }

  /** `count` bits, the first in the lowest bit of the first byte. */
  bits(count: number): Uint8Array {
    const bytes = this.#bytes
    const at = this.#skip(Math.ceil(count / 8))
    const bits = newBytes(count)
    for (let i = 0; i < count; i += 1) bits[i] = ((bytes[at + (i >> 3)] ?? 0) >> (i & 7)) & 1
    return bits
  }

  /** A copy: the PDU may lie in a buffer that is used again. */
  bytes(count: number): Uint8Array {
    const at = this.#skip(count)
    return new Uint8Array(this.#bytes.subarray(at, at + count))
  }

  /** The length byte that must count exactly what follows it. */
  countOfRest(): number {
    const count = this.u8()
    if (count !== this.left) throw new MalformedPdu(`${count} bytes announced, ${this.left} there`)
    return count
  }

  /** Goes past so many; gives where they begin. */
  #skip(count: number): number {
    if (count > this.left) throw new MalformedPdu('the PDU ends early')
    this.#at += count
    return this.#at - count
  }
}

const fewBytes = 16

/** Writes a PDU into one buffer that is used again for each. */
export class ByteWriter {
  readonly #bytes = new Uint8Array(pduMax)
  /** A view of the same bytes; it writes a word in a third of the time. */
  readonly #view = new DataView(this.#bytes.buffer)
  #length = 0

  begin(): void {
    this.#length = 0
  }

  /** All that was written since it began. */
  end(): Uint8Array {
    const written = newBytes(this.#length)
    // For a few bytes, a loop is faster than a view.
    if (this.#length > fewBytes) written.set(this.#bytes.subarray(0, this.#length))
    else for (let at = 0; at < this.#length; at += 1) written[at] = this.#bytes[at] as number
    return written
  }

  u8(value: number): void {
    inRange('byte', value, 0, 0xff)
    this.#advance(1)
    this.#bytes[this.#length - 1] = value
  }

  u16(value: number): void {
    inRange('word', value, 0, 0xffff)
    this.#advance(2)
    this.#bytes[this.#length - 2] = value >> 8
    this.#bytes[this.#length - 1] = value
  }

  u16s(words: ArrayLike<number>): void {
    if (!(words instanceof Uint16Array))
      for (let i = 0; i < words.length; i += 1) inRange('word', words[i] ?? 0, 0, 0xffff)
    const view = this.#view
    let at = this.#length
    this.#advance(2 * words.length)
    for (let i = 0; i < words.length; i += 1, at += 2) view.setUint16(at, words[i] ?? 0)
  }

  bits(bits: ArrayLike<number>): void {
    const start = this.#length
    this.#advance(Math.ceil(bits.length / 8))
    this.#bytes.fill(0, start, this.#length)
    for (let i = 0; i < bits.length; i += 1) {
      if (bits[i]) this.#bytes[start + (i >> 3)] = (this.#bytes[start + (i >> 3)] ?? 0) | (1 << (i & 7))
    }
  }

  bytes(bytes: Uint8Array): void {
    this.#advance(bytes.length)
    this.#bytes.set(bytes, this.#length - bytes.length)
  }

  #advance(count: number): void {
    if (this.#length + count > pduMax) throw new RangeError(`a PDU has at most ${pduMax} bytes`)
    this.#length += count
  }
}

/** Refuses a number that its field cannot hold. */
export const inRange = (name: string, value: number, min: number, max: number): void => {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${name} must be a whole number from ${min} to ${max}, not ${value}`)
  }
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])
