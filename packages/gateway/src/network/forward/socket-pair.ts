import type { Socket } from 'node:net'
import type { Clock } from '@busbar/kit'

export interface SocketPairParts {
  readonly client: Socket
  readonly clock: Clock
  /** Connects to the server; cancelled when the client is. */
  readonly reach: (abortSignal: AbortSignal) => Promise<Socket>
  readonly onReached: () => void
  readonly onFailed: (error: unknown) => void
  /** Both sides are closed. */
  readonly onEnd: () => void
}

/** A pair ends after this time without a byte, or earlier when one side has finished. */
const idleMs = 3_600_000
const halfIdleMs = 120_000
const keepAliveMs = 60_000

/** A client and its server. Bytes pass in both directions at the speed of the receiver. */
export class SocketPair {
  readonly #parts: SocketPairParts
  readonly #closed = new AbortController()
  #server: Socket | null = null
  #isHalf = false
  #cancelIdle: () => void = () => {}
  /** Byte count at the last check, and the time of its last change. */
  #lastCheck = { bytes: 0, atMs: 0 }

  constructor(parts: SocketPairParts) {
    this.#parts = parts
    this.#lastCheck.atMs = parts.clock.now()
  }

  /** Start of the current idle time, as of the last check. */
  idleSince(): number {
    if (this.#lastCheck.bytes !== this.#bytesReceived)
      this.#lastCheck = { bytes: this.#bytesReceived, atMs: this.#parts.clock.now() }
    return this.#lastCheck.atMs
  }

  async start(): Promise<void> {
    const { client, reach, onReached, onFailed, onEnd } = this.#parts
    client.on('error', () => this.end())
    try {
      const server = await reach(this.#closed.signal)
      if (this.#closed.signal.aborted) server.destroy()
      else {
        this.#join(server)
        onReached()
      }
    } catch (error) {
      if (!this.#closed.signal.aborted) onFailed(error)
      this.end()
    }
    for (const socket of [client, this.#server]) {
      if (socket !== null && !socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()))
    }
    this.#cancelIdle()
    onEnd()
  }

  /** Resets both sockets, so that an interruption does not look like a normal end. */
  end(): void {
    this.#closed.abort()
    for (const socket of [this.#parts.client, this.#server]) if (socket?.destroyed === false) socket.resetAndDestroy()
  }

  /** `pipe` handles back pressure and passes the end of each side to the other. */
  #join(server: Socket): void {
    const { client } = this.#parts
    this.#server = server
    server.on('error', () => this.end())
    for (const socket of [client, server]) {
      socket.setKeepAlive(true, keepAliveMs)
      socket.once('end', () => this.#halve())
    }
    client.pipe(server)
    server.pipe(client)
    this.#watch()
  }

  #halve(): void {
    this.#isHalf = true
    this.#watch()
  }

  #watch(): void {
    const received = this.#bytesReceived
    this.#cancelIdle()
    this.#cancelIdle = this.#parts.clock.after(this.#isHalf ? halfIdleMs : idleMs, () =>
      received === this.#bytesReceived ? this.end() : this.#watch(),
    )
  }

  get #bytesReceived(): number {
    return this.#parts.client.bytesRead + (this.#server?.bytesRead ?? 0)
  }
}
