import { EventEmitter } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ByteStream } from '../stream.ts'

/**
 * Receives the bytes of every outbound socket. Listeners finish with them before the next read, so one buffer serves
 * all sockets.
 */
const arrivals = Buffer.allocUnsafeSlow(65_536)

/** A silent peer is asked whether it is there; one that is gone is found out some ten seconds later. */
const keepAliveInitialDelay = 10_000

/** Returns the error of a connection attempt that timed out. */
export const connectTimeout = (host: string, port: number, timeoutMs: number): Error =>
  new Error(`no connection to ${host}:${port} within ${timeoutMs} ms`)

/** A dialled socket that reads into one shared buffer: nothing is allocated for a read, and less CPU goes into each. */
export class SocketStream
  extends EventEmitter<{ data: [Uint8Array]; close: []; drain: []; error: [Error] }>
  implements ByteStream
{
  readonly #socket: Socket

  private constructor(host: string, port: number, localAddress?: string) {
    super()
    const callback = (size: number): boolean => {
      this.emit('data', arrivals.subarray(0, size))
      return true
    }
    this.#socket = connect({
      host,
      port,
      ...(localAddress !== undefined && { localAddress }),
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay,
      onread: { buffer: arrivals, callback },
    })
    // The other side may send first, so reading starts with the first listener.
    this.#socket.pause()
    this.on('newListener', (event) => event === 'data' && this.#socket.resume())
  }

  /** Connects; rejects with what the system said, or when it took too long. */
  static async dial(
    host: string,
    port: number,
    timeoutMs: number,
    signal?: AbortSignal,
    localAddress?: string,
  ): Promise<SocketStream> {
    const stream = new SocketStream(host, port, localAddress)
    const socket = stream.#socket
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(connectTimeout(host, port, timeoutMs)), timeoutMs)
    const onAbort = (): void => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort)
    socket.once('connect', resolve)
    socket.once('error', reject)
    try {
      await promise
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    socket.off('error', reject)
    stream.#passOn()
    return stream
  }

  write(bytes: Uint8Array): boolean {
    return this.#socket.write(bytes)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  #passOn(): void {
    this.#socket.on('close', () => this.emit('close'))
    this.#socket.on('drain', () => this.emit('drain'))
    this.#socket.on('error', (error) => this.emit('error', error))
  }
}
