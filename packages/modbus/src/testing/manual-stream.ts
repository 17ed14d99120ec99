import { EventEmitter } from 'node:events'
import { hex, unhex } from '../hex.ts'
import type { ByteStream } from '../stream.ts'

/** A stream whose other end is the test: it sees the bytes that were sent, and supplies those that arrive. */
export class ManualStream
  extends EventEmitter<{ data: [Uint8Array]; close: []; drain: []; error: [Error] }>
  implements ByteStream
{
  readonly #sent: string[] = []
  isDestroyed = false
  isPaused = false
  /** The result of `write`: false requests a pause. */
  hasRoom = true

  write(bytes: Uint8Array): boolean {
    this.#sent.push(hex(Uint8Array.from(bytes)))
    return this.hasRoom
  }

  /** Returns the bytes written since the last call. */
  sent(): string[] {
    return this.#sent.splice(0)
  }

  hear(bytes: string): void {
    this.emit('data', unhex(bytes))
  }

  pause(): void {
    this.isPaused = true
  }

  resume(): void {
    this.isPaused = false
  }

  destroy(): void {
    if (this.isDestroyed) return
    this.isDestroyed = true
    this.emit('close')
  }
}
