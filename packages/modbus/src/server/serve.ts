import { type Clock, monotonicClock } from '@busbar/kit'
import type { Frame } from '../envelope/frame.ts'
import { type EnvelopeName, envelopes } from '../envelope/index.ts'
import { Link } from '../envelope/link.ts'
import type { ByteStream } from '../stream.ts'
import { exceptionPdu } from './answer.ts'

/** Answers a request PDU: at once, later, or (undefined) never. */
export type Handler = (unit: number, pdu: Uint8Array) => Uint8Array | undefined | Promise<Uint8Array | undefined>

export interface ServeOptions {
  envelope: EnvelopeName
  handler: Handler
  /** Requests being answered at once; only over TCP more than one, and then in whatever order they finish. */
  depth?: number
  /** Requests that wait behind them; one more is answered "busy" at once. */
  queueMax?: number
  silenceMs?: number
  clock?: Clock
  /** The handler threw, and its client was answered "failure"; or, of a listener, a client could not be accepted. */
  onError?(error: unknown): void
  onClose?(why: string): void
}

export interface Connection {
  close(): void
}

const serverDeviceFailure = 4
const serverDeviceBusy = 6

/** Answers what comes over one stream, dialled or accepted, as a Modbus slave. */
export const serve = (stream: ByteStream, options: ServeOptions): Connection => {
  const server = new StreamServer(stream, options)
  return { close: () => server.close() }
}

class StreamServer {
  readonly #options: ServeOptions
  readonly #link: Link
  readonly #depth: number
  readonly #queue: Frame[] = []
  #busy = 0

  constructor(stream: ByteStream, options: ServeOptions) {
    this.#options = options
    this.#depth = options.envelope === 'tcp' ? (options.depth ?? 16) : 1
    this.#link = new Link({
      stream,
      envelope: envelopes[options.envelope],
      hears: 'ask',
      clock: options.clock ?? monotonicClock,
      silenceMs: options.silenceMs,
      onFrame: (frame) => this.#onFrame(frame),
      onClose: (why) => this.#closed(why),
    })
    this.#link.start()
  }

  close(): void {
    this.#link.close('closed')
  }

  #onFrame(frame: Frame): void {
    if (this.#busy < this.#depth) return this.#answer(frame)
    const copy = { ...frame, pdu: new Uint8Array(frame.pdu) }
    if (this.#queue.length < (this.#options.queueMax ?? 64)) this.#queue.push(copy)
    else this.#reply(copy, exceptionPdu(copy.pdu[0] ?? 0, serverDeviceBusy))
  }

  #answer(frame: Frame): void {
    const { transaction, unit } = frame
    const fn = frame.pdu[0] ?? 0
    try {
      const answer = this.#options.handler(unit, frame.pdu)
      if (!(answer instanceof Promise)) return this.#reply(frame, answer)
      this.#busy += 1
      void answer
        .catch((error: unknown) => this.#failure(fn, error))
        .then((pdu) => {
          this.#busy -= 1
          this.#reply({ transaction, unit }, pdu)
          const next = this.#queue.shift()
          if (next !== undefined) this.#answer(next)
        })
    } catch (error) {
      this.#reply(frame, this.#failure(fn, error))
    }
  }

  #failure(fn: number, error: unknown): Uint8Array {
    this.#options.onError?.(error)
    return exceptionPdu(fn, serverDeviceFailure)
  }

  #reply({ transaction, unit }: Omit<Frame, 'pdu'>, pdu: Uint8Array | undefined): void {
    // A broadcast has no answer on a serial line: all units would send at once.
    const isBroadcast = unit === 0 && this.#options.envelope !== 'tcp'
    if (pdu !== undefined && !isBroadcast) this.#link.sendSoon({ transaction, unit, pdu })
  }

  #closed(why: string): void {
    this.#queue.length = 0
    this.#options.onClose?.(why)
  }
}
