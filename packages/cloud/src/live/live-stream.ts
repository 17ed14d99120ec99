import { Readable } from 'node:stream'

/** May wait for one reader: more than a ring holds, so that a reader that catches up is not too slow already. */
const waitingBytesMax = 4_194_304

/**
 * The way to one listener. What is sent in one go leaves as one piece: a packet for each event would cost more than the event. It waits here while the
 * listener takes its time; one that is too slow is cut off.
 */
export class LiveStream extends Readable {
  #pending: Buffer[] = []

  constructor() {
    super({ highWaterMark: waitingBytesMax })
  }

  // What there is, is pushed.
  override _read(): void {}

  send(bytes: Buffer): void {
    this.#pending.push(bytes)
    if (this.#pending.length === 1) queueMicrotask(() => this.#flush())
  }

  /** The end, at once when it is being read; else it is cut off. */
  finish(): void {
    this.#flush()
    if (this.readableLength > 0) this.destroy()
    else this.push(null)
  }

  #flush(): void {
    const pieces = this.#pending
    this.#pending = []
    if (pieces.length === 0 || this.destroyed || this.readableEnded) return
    const [first, ...more] = pieces
    this.push(more.length === 0 ? first : Buffer.concat(pieces))
    // Nothing is thrown into the log for a slow reader: it comes again and catches up.
    if (this.readableLength > waitingBytesMax) this.destroy()
  }
}
