import type { Clock } from '@busbar/kit'
import { isExceptionPdu, trimAnswer } from '@busbar/modbus'
import type { LoggedExchange } from '../exchange-log.ts'
import { LineQueue } from '../line-queue.ts'
import { PostponedTimer } from '../port/clocks.ts'
import type { PortUser, SerialPortKeeper } from '../port/serial-port.ts'
import {
  type BusAnswer,
  type BusFailure,
  type BusRequest,
  type BusSettings,
  isSamePort,
  type LineSettings,
  onAbort,
  type QueuedRequest,
  queuedRequest,
} from '../request.ts'
import type { Statistics } from '../statistics.ts'
import { Attribution, isNamed } from './attribution.ts'
import { Exchange, type ExchangeResult, type HeldAnswer, type InFlightRequest, isMirrored, launch } from './exchange.ts'
import { answerLimitMs, answerMs, broadcastQuietMs, frameEndMs, quietMs } from './timing.rules.ts'

/** Idle time after which a line borrowed for a request is returned. */
const lentMs = 50
/** After this long without silence on the line, waiting requests time out. */
const babbleMs = 2000
/** Reads one holding register: the received bytes show whether the adapter echoes. */
const probePdu = Uint8Array.of(3, 0, 0, 0, 1)
/** Limit for a line that does not fall silent after a response. */
const heldMaxMs = 300
const nothing = new Uint8Array()

export interface MasterOptions {
  readonly clock: Clock
  readonly keeper: SerialPortKeeper
  readonly statistics: Statistics
  readonly settings: BusSettings
  /** Called after each exchange. */
  readonly onExchange?: (exchange: LoggedExchange) => void
}

/** Polls units on the line, one request at a time, for all callers. */
export class Master implements PortUser {
  readonly #clock: Clock
  readonly #keeper: SerialPortKeeper
  readonly #statistics: Statistics
  readonly #queue = new LineQueue()
  readonly #attribution = new Attribution()
  readonly #exchange: Exchange
  readonly #alarm: PostponedTimer
  readonly #onExchange: NonNullable<MasterOptions['onExchange']>
  #settings: BusSettings
  /** Request whose turn has come, waiting for port settings or a required check. */
  #chosen: QueuedRequest | undefined
  #held: HeldAnswer | undefined
  /** Last byte, end of sending, or opening. */
  #quietFromMs = 0
  #quietMs = 0
  #waitingFromMs: number | undefined

