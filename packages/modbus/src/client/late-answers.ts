import { isSame } from '../pdu/bytes.ts'
import { fits, mayShareAnswer } from '../pdu/fits.ts'
import { stretchRead } from '../pdu/stretch.ts'

/** A request as far as its answer is concerned. */
export interface SentRequest {
  readonly unit: number
  /** As it goes over the wire. */
  readonly pdu: Uint8Array
  /** Requests of one question are attempts to read the same registers: any of their answers is right for each. */
  readonly question: object
}

export interface OutgoingRequest extends SentRequest {
  /** It may be sent as a longer read. */
  readonly isStretchable: boolean
  readonly timeoutMs: number
}

interface ExpectedAnswer extends SentRequest {
  /** Answers that may still come: one for each attempt. */
  count: number
  untilMs: number
  /** Answers that came for some attempt. One that equals them may be a duplicate, and is not counted. */
  readonly seen: Uint8Array[]
}

/**
 * How late an answer may be, in timeouts beyond its own. Nothing in RTU and ASCII tells an answer that comes later than this from the
 * answer to a later request.
 */
const lateTimeouts = 10

/** A read that must differ from others becomes longer by at most so many registers, or bytes of bits. */
const stretchMax = 4

const sweepMin = 64
const nothing: readonly ExpectedAnswer[] = []

/**
 * Answers that may still come, by line and unit, of requests under way and of those that were given up. On a serial envelope an answer
 * names its unit, its function and its length, not its request: while one may come, no request is sent that it could be taken for. It comes
 * from the device, not from the connection: one book serves all connections to a line, side by side and one after the other.
 */
export class LateAnswers {
  /** Expected answers by line and unit. */
  readonly #lines = new Map<string, Map<number, readonly ExpectedAnswer[]>>()
  #units = 0
  /** Units that may have refused a longer read. */
  readonly #unstretchable = new Set<string>()
  #sweepAt = sweepMin

