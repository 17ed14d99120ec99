import type { Fence } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import {
  type ByteStream,
  Client,
  type ClientWatch,
  type EnvelopeName,
  type LateAnswers,
  type Request,
  type RequestLimits,
  type ResponseTo,
} from '@busbar/modbus'
import { AnswerTimes, type ExchangeOptions, type ExchangeResult, type FieldNet, type LinkStatus } from '@busbar/polling'
import type { ReachedEndpoint } from '../claims/claims.ts'
import type { Dialer } from '../dialling/dialer.ts'
import { arePasswordsAlike, Greeting } from '../passwords.ts'
import { Counts } from './counts.ts'
import { LineTap, type LinkObserver } from './link-observer.ts'
import type { ConnectionEvent, ExchangeCounters, NetLink } from './net-link.ts'
import { type SilenceLimits, SilenceWatch } from './silence-watch.ts'

/** Ownership of networks, if several nodes share them. */
export interface LinkOwnership {
  isOurs(net: FieldNet): boolean
  /** Fence for requests; that of another node's network is invalid. */
  fence(net: FieldNet): Fence
}

/** Dependencies that all links share. */
export interface LinkParts {
  clock: Clock
  now: () => Date
  random: () => number
  dialer: Dialer
  /** Requests that wait for one link; one more is refused as `full`. */
  waitingMax: number
  /** Late responses by line, for RTU and ASCII. */
  lateAnswers: LateAnswers
  silence: SilenceLimits
  notify(event: ConnectionEvent): void
  observer?: LinkObserver
  ownership?: LinkOwnership
}

const envelopes: Readonly<Record<FieldNet['protocol'], EnvelopeName>> = {
  modbustcp: 'tcp',
  'rtu-over-tcp': 'rtu',
  'ascii-over-tcp': 'ascii',
}
/** Link of a network, independent of how its connections are made. */
export abstract class BaseLink implements NetLink {
  protected readonly parts: LinkParts
  readonly #counts: Counts
  readonly #answerTimes = new AnswerTimes()
  readonly #transactions = { last: 0 }
  readonly #silence: SilenceWatch
  readonly #greeting = new Greeting()
  readonly #tap: LineTap
  #net: FieldNet
  #client: Client | null = null
  #isProven = false
  #lateCount = 0
  #connectedMs = 0
  #answeredMs = 0
  #since: number | null = null
  #lastError: string | null = null
  #lastErrorOn: number | null = null
  /** Why we end it ourselves; undefined while the reason is the peer's. */
  #endsFor: string | null | undefined = undefined

  constructor(net: FieldNet, parts: LinkParts) {
    this.#net = net
    this.parts = parts
    this.#silence = new SilenceWatch(parts.silence)
    this.#counts = new Counts(parts.clock.now())
    this.#tap = new LineTap(parts.observer)
  }

  abstract start(): void
  abstract stop(): void
  /** Returns whether this class can serve the network as it is now. */
  abstract fits(net: FieldNet): boolean
  /** The network was another until now. */
  protected abstract changed(before: FieldNet): void
  /** The connection is gone. From its beginning until its last answer it lasted for so long. */
  protected abstract lost(livedMs: number): void

  get net(): FieldNet {
    return this.#net
  }

  get arrival(): ReachedEndpoint | null {
    return null
  }

  get gatewayUnit(): number | null {
    return null
  }

  get waiting(): number {
    return this.#client?.waiting ?? 0
  }

