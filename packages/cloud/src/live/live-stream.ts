import { Readable } from 'node:stream'

/** May wait for one reader: more than a ring holds, so that a reader that catches up is not too slow already. */
const waitingBytesMax = 4_194_304

/** The way to one listener. What was sent waits here while the listener takes its time; one that is too slow is cut off. */
export class LiveStream extends Readable {
  constructor() {
    super({ highWaterMark: waitingBytesMax })
  }

  // What there is, is pushed.
  override _read(): void {}

  send(bytes: Buffer): void {
    if (this.destroyed || this.readableEnded) return
    this.push(bytes)
    // Nothing is thrown into the log for a slow reader: it comes again and catches up.
    if (this.readableLength > waitingBytesMax) this.destroy()
  }

  /** The end, at once when it is being read; else it is cut off. */
  finish(): void {
    if (this.readableLength > 0) this.destroy()
    else this.push(null)
  }
}
