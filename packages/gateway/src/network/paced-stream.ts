import type { Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { ByteStream, Handler } from '@busbar/modbus'

/** Responds at once or later, like a `Handler`; the bytes belong to it. */
type UnitHandler = (unit: number, pdu: Uint8Array) => Uint8Array | undefined | Promise<Uint8Array | undefined>

/** Maximum number of waiting requests; further ones are answered as busy. */
export const queueMax = 48

/**
 * Each request uses this share of its connection's time, and the client may run ahead: 2000 a second, 200 in a burst.
 */
const requestMs = 0.5
const aheadMaxMs = 100

/** A client that does not read for this long is disconnected. */
const stallMsMax = 60_000

/**
 * Pauses reading a socket that has enough requests pending, or that sends faster than the limit. A flooding client gets
 * responses to the requests already received and then has to wait, because refusing takes time as well.
 */
export class PacedStream implements ByteStream {
  /** Maximum number of requests in progress. */
  readonly #depth: number
  readonly #socket: Socket
  readonly #clock: Clock
  #inProgress = 0
  #paidUntilMs = 0
  /** Cancels the pause of a client that sends too fast. */
  #callOffRest: (() => void) | null = null
  /** Cancels the timeout of a client that does not read. */
  #callOffStall: (() => void) | null = null

  constructor(socket: Socket, clock: Clock, depth: number) {
    this.#socket = socket
    this.#clock = clock
    this.#depth = depth
    socket.once('close', () => {
      this.#callOffRest?.()
      this.#callOffStall?.()
    })
  }

  pace(ask: UnitHandler): Handler {
    return async (unit, pdu) => {
      const own = pdu.slice()
      this.#inProgress += 1
      this.#pay()
      this.#flow()
      try {
        return await ask(unit, own)
      } finally {
        this.#inProgress -= 1
        this.#flow()
      }
    }
  }

  write(bytes: Uint8Array): boolean {
    return this.#socket.write(bytes)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  pause(): void {
    this.#callOffStall ??= this.#clock.after(stallMsMax, () => this.#socket.destroy())
    this.#flow()
  }

  resume(): void {
    this.#callOffStall?.()
    this.#callOffStall = null
    this.#flow()
  }

  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown
  on(event: 'close' | 'drain', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: string, listener: (...args: never[]) => void): unknown {
    return this.#socket.on(event, listener as (...args: unknown[]) => void)
  }

  #pay(): void {
    const nowMs = this.#clock.now()
    this.#paidUntilMs = Math.max(this.#paidUntilMs, nowMs) + requestMs
    if (this.#paidUntilMs - nowMs > aheadMaxMs) this.#callOffRest ??= this.#rest(this.#paidUntilMs - nowMs)
  }

  /** Further requests may have been processed meanwhile, so the pause is extended. */
  #rest(restMs: number): () => void {
    return this.#clock.after(restMs, () => {
      const leftMs = this.#paidUntilMs - this.#clock.now()
      this.#callOffRest = leftMs > 0 ? this.#rest(leftMs) : null
      this.#flow()
    })
  }

  #flow(): void {
    const isFlowing = this.#callOffStall === null && this.#callOffRest === null && this.#inProgress < this.#depth
    if (isFlowing === !this.#socket.isPaused()) return
    if (isFlowing) this.#socket.resume()
    else this.#socket.pause()
  }
}
