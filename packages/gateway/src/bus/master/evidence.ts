import { fits } from '@busbar/modbus'
import type { ExchangeFailure } from './exchange.ts'

interface AnsweringUnit {
  readonly pdu: Uint8Array
  readonly answers: readonly Uint8Array[]
  readonly answeredMs: number
}

interface UnitTrust {
  /** When the gateway last listened for a second answer; undefined before it has and after a failure. */
  listenedMs: number | undefined
  /** Answers in a row that a second device may have missed; undefined while no second device was found. */
  cleanInRow: number | undefined
  last: AnsweringUnit | undefined
}

/** A line on which another master was received is guarded for so long. */
const guardMs = 600_000
/** How long another master is given for its answer before the gateway sends. */
const foreignAnswerMs = 1000
/** How long a second answer may take after the first, and how often a healthy unit is checked for one. */
const secondAnswerMs = 100
const listenEveryMs = 60_000
/** A second answer later than this belongs to another request. */
const sameExchangeMs = 1000
/** A converter may repeat one of the last answers. */
const repeatsMax = 8
/** Single answers in a row after which a unit is trusted again. */
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

  /** A frame fits no request in flight. Returns whether it is a second answer of the unit. */
  stray(unit: number, answer: Uint8Array, isExplained: boolean, nowMs: number): boolean {
    const isForeign = this.#foreign?.unit === unit && fits(this.#foreign.pdu, answer)
    if (isForeign) this.#foreign = undefined
    if (isForeign || isExplained || this.isGuarded(nowMs)) return false
    const trust = this.#units.get(unit)
    const last = trust?.last
    if (trust === undefined || last === undefined || nowMs - last.answeredMs > sameExchangeMs) return false
    if (!fits(last.pdu, answer)) return false
    // Two devices may agree for now: the next answer is listened to as well.
    trust.listenedMs = undefined
    const isRepeat = last.answers.some((one) => Buffer.compare(one, answer) === 0)
    if (!isRepeat || trust.cleanInRow !== undefined) trust.cleanInRow = 0
    return !isRepeat
  }

  /** Returns for how long a second answer of the unit is awaited: at first, while in doubt, and now and then where nothing else waits. */
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
    // Its answer may still come.
    trust.last = undefined
    if (trust.cleanInRow !== undefined) trust.cleanInRow = 0
  }

  isDuplicate(unit: number): boolean {
    return this.#units.get(unit)?.cleanInRow !== undefined
  }

  /** The unit was listened to, and gave one answer. */
  wasSingle(unit: number): void {
    const trust = this.#units.get(unit)
    if (trust?.cleanInRow === undefined || trust.listenedMs === undefined) return
    trust.cleanInRow += 1
    if (trust.cleanInRow >= cleanToTrust) trust.cleanInRow = undefined
  }
}