  constructor({ clock, keeper, statistics, settings, onExchange = () => {} }: MasterOptions) {
    this.#clock = clock
    this.#keeper = keeper
    this.#statistics = statistics
    this.#settings = settings
    this.#onExchange = onExchange
    this.#alarm = new PostponedTimer(clock, () => this.#wake())
    this.#exchange = new Exchange({
      onSettled: (flight, outcome, noise) => this.#settled(flight, outcome, noise),
      doubtOf: (flight, answer, beside) =>
        this.#attribution.doubtOf(flight, answer, beside, keeper.port?.isTimed === true, clock.now()),
      onDamaged: (flight) => this.#attribution.damaged(flight, clock.now()),
      onStray: (unit, answer) => this.#stray(unit, answer),
      onForeignRequest: (unit, pdu) => this.#attribution.foreignRequest(keeper.line, unit, pdu, clock.now()),
    })
  }

  ask(request: BusRequest): Promise<BusAnswer> {
    return new Promise((resolve) => {
      const waiting = queuedRequest(request, resolve)
      if (request.signal?.aborted) return resolve({ err: 'dropped' })
      if (this.#keeper.isLost) return resolve({ err: 'closed' })
      if (!this.#queue.add(waiting)) return resolve({ err: 'full' })
      this.#pump()
      const { signal } = request
      // A request that was sent no longer depends on its caller's signal.
      const isWaiting = !waiting.isSettled && !this.#exchange.isCurrent(waiting)
      if (signal !== undefined && isWaiting) onAbort(waiting, signal, () => this.#drop(waiting))
    })
  }

  apply(settings: BusSettings): void {
    this.#settings = settings
    if (!this.#exchange.isBusy && this.#chosen === undefined) this.#keeper.use(settings)
    this.#setQuiet()
    this.#pump()
  }

  /** Settles every request so. */
  end(err: BusFailure): void {
    // A request on the line may have taken effect: it is reported as a timeout, not as unsent.
    this.#exchange.cut()?.settle({ err: 'timeout' })
    if (this.#held !== undefined) this.#conclude(this.#held)
    const left = [this.#chosen, ...this.#queue.takeAll()]
    this.#chosen = undefined
    this.#alarm.stop()
    for (const waiting of left) waiting?.settle({ err })
  }

  opened(): void {
    this.#quietFromMs = this.#clock.now()
    this.#setQuiet()
    this.#pump()
  }

  received(bytes: Uint8Array): void {
    const nowMs = this.#clock.now()
    this.#quietFromMs = nowMs
    this.#exchange.receive(bytes, nowMs)
    if (this.#exchange.isBusy) this.#alarm.set(this.#exchange.wakeMs)
    else this.#pump()
  }

  drained(): void {}
  refused(line: LineSettings): void {
    const chosen = this.#chosen
    if (chosen?.line !== undefined && isSamePort(chosen.line, line)) {
      this.#chosen = undefined
      chosen.settle({ err: 'closed' })
    }
    this.#keeper.use(this.#chosen?.line ?? this.#settings)
  }

  lost(): void {
    this.#exchange.echo.forget()
    this.#keeper.use(this.#settings)
    this.end('closed')
  }

  #setQuiet(): void {
    this.#quietMs = quietMs(this.#keeper.line, this.#settings.delayForRtuQ)
  }

  #wake(): void {
    const nowMs = this.#clock.now()
    this.#exchange.wake(nowMs)
    if (this.#exchange.isBusy) this.#alarm.set(this.#exchange.wakeMs)
    else this.#pump()
  }

  /** Sends the next request at once, if the line is quiet; if not, when it will be. */
  #pump(): void {
    const { port } = this.#keeper
    if (this.#exchange.isBusy || port === undefined) return
    const nowMs = this.#clock.now()
    if (this.#held !== undefined && !this.#release(this.#held, nowMs)) return
    if (this.#chosen === undefined && this.#queue.size === 0) return this.#rest(nowMs)
    const quietAtMs = this.#quietFromMs + this.#quietMs
    if (nowMs < quietAtMs) return this.#awaitQuiet(nowMs, quietAtMs)
    this.#exchange.quiet()
    const freeAtMs = this.#attribution.evidence.freeAtMs(nowMs)
    if (nowMs < freeAtMs) return this.#awaitQuiet(nowMs, freeAtMs)
    const next = this.#chosen ?? this.#queue.take(nowMs)
    if (next === undefined) return
    this.#chosen = next
    const line = next.line ?? this.#settings
    if (!isSamePort(line, this.#keeper.line)) return this.#keeper.use(line)
    const { echo } = this.#exchange
    const isUnclear = echo.isPresent === undefined && next.unit !== 0 && isMirrored(next.pdu)
    if (!isUnclear) this.#chosen = undefined
    this.#waitingFromMs = undefined
    this.#send(isUnclear ? { ...next, pdu: probePdu, settle: (answer) => this.#probed(answer) } : next, line, nowMs)
  }

  #send(waiting: QueuedRequest, line: LineSettings, nowMs: number): void {
    const { port } = this.#keeper
    if (port === undefined) return
    const { unit, timeoutMs = answerMs(this.#settings, line.frameMode) } = waiting
    const limitMs = unit === 0 ? broadcastQuietMs : answerLimitMs(line, waiting.pdu, timeoutMs)
    const pdu = unit === 0 ? waiting.pdu : this.#attribution.distinct(waiting, line, limitMs, nowMs)
    if (pdu === null) {
      // A late response could be mistaken for its response.
      waiting.settle({ err: this.#attribution.silence(nowMs) })
      return this.#pump()
    }
    const flight = launch(waiting, pdu, line, unit === 0 ? limitMs : answerLimitMs(line, pdu, timeoutMs), nowMs)
    this.#quietFromMs = flight.dueMs - flight.limitMs
    this.#statistics.request(unit, nowMs)
    this.#exchange.send(port, flight, frameEndMs(line, this.#settings.delayForRtuQ))
    this.#alarm.set(flight.dueMs)
  }

  /** The response to `chosen` would equal the adapter's echo. It is sent only now that the two can be distinguished. */
  #probed(answer: BusAnswer): void {
    if (this.#exchange.echo.isPresent !== undefined) return
    this.#chosen?.settle('err' in answer ? answer : { err: 'crc' })
    this.#chosen = undefined
  }

  #stray(unit: number, answer: Uint8Array): void {
    const { current } = this.#exchange
    const other = current?.unit === unit ? undefined : current?.pdu
    const isSecond = this.#attribution.stray(this.#keeper.line, unit, answer, other, this.#clock.now())
    if (isSecond && this.#held?.flight.waiting.unit === unit) this.#held.isRefuted = true
  }

  #settled(flight: InFlightRequest, outcome: ExchangeResult, noise: number): void {
    const { waiting, pdu } = flight
    const nowMs = this.#clock.now()
    const { unit } = waiting
    if ('ok' in outcome && !isNamed(pdu, outcome.ok) && unit !== 0) {
      const answer = new Uint8Array(outcome.ok)
      const listenMs = this.#attribution.evidence.answered(unit, pdu, answer, nowMs, this.#queue.size > 0)
      if (listenMs === 0) return this.#report(flight, { ok: answer }, noise, nowMs)
      this.#held = { flight, answer, noise, receivedMs: nowMs, untilMs: nowMs + listenMs, isRefuted: false }
      return
    }
    if ('err' in outcome) this.#attribution.evidence.failed(unit, outcome.err)
    // Two simultaneous responses corrupt each other.
    const isSpoilt = 'err' in outcome && outcome.err === 'crc' && this.#attribution.evidence.isDuplicate(unit)
    this.#report(flight, isSpoilt ? { err: 'DuplicateUnit' } : outcome, noise, nowMs)
  }

  /** Returns false while a second response may still arrive. */
  #release(held: HeldAnswer, nowMs: number): boolean {
    // A second response that has begun is received completely.
    const quietAtMs = Math.min(this.#quietFromMs + this.#quietMs, held.untilMs + heldMaxMs)
    const atMs = held.isRefuted ? nowMs : Math.max(held.untilMs, quietAtMs)
    if (nowMs < atMs) {
      this.#alarm.set(Math.min(atMs, this.#exchange.wakeMs))
      return false
    }
    this.#conclude(held)
    return true
  }

  #conclude(held: HeldAnswer): void {
    const { flight, answer, noise, receivedMs, isRefuted } = held
    const { evidence } = this.#attribution
    const { unit } = flight.waiting
    this.#held = undefined
    const isDuplicate = evidence.isDuplicate(unit)
    if (!isRefuted) evidence.wasSingle(unit)
    this.#report(flight, isDuplicate ? { err: 'DuplicateUnit' } : { ok: answer }, noise, receivedMs)
  }

  #report(flight: InFlightRequest, outcome: ExchangeResult, noise: number, nowMs: number): void {
    const { waiting, pdu, sentMs } = flight
    const { unit } = waiting
    const counters = this.#statistics.unit(unit)
    counters.noise += noise
    this.#statistics.busy(sentMs, nowMs + Math.min(this.#quietMs, 1000))
    this.#queue.charge(waiting, nowMs - sentMs, nowMs)
    const facts = { by: waiting.by, unit, request: pdu, noise, sentMs, tookMs: nowMs - sentMs }
    if ('err' in outcome) {
      if (outcome.err === 'crc') counters.crcErrors += 1
      else if (outcome.err === 'timeout') counters.timeouts += 1
      this.#onExchange({ ...facts, answer: undefined, error: outcome.err })
      waiting.settle(outcome)
    } else {
      if (unit !== 0) this.#statistics.response(nowMs)
      if (isExceptionPdu(outcome.ok)) counters.exceptions += 1
      const isLonger = pdu !== waiting.pdu && outcome.ok.length > 0
      const answer = isLonger ? trimAnswer(waiting.pdu, outcome.ok) : outcome.ok
      const copy = answer.length === 0 ? nothing : new Uint8Array(answer)
      this.#onExchange({ ...facts, request: waiting.pdu, answer: copy, error: undefined })
      waiting.settle({ ok: copy })
    }
  }

  /** The queue is empty. */
  #rest(nowMs: number): void {
    this.#waitingFromMs = undefined
    const isLent = !isSamePort(this.#keeper.line, this.#settings)
    const backMs = this.#quietFromMs + lentMs
    if (isLent && nowMs >= backMs) this.#keeper.use(this.#settings)
    else this.#alarm.set(isLent ? Math.min(backMs, this.#exchange.wakeMs) : this.#exchange.wakeMs)
  }

  #awaitQuiet(nowMs: number, quietAtMs: number): void {
    this.#waitingFromMs ??= nowMs
    this.#alarm.set(quietAtMs)
    if (nowMs - this.#waitingFromMs < babbleMs + 2 * this.#quietMs) return
    this.#waitingFromMs = nowMs
    const next = this.#chosen ?? this.#queue.take(nowMs)
    this.#chosen = undefined
    next?.settle({ err: this.#attribution.silence(nowMs) })
  }

  #drop(waiting: QueuedRequest): void {
    if (this.#chosen === waiting) this.#chosen = undefined
    else if (!this.#queue.remove(waiting)) return
    waiting.settle({ err: 'dropped' })
  }
}