  get fence(): Fence | null {
    return this.parts.ownership?.fence(this.#net) ?? null
  }

  get counters(): Readonly<ExchangeCounters> {
    return this.#counts.link
  }

  get unitCounters(): ReadonlyMap<number, Readonly<ExchangeCounters>> {
    return this.#counts.units
  }

  promptMs(unit: number): number | null {
    return this.#answerTimes.promptMs(unit)
  }

  get meanExchangeMs(): number | null {
    return this.#counts.meanMs
  }

  load(windowMs: number): number {
    return this.#counts.load(windowMs, this.parts.clock.now())
  }

  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<ExchangeResult<ResponseTo<R>>> {
    return this.#client?.ask(unit, request, options) ?? Promise.resolve({ err: 'no-connection' })
  }

  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<ExchangeResult<Uint8Array>> {
    return this.#client?.transact(unit, pdu, options) ?? Promise.resolve({ err: 'no-connection' })
  }

  status(): LinkStatus {
    const { isConnected } = this
    return { isConnected, since: this.#since, lastError: this.#lastError, lastErrorOn: this.#lastErrorOn }
  }

  /** Remembers what is wrong, as the last error. */
  report(error: string): void {
    this.#lastError = error
    this.#lastErrorOn = this.parts.now().getTime()
  }

  drop(): number {
    return this.disconnect('the connection was dropped on request')
  }

  apply(net: FieldNet): void {
    const before = this.#net
    this.#net = net
    this.changed(before)
    if (this.#client !== null) this.#client.pace = paceOf(this.#net)
    if (!arePasswordsAlike(before, net)) void this.#greet()
  }

  protected get isConnected(): boolean {
    return this.#client !== null
  }

  protected get isProven(): boolean {
    return this.#isProven
  }

  /** `line` names the place that the stream leads to. */
  protected connect(stream: ByteStream, line: string, isProven: boolean): void {
    const { clock, waitingMax, lateAnswers, ownership } = this.parts
    // Before the client, which settles what these bytes answer.
    stream.on('data', (bytes) => this.#tap.received(bytes))
    const fenced = ownership === undefined ? stream : fencedStream(stream, () => ownership.isOurs(this.#net))
    const client = new Client(fenced, {
      ...paceOf(this.#net),
      envelope: envelopes[this.#net.protocol],
      clock,
      queueMax: waitingMax,
      lateAnswers,
      line,
      transactions: this.#transactions,
      watch: this.#watch,
      onClose: (why) => this.#closed(client, why),
    })
    this.#client = client
    this.#isProven = isProven
    this.#lateCount = 0
    this.#connectedMs = clock.now()
    this.#answeredMs = this.#connectedMs
    this.#silence.begin()
    this.#since = this.parts.now().getTime()
    // Before listeners are called: they may ask at once.
    void this.#greet()
    this.#notify(true, null)
  }

  /** Ends the connection, if there is one; null: there is nothing wrong. Gives how many there were. */
  protected disconnect(why: string | null): number {
    if (this.#client === null) return 0
    this.#endsFor = why
    this.#client.close()
    return 1
  }

  #closed(client: Client, why: string): void {
    if (client !== this.#client) return
    const error = this.#endsFor === undefined ? reasonOf(why) : this.#endsFor
    this.#endsFor = undefined
    this.#client = null
    this.#since = null
    if (error !== null) this.report(error)
    this.#notify(false, error)
    this.lost(this.#answeredMs - this.#connectedMs)
  }

  async #greet(): Promise<void> {
    const client = this.#client
    if (client === null) return
    await this.#greeting.run(client, this.#net, {
      isProven: this.#isProven,
      isCurrent: () => client === this.#client,
      report: (problem) => this.report(problem),
    })
  }

  readonly #watch: ClientWatch = {
    onSent: (unit, nowMs) => {
      this.#counts.sent(unit, nowMs)
      this.#tap.sent(this.#net, unit)
    },
    onUnclaimed: ({ unit, pdu }, how) => this.#tap.unclaimed(this.#net, unit, pdu, how),
    onSettled: (unit, outcome, sentMs, nowMs, { pdu, origin }) => {
      this.#tap.settled(this.#net, { unit, pdu, outcome, origin, tookMs: nowMs - sentMs })
      this.#counts.settled(unit, outcome, sentMs, nowMs)
      this.#answerTimes.settled(unit, outcome, sentMs, nowMs, this.#net.timeoutMs)
      const err = 'err' in outcome ? outcome.err : null
      // A broadcast has no answer: that it went well tells nothing.
      const isBroadcast = unit === 0 && this.#net.protocol !== 'modbustcp'
      if (err === 'timeout') this.#silent(sentMs)
      else if (err !== 'closed' && !isBroadcast) this.#answered()
    },
  }

  #answered(): void {
    this.#silence.reset()
    this.#answeredMs = this.parts.clock.now()
  }

  #silent(sentAt: number): void {
    if (this.#client === null) return
    const { late } = this.#client.counters
    // Answers that are always too late are answers.
    if (late > this.#lateCount) this.#silence.reset()
    this.#lateCount = late
    const now = this.parts.clock.now()
    if (!this.#silence.isDead(sentAt, now)) return
    // It stood until now, and the watch itself makes resets rarer: there is no reason to wait before dialling, too.
    this.#answeredMs = now
    this.disconnect('no response for too long: the connection was reset')
  }

  #notify(isConnected: boolean, error: string | null): void {
    const { orgId, id: netId } = this.#net
    this.parts.notify({ orgId, netId, isConnected, on: this.parts.now().getTime(), error })
  }
}

/**
 * With several requests in flight, one unit never takes all slots, so that an unresponsive unit does not block the
 * others.
 */
const paceOf = ({ protocol, depth, timeoutMs }: FieldNet): RequestLimits =>
  protocol === 'modbustcp'
    ? { depth, unitDepth: Math.max(1, depth - 1), timeoutMs }
    : { depth: 1, unitDepth: 1, timeoutMs }

/** In words for people; the client's own where there are none. */
const reasonOf = (why: string): string =>
  ({ closed: 'the other side closed the connection', 'stray frame': 'an unsolicited response was received' })[why] ??
  why

/** A stream that checks `mayWrite` right before each write, and closes instead of sending when that is false. */
const fencedStream = (stream: ByteStream, mayWrite: () => boolean): ByteStream => ({
  write(bytes) {
    if (mayWrite()) return stream.write(bytes)
    stream.destroy()
    return true
  },
  destroy: () => stream.destroy(),
  pause: () => stream.pause?.(),
  resume: () => stream.resume?.(),
  // A single signature for all events, unlike the overloads of streams.
  on: (event: 'data' | 'close' | 'drain' | 'error', listener: (argument: never) => void) =>
    stream.on(event as 'data', listener as (bytes: Uint8Array) => void),
})
