import type { ByteWriter } from '../bytes.ts'

/** Writes bits, lowest first. */
export class BitWriter {
  readonly #to: ByteWriter
  readonly #bytes: Uint8Array
  #at = 0
  #held = 0
  #filled = 0

  /** Allocates space for `bitsMax` bits. */
  constructor(to: ByteWriter, bitsMax: number) {
    this.#to = to
    this.#bytes = to.freeBytes(Math.ceil(bitsMax / 8) + 1)
  }

  /** Writes the lowest `length` bits, at most 25. */
  write(bits: number, length: number): void {
    this.#held |= (bits & ((1 << length) - 1)) << this.#filled
    for (this.#filled += length; this.#filled >= 8; this.#filled -= 8) {
      this.#bytes[this.#at++] = this.#held & 255
      this.#held >>>= 8
    }
  }

  /** Pads to a whole byte. */
  end(): void {
    if (this.#filled > 0) this.#bytes[this.#at++] = this.#held
    this.#to.advance(this.#at)
  }
}