  /**
   * It leaves now, in a form whose answer can be no other's: as it is, or, where it is a read that may be changed, longer than it is. Null: an
   * answer that is still to come could be taken for its own, so it must not be sent. Its own answer may come long after its timeout.
   */
  send(line: string, outgoing: OutgoingRequest, nowMs: number): Uint8Array | null {
    const all = this.#of(line, outgoing.unit, nowMs)
    const pdu = this.#distinct(line, outgoing, all)
    if (pdu === null) return null
    const { unit, question, timeoutMs } = outgoing
    const untilMs = nowMs + (1 + lateTimeouts) * timeoutMs
    const before = all.find((other) => other.question === question && isSame(other.pdu, pdu))
    if (before === undefined) {
      const awaited = { unit, pdu: pdu.slice(), question, count: 1, untilMs, seen: [] }
      this.#store(line, unit, all.length === 0 ? [awaited] : [...all, awaited])
    } else {
      before.count += 1
      before.untilMs = Math.max(before.untilMs, untilMs)
    }
    if (this.#units > this.#sweepAt) this.#sweep(nowMs)
    return pdu
  }

  /** A frame fits what was sent last: is it certainly an answer to its question? An exception names no more than the function. */
  accept(line: string, { unit, pdu, question }: SentRequest, answer: Uint8Array, nowMs: number): boolean {
    const all = this.#of(line, unit, nowMs)
    const [only] = all
    // As it mostly is: one request, and its answer.
    if (only?.question === question && only.count === 1 && all.length === 1) {
      this.#store(line, unit, nothing)
      return true
    }
    const fitting = all.filter((other) => fits(other.pdu, answer))
    const [own] = fitting
    if (own === undefined) return false
    if (fitting.some((other) => other.question !== question)) {
      // Most likely it has no registers behind those that were wanted.
      if (answer[0] !== pdu[0]) this.#unstretchable.add(keyOf(line, unit))
      return false
    }
    this.#count(line, all, own, answer)
    return true
  }

  /**
   * Handles a frame that answers no current request of its unit. Returns whether it answers an earlier one. `elsewhere`
   * is the current request of another unit: a frame that also fits it may be its answer with a wrong unit ID.
   */
  received(line: string, unit: number, answer: Uint8Array, elsewhere: Uint8Array | undefined, nowMs: number): boolean {
    const all = this.#of(line, unit, nowMs)
    const [late, ...others] = all.filter(({ pdu }) => fits(pdu, answer))
    if (late === undefined) return false
    const isUnsure = others.length > 0 || (elsewhere !== undefined && fits(elsewhere, answer))
    if (!isUnsure) this.#count(line, all, late, answer)
    return true
  }

  /** Notes that the answer to a request arrived damaged, so that it is not expected again. */
  damaged(line: string, { unit, pdu, question }: SentRequest, nowMs: number): void {
    const all = this.#of(line, unit, nowMs)
    const own = all.find((other) => other.question === question && isSame(other.pdu, pdu))
    if (own !== undefined) this.#subtract(line, all, own)
  }

  #distinct(line: string, outgoing: OutgoingRequest, all: readonly ExpectedAnswer[]): Uint8Array | null {
    if (all.length === 0) return outgoing.pdu
    const others = all.filter(({ question }) => question !== outgoing.question)
    const isDistinct = (pdu: Uint8Array): boolean => !others.some((other) => mayShareAnswer(other.pdu, pdu))
    if (isDistinct(outgoing.pdu)) return outgoing.pdu
    if (!outgoing.isStretchable || this.#unstretchable.has(keyOf(line, outgoing.unit))) return null
    for (let by = 1; by <= stretchMax; by += 1) {
      const longer = stretchRead(outgoing.pdu, by)
      if (longer !== null && isDistinct(longer)) return longer
    }
    return null
  }

  #count(line: string, all: readonly ExpectedAnswer[], awaited: ExpectedAnswer, answer: Uint8Array): void {
    if (awaited.seen.some((earlier) => isSame(earlier, answer))) return
    awaited.seen.push(answer.slice())
    this.#subtract(line, all, awaited)
  }

  #subtract(line: string, all: readonly ExpectedAnswer[], awaited: ExpectedAnswer): void {
    awaited.count -= 1
    if (awaited.count > 0) return
    const left = all.filter((other) => other !== awaited)
    this.#store(line, awaited.unit, left)
  }

  /** Returns the answers of a unit that may still arrive. */
  #of(line: string, unit: number, nowMs: number): readonly ExpectedAnswer[] {
    const all = this.#lines.get(line)?.get(unit) ?? nothing
    return all.every(({ untilMs }) => nowMs < untilMs) ? all : this.#prune(line, unit, all, nowMs)
  }

  #prune(line: string, unit: number, all: readonly ExpectedAnswer[], nowMs: number): readonly ExpectedAnswer[] {
    const left = all.filter(({ untilMs }) => nowMs < untilMs)
    this.#store(line, unit, left)
    return left
  }

  #store(line: string, unit: number, all: readonly ExpectedAnswer[]): void {
    const units = this.#lines.get(line) ?? new Map<number, readonly ExpectedAnswer[]>()
    this.#lines.set(line, units)
    this.#units -= units.size
    if (all.length === 0) units.delete(unit)
    else units.set(unit, all)
    this.#units += units.size
  }

  /** Units and lines no longer asked are forgotten too. Looking at all of them is paid for by those that came since. */
  #sweep(nowMs: number): void {
    for (const [line, units] of this.#lines) {
      for (const [unit, all] of units) this.#prune(line, unit, all, nowMs)
      if (units.size === 0) this.#lines.delete(line)
    }
    this.#sweepAt = Math.max(sweepMin, 2 * this.#units)
    this.#unstretchable.clear()
  }
}

const keyOf = (line: string, unit: number): string => `${line} ${unit}`
