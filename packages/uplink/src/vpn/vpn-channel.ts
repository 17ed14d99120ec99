/** Socket functions that a channel uses. */
interface MessageSocket {
  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown
  on(event: 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  write(bytes: Uint8Array): unknown
  destroy(): unknown
}

interface Clock {
  after(delayMs: number, act: () => void): () => void
}

/** Reason for ending the connection. */
export class VpnProblem extends Error {
  override name = 'VpnProblem'
}

const lengthBytes = 2
const messageBytesMax = 2048
/** For all messages of a connection together. */
const totalTimeoutMs = 10_000

/** Messages over one connection: 2 bytes of length, then JSON. A peer that is slow, sends too much or no JSON is cut off. */
export class VpnChannel {
  readonly #socket: MessageSocket
  readonly #cancel: () => void
  readonly #over = Promise.withResolvers<never>()
  #received: Uint8Array = new Uint8Array()
  #waiting: (() => void) | null = null
  #problem: VpnProblem | null = null

  constructor(socket: MessageSocket, clock: Clock) {
    this.#socket = socket
    this.#over.promise.catch(() => {})
    this.#cancel = clock.after(totalTimeoutMs, () => this.#fail('the other side is too slow'))
    socket.on('data', (bytes) => this.#take(bytes))
    socket.on('close', () => this.#fail('the other side hung up'))
    socket.on('error', (error) => this.#fail(error.message))
  }

  send(message: object): void {
    const text = Buffer.from(JSON.stringify(message))
    this.#socket.write(Buffer.concat([Uint8Array.of(text.length >> 8, text.length & 0xff), text]))
  }

  /** The next message; rejects with a `VpnProblem`. */
  async next(): Promise<unknown> {
    for (;;) {
      if (this.#problem !== null) throw this.#problem
      const text = this.#takeMessage()
      if (text !== null) return this.#jsonOf(text)
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting = resolve
      await Promise.race([promise, this.#over.promise])
    }
  }

  /** Ends the connection with its last words. */
  close(): void {
    this.#cancel()
    this.#socket.destroy()
  }

  #take(bytes: Uint8Array): void {
    this.#received = Buffer.concat([this.#received, bytes])
    const [high = 0, low = 0] = this.#received
    const length = high * 256 + low
    const isTooMuch = this.#received.length > lengthBytes + messageBytesMax
    if (length > messageBytesMax || isTooMuch) return void this.#fail('the other side says too much')
    this.#waiting?.()
  }

  #takeMessage(): string | null {
    const [high = 0, low = 0] = this.#received
    const end = lengthBytes + high * 256 + low
    if (this.#received.length < lengthBytes || this.#received.length < end) return null
    const text = Buffer.from(this.#received.subarray(lengthBytes, end)).toString('utf8')
    this.#received = this.#received.subarray(end)
    return text
  }

  #jsonOf(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw this.#fail('the other side says no JSON')
    }
  }

  #fail(why: string): VpnProblem {
    this.#problem ??= new VpnProblem(why)
    this.#over.reject(this.#problem)
    this.close()
    return this.#problem
  }
}
