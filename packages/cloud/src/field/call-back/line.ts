import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { ByteStream } from '@busbar/modbus'

/** A caller's socket whose reader changes: who hears the announcement, who asks for the proof, and then the field. */
export class Line {
  readonly #socket: Socket
  #seat: Seat | null = null

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** What arrives from now on is the current reader's. */
  start(): this {
    const socket = this.#socket
    socket.on('data', (bytes: Buffer) => this.#seat?.emit('data', bytes))
    socket.on('drain', () => this.#seat?.emit('drain'))
    socket.on('error', (error) => (this.#seat?.listenerCount('error') ?? 0) > 0 && this.#seat?.emit('error', error))
    socket.on('close', () => this.#seat?.emit('close'))
    return this
  }

  /** The stream of the next reader, who must listen at once; the one before hears and says nothing any more. `rest` is heard first. */
  take(rest: Uint8Array = new Uint8Array()): ByteStream {
    this.#seat?.leave()
    const seat = new Seat(this.#socket)
    this.#seat = seat
    if (this.#socket.destroyed) {
      queueMicrotask(() => seat.emit('close'))
    } else {
      if (rest.length > 0) this.#socket.unshift(rest)
      this.#socket.resume()
    }
    return seat
  }

  close(): void {
    this.#socket.destroy()
  }
}

class Seat extends EventEmitter<{ data: [Uint8Array]; close: []; drain: []; error: [Error] }> implements ByteStream {
  #socket: Socket | null

  constructor(socket: Socket) {
    super()
    this.#socket = socket
  }

  leave(): void {
    this.#socket = null
    this.removeAllListeners()
  }

  write(bytes: Uint8Array): boolean {
    return this.#socket?.write(bytes) ?? true
  }

  destroy(): void {
    this.#socket?.destroy()
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }
}
