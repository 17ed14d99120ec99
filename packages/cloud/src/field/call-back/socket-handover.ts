import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type { ByteStream } from '@busbar/modbus'

/** A socket whose reader changes: first the announcement, then the proofs, then the field. */
export class SharedSocket {
  readonly #socket: Socket
  #reader: SocketReader | null = null

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Incoming data goes to the current reader from now on. */
  start(): this {
    const socket = this.#socket
    socket.on('data', (bytes: Buffer) => this.#reader?.emit('data', bytes))
    socket.on('drain', () => this.#reader?.emit('drain'))
    socket.on('error', (error) => (this.#reader?.listenerCount('error') ?? 0) > 0 && this.#reader?.emit('error', error))
    socket.on('close', () => this.#reader?.emit('close'))
    return this
  }

  /** The stream of the next reader, who must listen at once; the reader before is cut off. `rest` is read first. */
  take(rest: Uint8Array = new Uint8Array()): ByteStream {
    this.#reader?.leave()
    const reader = new SocketReader(this.#socket)
    this.#reader = reader
    if (this.#socket.destroyed) {
      queueMicrotask(() => reader.emit('close'))
    } else {
      if (rest.length > 0) this.#socket.unshift(rest)
      this.#socket.resume()
    }
    return reader
  }

  close(): void {
    this.#socket.destroy()
  }
}

class SocketReader
  extends EventEmitter<{ data: [Uint8Array]; close: []; drain: []; error: [Error] }>
  implements ByteStream
{
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
