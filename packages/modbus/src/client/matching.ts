import type { Frame } from '../envelope/frame.ts'
import { fits } from '../pdu/fits.ts'
import type { LateAnswers, SentRequest } from './late-answers.ts'

/** A request on its way. */
export interface RequestInFlight extends SentRequest {
  /** The PDU to send: the request itself, or a longer read whose answer is distinct. */
  pdu: Uint8Array
  /** True if a longer read may be sent in its place. */
  readonly isStretchable: boolean
  readonly timeoutMs: number
  transaction: number
  dueAt: number
}

/** A frame's fate: the flight that it answers, or too late for one, unexpected, or one that may answer either of two. */
export type FrameMatch<F extends RequestInFlight> = F | 'late' | 'stray' | 'unsure'

/** Tells whose answer a frame is, and what may fly. */
export interface AnswerMatcher<F extends RequestInFlight> {
  /** A caller that expires entries while iterating needs a copy. */
  readonly flying: readonly F[]
  readonly size: number
  /** Prepares and registers a request; false while an answer that may still arrive could be mistaken for its own. */
  fly(flight: F, now: number): boolean
  match(frame: Frame, now: number): FrameMatch<F>
  /** It is no longer waited for. Its answer may still come, and must not be taken for another's. */
  expire(flight: F): void
}

const lateMax = 1024
/** Answers that are remembered, to know one that comes twice. */
const answeredMax = 16

/** Ids of one TCP peer go on from one connection to the next. */
export interface TransactionCounter {
  last: number
}

/** TCP: transaction ids tell answers apart, so several may fly. An id is not used again while its answer may come. */
export class TransactionMatcher<F extends RequestInFlight> implements AnswerMatcher<F> {
  // The oldest first, and mostly answered first. In a Map what flew outlived V8's small collections (measured in bench/results/bytes-per-request.md).
  readonly flying: F[] = []
  readonly #late = new Set<number>()
  readonly #answered = new RecentAnswers()
  readonly #ids: TransactionCounter

  constructor(ids: TransactionCounter) {
    this.#ids = ids
  }

  get size(): number {
    return this.flying.length
  }

  fly(flight: F): boolean {
    const ids = this.#ids
    do ids.last = (ids.last + 1) & 0xffff
    while (this.#at(ids.last) >= 0 || this.#late.has(ids.last))
    flight.transaction = ids.last
    this.flying.push(flight)
    return true
  }

  match(frame: Frame): FrameMatch<F> {
    const at = this.#at(frame.transaction)
    const flight = this.flying[at]
    if (flight === undefined)
      return this.#late.delete(frame.transaction) || this.#answered.has(frame) ? 'late' : 'stray'
    if (flight.unit !== frame.unit || !fits(flight.pdu, frame.pdu)) return 'stray'
    this.#remove(at)
    this.#answered.add(frame)
    return flight
  }

  expire(flight: F): void {
    this.#remove(this.#at(flight.transaction))
    this.#late.add(flight.transaction)
    const [oldest] = this.#late
    if (this.#late.size > lateMax && oldest !== undefined) this.#late.delete(oldest)
  }

  #at(transaction: number): number {
    const { flying } = this
    for (let at = 0; at < flying.length; at += 1) if (flying[at]?.transaction === transaction) return at
    return -1
  }

  /** Without the array that `splice` gives, where it is the oldest. */
  #remove(at: number): void {
    if (at === 0) this.flying.shift()
    else if (at > 0) this.flying.splice(at, 1)
  }
}

/** The answers that came last, by their id and a hash: four kilobytes for each link would be much for thousands of them. */
class RecentAnswers {
  readonly #ids = new Int32Array(answeredMax).fill(-1)
  readonly #hashes = new Int32Array(answeredMax)
  #next = 0

  add({ transaction, pdu }: Frame): void {
    this.#ids[this.#next] = transaction
    this.#hashes[this.#next] = hashOf(pdu)
    this.#next = (this.#next + 1) % answeredMax
  }

  has({ transaction, pdu }: Frame): boolean {
    const at = this.#ids.indexOf(transaction)
    return at >= 0 && this.#hashes[at] === hashOf(pdu)
  }
}

/** FNV-1a. */
const hashOf = (bytes: Uint8Array): number => {
  let hash = bytes.length | 0
  for (let at = 0; at < bytes.length; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 16_777_619)
  return hash
}

/** A serial line: one at a time, and nothing that a late answer could be taken for. */
export class TurnMatcher<F extends RequestInFlight> implements AnswerMatcher<F> {
  readonly flying: F[] = []
  readonly #answers: LateAnswers
  readonly #line: string

  constructor(answers: LateAnswers, line: string) {
    this.#answers = answers
    this.#line = line
  }

  get size(): number {
    return this.flying.length
  }

  fly(flight: F, nowMs: number): boolean {
    // Unit 0 is broadcast: there is no answer.
    const pdu = flight.unit === 0 ? flight.pdu : this.#answers.send(this.#line, flight, nowMs)
    if (pdu === null) return false
    flight.pdu = pdu
    this.flying.push(flight)
    return true
  }

  match({ unit, pdu }: Frame, nowMs: number): FrameMatch<F> {
    const [flight] = this.flying
    if (flight === undefined || flight.unit !== unit || !fits(flight.pdu, pdu)) {
      const elsewhere = flight !== undefined && flight.unit !== unit ? flight.pdu : undefined
      return this.#answers.received(this.#line, unit, pdu, elsewhere, nowMs) ? 'late' : 'stray'
    }
    if (!this.#answers.accept(this.#line, flight, pdu, nowMs)) return 'unsure'
    this.flying.pop()
    return flight
  }

  expire(): void {
    this.flying.pop()
  }
}
