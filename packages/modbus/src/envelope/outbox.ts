import { pduMax } from '../pdu/bytes.ts'
import type { Envelope, Frame } from './frame.ts'

/** Size of each allocation. Bytes that were handed to the stream are never overwritten, because it may keep them. */
const pieceBytes = 8192
/** As much as a frame around the longest PDU has, and more. */
const frameMax = pduMax + 64
/** For all links: each writes and hands out before another one does, or begins a piece of its own. */
let free: Uint8Array = new Uint8Array(0)

/** Frames that leave together, in one write. */
export class Outbox {
  readonly #envelope: Envelope
  #frames: Uint8Array[] = []
  /** The allocation into which frames are written one after another. */
  #piece: Uint8Array | null = null
  #used = 0

  constructor(envelope: Envelope) {
    this.#envelope = envelope
  }

  get isEmpty(): boolean {
    return this.#frames.length === 0 && this.#used === 0
  }

  add(frame: Frame): void {
    if (this.#envelope.writeTo === undefined || frame.pdu.length > pduMax) {
      this.#endPiece()
      this.#frames.push(this.#envelope.encode(frame))
      return
    }
    const piece = this.#freePiece()
    this.#used = this.#envelope.writeTo(frame, piece, this.#used)
  }

  /** All of them, one behind the other. */
  take(): Uint8Array {
    this.#endPiece()
    const frames = this.#frames
    this.#frames = []
    return frames.length === 1 ? (frames[0] as Uint8Array) : Buffer.concat(frames)
  }

  #freePiece(): Uint8Array {
    if (this.#piece !== null && this.#piece.length - this.#used >= frameMax) return this.#piece
    this.#endPiece()
    this.#piece = free.length >= frameMax ? free : Buffer.allocUnsafeSlow(pieceBytes)
    free = new Uint8Array(0)
    return this.#piece
  }

  /** The rest of the allocation stays for the next caller. */
  #endPiece(): void {
    if (this.#piece === null) return
    if (this.#used > 0) this.#frames.push(this.#piece.subarray(0, this.#used))
    free = this.#piece.subarray(this.#used)
    this.#piece = null
    this.#used = 0
  }
}
