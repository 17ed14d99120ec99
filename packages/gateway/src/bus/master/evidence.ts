import { fits } from '@busbar/modbus'
import type { ExchangeFailure } from './exchange.ts'

interface AnsweringUnit {
  readonly pdu: Uint8Array
  readonly answers: readonly Uint8Array[]
  readonly answeredMs: number
}

interface UnitTrust {
  /** Time of the last check for a second response; undefined before the first and after a failure. */
  listenedMs: number | undefined
  /** Consecutive responses that a second device may have missed; undefined while none was found. */
  cleanInRow: number | undefined
  last: AnsweringUnit | undefined
}

/** Time for which a line stays guarded after another master was received. */
const guardMs = 600_000
/** Time that another master's request gets for its response before the gateway sends. */
const foreignAnswerMs = 1000
/** Maximum delay of a second response, and the interval of checks for one at a healthy unit. */
const secondAnswerMs = 100
const listenEveryMs = 60_000
/** A second response later than this belongs to another request. */
const sameExchangeMs = 1000
/** A converter may repeat one of the last responses. */
const repeatsMax = 8
/** Consecutive single responses after which a unit is trusted again. */
const cleanToTrust = 5

/** Collects evidence that responses may belong to another master, or to a second device with the same unit ID. */
export class LineEvidence {
  readonly #units = new Map<number, UnitTrust>()
  #guardedUntilMs = Number.NEGATIVE_INFINITY
  #foreign: { readonly unit: number; readonly pdu: Uint8Array; readonly untilMs: number } | undefined

  foreignRequest(unit: number, pdu: Uint8Array, nowMs: number): void {
    this.#foreign = { unit, pdu, untilMs: nowMs + foreignAnswerMs }
    this.foreignAnswer(nowMs)
  }

  foreignAnswer(nowMs: number): void {
    // Apparent second responses were responses to another master.
    if (!this.isGuarded(nowMs)) this.#units.clear()
    this.#guardedUntilMs = nowMs + guardMs
  }

  isGuarded(nowMs: number): boolean {
    return nowMs < this.#guardedUntilMs
  }

  /** When the gateway may send without disturbing another master. */
  freeAtMs(nowMs: number): number {
    if (this.#foreign !== undefined && nowMs >= this.#foreign.untilMs) this.#foreign = undefined
    return this.#foreign?.untilMs ?? nowMs
  }

  /** Handles a frame that matches no request in progress. Returns whether it is a second response of the unit. */
  stray(unit: number, answer: Uint8Array, isExplained: boolean, nowMs: number): boolean {
    const isForeign = this.#foreign?.unit === unit && fits(this.#foreign.pdu, answer)
    if (isForeign) this.#foreign = undefined
    if (isForeign || isExplained || this.isGuarded(nowMs)) return false
    const trust = this.#units.get(unit)
    const last = trust?.last
    if (trust === undefined || last === undefined || nowMs - last.answeredMs > sameExchangeMs) return false
    if (!fits(last.pdu, answer)) return false
    // Two devices may agree once: the next response is checked as well.
    trust.listenedMs = undefined
    const isRepeat = last.answers.some((one) => Buffer.compare(one, answer) === 0)
    if (!isRepeat || trust.cleanInRow !== undefined) trust.cleanInRow = 0
    return !isRepeat
  }

  /**
   * Returns how long to wait for a second response of the unit: at first, while in doubt, and occasionally when the
   * queue is empty.
   */
  answered(unit: number, pdu: Uint8Array, answer: Uint8Array, nowMs: number, isBusy: boolean): number {
    const trust = this.#units.get(unit) ?? { listenedMs: undefined, cleanInRow: undefined, last: undefined }
    this.#units.set(unit, trust)
    const answers = [answer, ...(trust.last?.answers ?? [])].slice(0, repeatsMax)
    trust.last = { pdu, answers, answeredMs: nowMs }
    const { cleanInRow, listenedMs } = trust
    const isDue = listenedMs === undefined || (!isBusy && nowMs - listenedMs >= listenEveryMs)
    if (!isDue && cleanInRow === undefined) return 0
    trust.listenedMs = nowMs
    return secondAnswerMs
  }

  failed(unit: number, err: ExchangeFailure): void {
    const trust = this.#units.get(unit)
    if (trust === undefined) return
    // After an outage another device may be there.
    if (err === 'timeout') trust.listenedMs = undefined
    // Its response may still arrive.
    trust.last = undefined
    if (trust.cleanInRow !== undefined) trust.cleanInRow = 0
  }

  isDuplicate(unit: number): boolean {
    return this.#units.get(unit)?.cleanInRow !== undefined
  }

  /** The unit was checked and sent a single response. */
  wasSingle(unit: number): void {
    const trust = this.#units.get(unit)
    if (trust?.cleanInRow === undefined || trust.listenedMs === undefined) return
    trust.cleanInRow += 1
    if (trust.cleanInRow >= cleanToTrust) trust.cleanInRow = undefined
  }
}
