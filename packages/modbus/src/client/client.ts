import type { Frame } from '../envelope/frame.ts'
import { type EnvelopeName, envelopes } from '../envelope/index.ts'
import { Link } from '../envelope/link.ts'
import { inRange } from '../pdu/bytes.ts'
import { exceptionName } from '../pdu/exceptions.ts'
import { broadcastEcho } from '../pdu/fits.ts'
import type { Request, ResponseTo } from '../pdu/functions.ts'
import { decodeResponse, encodeRequest } from '../pdu/pdu.ts'
import type { ByteStream } from '../stream.ts'
import { type Clock, monotonicClock } from '../time/clock.ts'
import { ByTransaction, ByTurn, type Flight, type Matching } from './matching.ts'
import type { Outcome } from './outcome.ts'

export interface ClientOptions {
  envelope: EnvelopeName
  /** Requests on their way at once; only TCP can tell more than one apart. */
  depth?: number
  /** For an answer, from the moment its request was handed to the stream. */
  timeoutMs?: number
  /** Requests that wait for their turn; one more is refused as `full`. */
  queueMax?: number
  /** Quiet that ends a frame of unknown length, and that follows a broadcast. */
  silenceMs?: number
  broadcastQuietMs?: number
  clock?: Clock
  onClose?(why: string): void
}

export interface TransactOptions {
  timeoutMs?: number
  /** The most that waiting and answering may take together. */
  deadlineMs?: number
  signal?: AbortSignal
}

/** The bytes of an outcome are good until the call returns. */
type Settle = (outcome: Outcome<Uint8Array>) => void

interface Waiting extends Flight {
  settle: Settle
  /** Noise heard before it left: more of it afterwards is a damaged answer. */
  noiseBefore: number
}

const never = Number.POSITIVE_INFINITY
const nobody = (): void => {}

const decodeTo = <R extends Request>(request: R, pdu: Uint8Array): Outcome<ResponseTo<R>> => {
  const decoded = decodeResponse(pdu, request)
  if ('err' in decoded) return { err: 'malformed' }
  if (decoded.ok.fn === 'exception') return { err: exceptionName(decoded.ok.code) }
  return { ok: decoded.ok as ResponseTo<R> }
}

/** A Modbus master over one stream, dialled or accepted. */
export class Client {
  readonly #options: ClientOptions
  readonly #clock: Clock
  readonly #link: Link
  readonly #matching: Matching<Waiting>
  #queue: Waiting[] = []
  #stopTimer: (() => void) | null = null
  #timerAt = never
  #isClosed = false
  readonly counters = { sent: 0, answered: 0, timeouts: 0, late: 0, stray: 0 }

