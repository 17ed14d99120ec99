import type { Clock } from '@busbar/kit'
import type { Direction } from '../pdu/pdu.ts'
import type { ByteStream } from '../stream.ts'
import type { Envelope, Frame, Parser } from './frame.ts'
import { Outbox } from './outbox.ts'

export interface LinkOptions {
  stream: ByteStream
  envelope: Envelope
  /** The direction of the frames that arrive. */
  hears: Direction
  clock: Clock
  /** How much quiet ends a frame, where the envelope needs it. */
  silenceMs?: number | undefined
  onFrame(frame: Frame): void
  /** The stream ended, or its bytes can no longer be trusted. Called once. */
  onClose(why: string): void
}

/** A frame that stood still for so long is not going on. */
const staleMs = 1000

/** Frames over a byte stream. */
export class Link {
  readonly #options: LinkOptions
  readonly #parser: Parser
  readonly #silenceMs: number | null
  readonly #outbox: Outbox
  #isReceiving = false
  #receivedAt = 0
  #endQuiet: (() => void) | null = null
  #isClosed = false

  constructor(options: LinkOptions) {
    this.#options = options
    this.#outbox = new Outbox(options.envelope)
    this.#silenceMs = options.envelope.silenceMs === null ? null : (options.silenceMs ?? options.envelope.silenceMs)
    this.#parser = options.envelope.parser(options.hears, {
      onFrame: (frame) => this.#isClosed || options.onFrame(frame),
      onBroken: (why) => this.close(why),
    })
  }

  start(): void {
    const { stream } = this.#options
    stream.on('data', (bytes) => this.#receive(bytes))
    stream.on('drain', () => stream.resume?.())
    stream.on('error', (error) => this.close(error.message))
    stream.on('close', () => this.close('closed'))
  }

  /** Drops a partial frame. */
  forget(): void {
    this.#parser.forget()
  }

  get noise(): number {
    return this.#parser.noise
  }

  /** Sends at once. */
  send(frame: Frame): void {
    this.#outbox.add(frame)
    this.#flush()
  }

  /** Sends together with all others of this turn of the event loop, in one write. */
  sendSoon(frame: Frame): void {
    if (this.#outbox.isEmpty && !this.#isReceiving) process.nextTick(this.#flushLater)
    this.#outbox.add(frame)
  }

  close(why: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#endQuiet?.()
    this.#options.stream.destroy()
    this.#options.onClose(why)
  }

  #receive(bytes: Uint8Array): void {
    this.#isReceiving = true
    this.#parser.push(bytes)
    this.#isReceiving = false
    this.#flush()
    if (this.#silenceMs === null || this.#parser.pendingBytes === 0) return
    this.#receivedAt = this.#options.clock.now()
    this.#endQuiet ??= this.#options.clock.after(this.#silenceMs, () => this.#quiet(this.#silenceMs ?? 0))
  }

  #quiet(silenceMs: number): void {
    const quietMs = this.#options.clock.now() - this.#receivedAt
    if (quietMs >= silenceMs) this.#parser.silence()
    if (quietMs >= staleMs) this.#parser.forget()
    this.#flush()
    const nextMs = quietMs < silenceMs ? silenceMs : staleMs
    const isDone = this.#isClosed || this.#parser.pendingBytes === 0
    this.#endQuiet = isDone ? null : this.#options.clock.after(nextMs - quietMs, () => this.#quiet(silenceMs))
  }

  readonly #flushLater = (): void => this.#flush()

  #flush(): void {
    if (this.#outbox.isEmpty || this.#isClosed) return
    const { stream, hears } = this.#options
    const hasRoom = stream.write(this.#outbox.take()) !== false
    // A server takes no more requests from a client that does not take its answers; a client always takes answers.
    if (!hasRoom && hears === 'ask') stream.pause?.()
  }
}
