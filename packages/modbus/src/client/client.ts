import { type Clock, monotonicClock } from '@busbar/kit'
import type { Frame } from '../envelope/frame.ts'
import { type EnvelopeName, envelopes } from '../envelope/index.ts'
import { Link } from '../envelope/link.ts'
import { inRange } from '../pdu/bytes.ts'
import { exceptionName } from '../pdu/exceptions.ts'
import { broadcastEcho } from '../pdu/fits.ts'
import type { Request, ResponseTo } from '../pdu/functions.ts'
import { decodeResponse, encodeRequest } from '../pdu/pdu.ts'
import { trimAnswer } from '../pdu/stretch.ts'
import type { ByteStream } from '../stream.ts'
import { LateAnswers } from './late-answers.ts'
import {
  type AnswerMatcher,
  type RequestInFlight,
  type TransactionCounter,
  TransactionMatcher,
  TurnMatcher,
} from './matching.ts'
import type { ExchangeResult } from './outcome.ts'
import { RequestQueue } from './request-queue.ts'

/** The order of waiting requests. `setup` is for requests that configure a new connection. */
const priorities = { setup: 0, write: 1, realtime: 2, poll: 3 } as const
export type Priority = keyof typeof priorities

/** How a peer wants to be asked. */
export interface RequestLimits {
  /** Requests on their way at once; only TCP can tell more than one apart. */
  depth: number
  /** Maximum for one unit, so that an unresponsive unit does not block the others. */
  unitDepth?: number
  /** For an answer, from the moment its request was handed to the stream. */
  timeoutMs: number
}

/** A request that left, as its watch sees it. */
export interface WatchedRequest {
  /** The PDU that was sent, which may read more than was requested. */
  readonly pdu: Uint8Array
  /** As the options of the request had it. */
  readonly origin: unknown
}

/** Receives each request that was sent. */
export interface ClientWatch {
  onSent(unit: number, nowMs: number): void
  /** The bytes of an outcome are good until the call returns. */
  onSettled(
    unit: number,
    outcome: ExchangeResult<Uint8Array>,
    sentMs: number,
    nowMs: number,
    request: WatchedRequest,
  ): void
  /** A whole frame came that answers nothing that is waited for; its bytes are good until the call returns. */
  onUnclaimed?(frame: Frame, how: 'late' | 'stray', nowMs: number): void
}

export interface ClientOptions extends Partial<RequestLimits> {
  envelope: EnvelopeName
  /** Requests that wait for their turn; one more is refused as `full`. */
  queueMax?: number
  /** Quiet that ends a frame of unknown length, and that follows a broadcast. */
  silenceMs?: number
  broadcastQuietMs?: number
  clock?: Clock
  /** Serial envelopes: the book of all that is asked on a line, and the line's name in it. */
  lateAnswers?: LateAnswers
  line?: string
  /** TCP: where the peer's earlier connections ended. */
  transactions?: TransactionCounter
  watch?: ClientWatch
  onClose?(why: string): void
}

export interface TransactOptions {
  /** `poll` unless said. */
  priority?: Priority
  /** The source of the request; sources of one priority take turns. The default is the unit. */
  by?: string | number
  timeoutMs?: number
  /** The most that waiting and answering may take together. */
  deadlineMs?: number
  signal?: AbortSignal
  /** Attempts to read the same registers share it: the answer to any of them is right for each. */
  question?: object
  /** True if a read may be extended where its answer could otherwise be confused with another. */
  isStretchable?: boolean
  /** The requester, for the watch. */
  origin?: unknown
}

