import { DBusError } from './dbus-error.ts'
import { messageLength } from './message.ts'

/** Bytes in any pieces -> whole messages. */
export class Splitter {
  readonly #bytesMax: number
  #pieces: Buffer[] = []
  #length = 0
  #expectedBytes: number | undefined

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The messages that are complete with this piece. */
  *push(piece: Buffer): Generator<Buffer> {
    this.#pieces.push(piece)
    this.#length += piece.length
    for (;;) {
      this.#expectedBytes ??= this.#measure()
      if (this.#expectedBytes === undefined || this.#length < this.#expectedBytes) return
      const bytes = this.#joined()
      // Copies the message, so that the rest of the received chunk can be freed.
      yield Buffer.from(bytes.subarray(0, this.#expectedBytes))
      this.#pieces = [bytes.subarray(this.#expectedBytes)]
      this.#length -= this.#expectedBytes
      this.#expectedBytes = undefined
    }
  }

  #measure(): number | undefined {
    const length = messageLength(this.#joined())
    if (length !== undefined && length > this.#bytesMax) throw new DBusError(`a message has ${length} bytes`)
    return length
  }

  #joined(): Buffer {
    const [first, ...more] = this.#pieces
    const all = first !== undefined && more.length === 0 ? first : Buffer.concat(this.#pieces)
    this.#pieces = [all]
    return all
  }
}
