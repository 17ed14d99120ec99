import { writeSync } from 'node:fs'

const pendingBytesMax = 65_536
const retryMs = 2

/** Writes to a descriptor that does not block, and keeps what it does not take yet. */
export class Outbox {
  readonly #fd: number
  readonly #drained: () => void
  readonly #failed: (error: Error) => void
  #pending: Uint8Array = new Uint8Array()
  #retry: NodeJS.Timeout | undefined

  constructor(fd: number, drained: () => void, failed: (error: Error) => void) {
    this.#fd = fd
    this.#drained = drained
    this.#failed = failed
  }

  /** Returns false when the other end is full; a `drain` event follows. Excess bytes are lost, as on a wire. */
  write(bytes: Uint8Array): boolean {
    if (this.#pending.length + bytes.length > pendingBytesMax) return false
    this.#pending = Buffer.concat([this.#pending, bytes])
    if (this.#retry === undefined) this.#send()
    return this.#pending.length === 0
  }

  clear(): void {
    clearTimeout(this.#retry)
    this.#pending = new Uint8Array()
  }

  #send(): void {
    this.#retry = undefined
    try {
      while (this.#pending.length > 0) this.#pending = this.#pending.subarray(writeSync(this.#fd, this.#pending))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (isNotReady(error)) this.#retry = setTimeout(() => this.#sendRest(), retryMs)
      else this.#failed(error)
    }
  }

  #sendRest(): void {
    this.#send()
    if (this.#retry === undefined && this.#pending.length === 0) this.#drained()
  }
}

/** Returns whether a non-blocking descriptor has currently nothing to read, or no room. */
export const isNotReady = (error: NodeJS.ErrnoException): boolean => error.code === 'EAGAIN' || error.code === 'EINTR'
