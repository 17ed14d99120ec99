import { EventEmitter } from 'node:events'
import type { ByteStream } from '@busbar/modbus'

/** An end of a stream pair: bytes written to it arrive at the other end. */
class StreamEnd
  extends EventEmitter<{ data: [Uint8Array]; drain: []; close: []; error: [Error] }>
  implements ByteStream
{
  #other: StreamEnd | undefined
  #isPaused = false
  #isClosed = false

  join(other: StreamEnd): void {
    this.#other = other
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  write(bytes: Uint8Array): boolean {
    this.#other?.emit('data', bytes)
    return this.#other?.isPaused === false
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    if (this.#isPaused) this.#other?.emit('drain')
    this.#isPaused = false
  }

  destroy(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.emit('close')
    this.#other?.destroy()
  }
}

interface RawPort {
  readonly isOn: boolean
  attach(client: ByteStream): boolean
}

/** In raw mode the port has one client: this stream, shared by all network clients. */
export class SharedRawPort {
  readonly #port: RawPort
  #near: StreamEnd | undefined

  constructor(port: RawPort) {
    this.#port = port
  }

  /** Null while the port is used otherwise. */
  open(): ByteStream | null {
    if (!this.#port.isOn) return null
    if (this.#near !== undefined && !this.#near.isClosed) return this.#near
    const [near, far] = [new StreamEnd(), new StreamEnd()]
    near.join(far)
    far.join(near)
    this.#near = this.#port.attach(far) ? near : undefined
    return this.#near ?? null
  }
}