interface PendingRequest extends RequestInFlight, WatchedRequest {
  pdu: Uint8Array
  readonly by: string | number
  readonly priority: number
  /** The requested PDU, if a longer one is sent. */
  readonly requestedPdu: Uint8Array
  /** As it was asked, where its answer is to be decoded. */
  readonly request: Request | null
  /** Resolves the promise of the caller. */
  resolve(this: void, outcome: ExchangeResult<object> | PromiseLike<ExchangeResult<object>>): void
  /** How long it is waited for. Its answer may be as late as that of any other request: `timeoutMs` is for that. */
  readonly waitMs: number
  sentAt: number
  /** Noise heard before it left: more of it afterwards is a damaged answer. */
  noiseBefore: number
}

const never = Number.POSITIVE_INFINITY
const nobody = (): void => {}
const stretchable: TransactOptions = { isStretchable: true }
/** Over TCP, answers are matched by their transaction. */
const anyQuestion = {}

/** Decodes the answer to a request; an exception is returned as its name. */
export const decodeAnswer = <R extends Request>(request: R, pdu: Uint8Array): ExchangeResult<ResponseTo<R>> => {
  const decoded = decodeResponse(pdu, request)
  if ('err' in decoded) return { err: 'malformed' }
  if (decoded.ok.fn === 'exception') return { err: exceptionName(decoded.ok.code) }
  return decoded as { ok: ResponseTo<R> }
}

/** The next data overwrite these bytes, so they are decoded or copied before this returns. */
const settle = (waiting: PendingRequest, outcome: ExchangeResult<Uint8Array>): void => {
  if ('err' in outcome) waiting.resolve(outcome)
  else if (waiting.request === null) waiting.resolve({ ok: new Uint8Array(outcome.ok) })
  else waiting.resolve(decodeAnswer(waiting.request, outcome.ok))
}

/** A Modbus master over one stream, dialled or accepted: the one queue in front of it, and whose answer each frame is. */
export class Client {
  readonly #options: ClientOptions
  readonly #clock: Clock
  readonly #link: Link
  readonly #matching: AnswerMatcher<PendingRequest>
  readonly #queue: RequestQueue<PendingRequest>
  #pace: Required<RequestLimits>
  #isSetUp = true
  #stopTimer = nobody
  #timerAt = never
  #isClosed = false
  readonly counters = { sent: 0, answered: 0, timeouts: 0, late: 0, stray: 0, held: 0 }

