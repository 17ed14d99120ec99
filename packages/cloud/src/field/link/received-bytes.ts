/** More than the longest frame of a serial line, echoed and answered twice. */
const bytesMax = 1024

/** What a serial line said since the last request left. */
export class ReceivedBytes {
  readonly #bytes = new Uint8Array(bytesMax)
  #length = 0

  begin(): void {
    this.#length = 0
  }

  add(bytes: Uint8Array): void {
    const piece = bytes.subarray(0, bytesMax - this.#length)
    this.#bytes.set(piece, this.#length)
    this.#length += piece.length
  }

  /** Good until the next call. */
  get all(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}