  constructor(stream: ByteStream, options: ClientOptions) {
    const depth = options.depth ?? 1
    inRange('depth', depth, 1, options.envelope === 'tcp' ? 1024 : 1)
    this.#options = options
    this.#clock = options.clock ?? monotonicClock
    this.#matching = options.envelope === 'tcp' ? new ByTransaction(depth) : new ByTurn()
    this.#link = new Link({
      stream,
      envelope: envelopes[options.envelope],
      hears: 'answer',
      clock: this.#clock,
      silenceMs: options.silenceMs,
      onFrame: (frame) => this.#heard(frame),
      onClose: (why) => this.#closed(why),
    })
    this.#link.start()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Asks and decodes; an exception comes back as its name. */
  ask<R extends Request>(unit: number, request: R, options?: TransactOptions): Promise<Outcome<ResponseTo<R>>> {
    const pdu = encodeRequest(request)
    return new Promise((resolve) => {
      this.#enqueue(unit, pdu, options, (outcome) => resolve('ok' in outcome ? decodeTo(request, outcome.ok) : outcome))
    })
  }

  /** Sends a PDU and gives the one that answers it, an exception's too. What arrives next is read into the same bytes: they are copied. */
  transact(unit: number, pdu: Uint8Array, options?: TransactOptions): Promise<Outcome<Uint8Array>> {
    return new Promise((resolve) => {
      this.#enqueue(unit, pdu, options, (outcome) =>
        resolve('ok' in outcome ? { ok: new Uint8Array(outcome.ok) } : outcome),
      )
    })
  }

  close(): void {
    this.#link.close('closed')
  }

  #enqueue(unit: number, pdu: Uint8Array, options: TransactOptions = {}, settle: Settle): void {
    inRange('unit', unit, 0, 255)
    if (this.#isBroadcast(unit) && broadcastEcho(pdu) === null) throw new RangeError('only writes may be broadcast')
    if (this.#isClosed) return settle({ err: 'closed' })
    if (options.signal?.aborted) return settle({ err: 'aborted' })
    if (this.#queue.length >= (this.#options.queueMax ?? 256)) return settle({ err: 'full' })
    const timeoutMs = this.#isBroadcast(unit)
      ? (this.#options.broadcastQuietMs ?? 100)
      : (options.timeoutMs ?? this.#options.timeoutMs ?? 1000)
    const dueAt = options.deadlineMs === undefined ? never : this.#clock.now() + options.deadlineMs
    const waiting: Waiting = { unit, pdu, timeoutMs, transaction: 0, dueAt, settle, noiseBefore: 0 }
    if (options.signal !== undefined) this.#heed(options.signal, waiting)
    this.#queue.push(waiting)
    this.#wakeAt(dueAt)
    this.#pump()
  }

  #isBroadcast(unit: number): boolean {
    return unit === 0 && this.#options.envelope !== 'tcp'
  }

  /** Lets fly, in the order they came, all that may. */
  #pump(): void {
    for (let at = 0; at < this.#queue.length; ) {
      const next = this.#queue[at]
      if (next !== undefined && this.#matching.mayFly(next.unit)) {
        this.#queue.splice(at, 1)
        this.#fly(next)
      } else if (this.#options.envelope === 'tcp') {
        return
      } else {
        at += 1
      }
    }
  }

  #fly(next: Waiting): void {
    const isAlone = this.#matching.isIdle
    // On a serial line nothing that is held can be the answer to what was not yet asked.
    if (isAlone) this.#link.forget()
    this.#matching.fly(next)
    next.noiseBefore = this.#link.noise
    next.dueAt = Math.min(next.dueAt, this.#clock.now() + next.timeoutMs)
    this.counters.sent += 1
    if (isAlone) this.#link.send(next)
    else this.#link.sendSoon(next)
    this.#wakeAt(next.dueAt)
  }

  #heard(frame: Frame): void {
    const match = this.#matching.match(frame)
    if (typeof match === 'object') {
      this.counters.answered += 1
      match.settle({ ok: frame.pdu })
    } else {
      this.counters[match] += 1
      // Over TCP a frame that nobody asked for means that both sides lost step: nothing behind it can be trusted.
      if (match === 'stray' && this.#options.envelope === 'tcp') return this.#link.close('stray frame')
    }
    if (this.#queue.length > 0) this.#pump()
  }

  #heed(signal: AbortSignal, waiting: Waiting): void {
    const { settle } = waiting
    const abort = (): void => this.#abort(waiting)
    signal.addEventListener('abort', abort)
    waiting.settle = (outcome) => {
      signal.removeEventListener('abort', abort)
      settle(outcome)
    }
  }

  /** The caller gave up. What was sent keeps its place until it is answered or its time is out. */
  #abort(waiting: Waiting): void {
    this.#queue = this.#queue.filter((other) => other !== waiting)
    waiting.settle({ err: 'aborted' })
    waiting.settle = nobody
    this.#pump()
  }

  #sweep(now: number): void {
    for (const flight of this.#matching.flying) if (flight.dueAt <= now) this.#expire(flight, now)
    const expired = this.#queue.filter(({ dueAt }) => dueAt <= now)
    this.#queue = this.#queue.filter(({ dueAt }) => dueAt > now)
    for (const { settle } of expired) settle({ err: 'timeout' })
    this.#wakeAt(this.#matching.sweep(now))
    this.#pump()
    for (const { dueAt } of this.#matching.flying) this.#wakeAt(dueAt)
    for (const { dueAt } of this.#queue) this.#wakeAt(dueAt)
  }

  #expire(flight: Waiting, now: number): void {
    this.#matching.expire(flight, now)
    if (this.#isBroadcast(flight.unit)) return flight.settle({ ok: broadcastEcho(flight.pdu) ?? flight.pdu })
    this.counters.timeouts += 1
    flight.settle({ err: this.#link.noise > flight.noiseBefore ? 'crc' : 'timeout' })
  }

  /** One timer serves all: it is left to ring when the request it was set for is long answered, and then looks anew. */
  #wakeAt(at: number): void {
    if (at >= this.#timerAt || this.#isClosed) return
    this.#stopTimer?.()
    this.#timerAt = at
    this.#stopTimer = this.#clock.after(at - this.#clock.now(), () => {
      this.#timerAt = never
      this.#stopTimer = null
      this.#sweep(this.#clock.now())
    })
  }

  #closed(why: string): void {
    this.#isClosed = true
    this.#stopTimer?.()
    const left = [...this.#matching.flying, ...this.#queue]
    this.#queue = []
    for (const { settle } of left) settle({ err: 'closed' })
    this.#options.onClose?.(why)
  }
}