  constructor(stream: ByteStream, options: ClientOptions) {
    const { envelope, lateAnswers = new LateAnswers(), line = '', transactions = { last: 0 }, queueMax = 256 } = options
    this.#options = options
    this.#pace = this.#checked({ depth: options.depth ?? 1, timeoutMs: options.timeoutMs ?? 1000, ...options })
    this.#clock = options.clock ?? monotonicClock
    this.#matching = envelope === 'tcp' ? new TransactionMatcher(transactions) : new TurnMatcher(lateAnswers, line)
    this.#queue = new RequestQueue({ priorities: 4, waiting: queueMax, perSource: queueMax, sources: queueMax })
    this.#link = new Link({
      stream,
      envelope: envelopes[envelope],
      hears: 'answer',
      clock: this.#clock,
      silenceMs: options.silenceMs,
      onFrame: (frame) => this.#onFrame(frame),
      onClose: (why) => this.#closed(why),
    })
    this.#link.start()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Requests that wait for their turn. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Holds from the next request on. */
  set pace(pace: RequestLimits) {
    this.#pace = this.#checked(pace)
    this.#pump()
  }

  /** Until it is, only requests of the priority `setup` are sent; the others wait. */
  set isSetUp(isSetUp: boolean) {
    this.#isSetUp = isSetUp
    this.#pump()
  }

  /** Asks and decodes; an exception comes back as its name. */
  ask<R extends Request>(unit: number, request: R, options?: TransactOptions): Promise<ExchangeResult<ResponseTo<R>>> {
    const pdu = encodeRequest(request)
    const all = options === undefined ? stretchable : { isStretchable: true, ...options }
    return new Promise((resolve) => this.#enqueue(unit, pdu, all, request, resolve))
  }

  /** Sends a PDU, as it is unless it is stretchable, and gives the one that answers it, an exception's too. */
  transact(unit: number, pdu: Uint8Array, options: TransactOptions = {}): Promise<ExchangeResult<Uint8Array>> {
    return new Promise((resolve) => this.#enqueue(unit, pdu, options, null, resolve))
  }

  close(): void {
    this.#link.close('closed')
  }

  #checked({ depth, unitDepth = depth, timeoutMs }: RequestLimits): Required<RequestLimits> {
    inRange('depth', depth, 1, this.#options.envelope === 'tcp' ? 1024 : 1)
    return { depth, unitDepth, timeoutMs }
  }

  #enqueue(
    unit: number,
    pdu: Uint8Array,
    options: TransactOptions,
    request: Request | null,
    resolve: PendingRequest['resolve'],
  ): void {
    inRange('unit', unit, 0, 255)
    const isBroadcast = this.#isBroadcast(unit)
    if (isBroadcast && broadcastEcho(pdu) === null) throw new RangeError('only writes may be broadcast')
    const { priority = 'poll', by = unit, timeoutMs = this.#pace.timeoutMs, deadlineMs = never, signal } = options
    if (this.#isClosed) return resolve({ err: 'no-connection' })
    if (signal?.aborted) return resolve({ err: 'aborted' })
    if (deadlineMs <= 0) return resolve({ err: 'expired' })
    const waiting: PendingRequest = {
      unit,
      pdu,
      requestedPdu: pdu,
      question: options.question ?? (this.#options.envelope === 'tcp' ? anyQuestion : {}),
      isStretchable: options.isStretchable ?? false,
      origin: options.origin,
      by,
      priority: priorities[priority],
      waitMs: isBroadcast ? (this.#options.broadcastQuietMs ?? 100) : timeoutMs,
      timeoutMs: Math.max(timeoutMs, this.#pace.timeoutMs),
      transaction: 0,
      dueAt: deadlineMs === never ? never : this.#clock.now() + deadlineMs,
      request,
      resolve,
      sentAt: 0,
      noiseBefore: 0,
    }
    if (signal !== undefined) this.#dropWhenAborted(signal, waiting)
    // As it mostly is: the queue is empty.
    if (this.#queue.size === 0 && this.#matching.size < this.#pace.depth && this.#mayGo(waiting))
      return this.#fly(waiting, this.#clock.now())
    if (!this.#queue.add(waiting)) return waiting.resolve({ err: 'full' })
    this.#wakeAt(waiting.dueAt)
    this.#pump()
  }

  #isBroadcast(unit: number): boolean {
    return unit === 0 && this.#options.envelope !== 'tcp'
  }

  /** Sends all that may go. */
  #pump(): void {
    while (!this.#isClosed && this.#matching.size < this.#pace.depth && this.#queue.size > 0) {
      const now = this.#clock.now()
      const next = this.#queue.take((waiting) => this.#mayGo(waiting))
      if (next === undefined) return
      if (next.dueAt <= now) next.resolve({ err: 'expired' })
      else this.#fly(next, now)
    }
  }

  #mayGo({ unit, priority }: PendingRequest): boolean {
    if (!this.#isSetUp && priority !== priorities.setup) return false
    const { depth, unitDepth } = this.#pace
    if (unitDepth === depth) return true
    let ofUnit = 0
    for (const flight of this.#matching.flying) if (flight.unit === unit) ofUnit += 1
    return ofUnit < unitDepth
  }

  #fly(next: PendingRequest, now: number): void {
    const isAlone = this.#matching.size === 0
    if (!this.#matching.fly(next, now)) {
      this.counters.held += 1
      return next.resolve({ err: 'held' })
    }
    // On a serial line nothing that is held of a frame can be the answer to what was not yet asked.
    if (isAlone) this.#link.forget()
    next.noiseBefore = this.#link.noise
    next.sentAt = now
    next.dueAt = Math.min(next.dueAt, now + next.waitMs)
    this.counters.sent += 1
    this.#options.watch?.onSent(next.unit, now)
    // With depth 1 no other request can join the write. Requests that follow a common answer mostly start in the same
    // turn, and share a write.
    if (this.#pace.depth === 1) this.#link.send(next)
    else this.#link.sendSoon(next)
    this.#wakeAt(next.dueAt)
  }

  #onFrame(frame: Frame): void {
    const now = this.#clock.now()
    const match = this.#matching.match(frame, now)
    if (typeof match === 'object') {
      this.counters.answered += 1
      this.#settle(
        match,
        { ok: match.pdu === match.requestedPdu ? frame.pdu : trimAnswer(match.requestedPdu, frame.pdu) },
        now,
      )
    } else if (match === 'unsure') {
      // Only a serial line is unsure, and there one request flies.
      for (const flight of this.#matching.flying) this.#expire(flight, now)
    } else {
      this.counters[match] += 1
      this.#options.watch?.onUnclaimed?.(frame, match, now)
      // Over TCP a frame without a request means that both sides lost step: nothing behind it can be trusted.
      if (match === 'stray' && this.#options.envelope === 'tcp') return this.#link.close('stray frame')
    }
    if (this.#queue.size > 0) this.#pump()
  }

  #settle(flight: PendingRequest, outcome: ExchangeResult<Uint8Array>, now: number): void {
    this.#options.watch?.onSettled(flight.unit, outcome, flight.sentAt, now, flight)
    settle(flight, outcome)
  }

  #dropWhenAborted(signal: AbortSignal, waiting: PendingRequest): void {
    const { resolve } = waiting
    const drop = (): void => this.#drop(waiting)
    signal.addEventListener('abort', drop)
    waiting.resolve = (outcome) => {
      signal.removeEventListener('abort', drop)
      resolve(outcome)
    }
  }

  /** The caller gave up. What was sent keeps its place until it is answered or its time is out. */
  #drop(waiting: PendingRequest): void {
    this.#queue.remove(waiting)
    waiting.resolve({ err: 'aborted' })
    this.#pump()
  }

  #sweep(now: number): void {
    for (const flight of this.#matching.flying.filter(({ dueAt }) => dueAt <= now)) this.#expire(flight, now)
    for (const waiting of this.#queue.all()) {
      if (waiting.dueAt > now || !this.#queue.remove(waiting)) continue
      waiting.resolve({ err: 'expired' })
    }
    this.#pump()
    for (const { dueAt } of this.#matching.flying) this.#wakeAt(dueAt)
    for (const { dueAt } of this.#queue.all()) this.#wakeAt(dueAt)
  }

  #expire(flight: PendingRequest, now: number): void {
    this.#matching.expire(flight)
    if (this.#isBroadcast(flight.unit))
      return this.#settle(flight, { ok: broadcastEcho(flight.pdu) ?? flight.pdu }, now)
    this.counters.timeouts += 1
    this.#settle(flight, { err: this.#link.noise > flight.noiseBefore ? 'crc' : 'timeout' }, now)
  }

  /** A single timer serves all requests. It may fire after its request was answered, and is then set again. */
  #wakeAt(at: number): void {
    if (at >= this.#timerAt || this.#isClosed) return
    this.#stopTimer()
    this.#timerAt = at
    this.#stopTimer = this.#clock.after(at - this.#clock.now(), () => {
      this.#timerAt = never
      this.#sweep(this.#clock.now())
    })
  }

  #closed(why: string): void {
    this.#isClosed = true
    this.#stopTimer()
    const now = this.#clock.now()
    for (const flight of this.#matching.flying) this.#settle(flight, { err: 'closed' }, now)
    for (const waiting of this.#queue.takeAll()) waiting.resolve({ err: 'no-connection' })
    this.#options.onClose?.(why)
  }
}
