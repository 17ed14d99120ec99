import { fits, functionCode, LateAnswers } from '@busbar/modbus'
import type { LineSettings, QueuedRequest } from '../request.ts'
import { LineEvidence } from './evidence.ts'
import type { ExchangeFailure, InFlightRequest, Surroundings } from './exchange.ts'
import { isTooEarly } from './timing.rules.ts'

/** A request of another master, which is answered at the usual time. */
const foreignTimeoutMs = 100

/** Decides whether a response belongs to a request of the gateway, and not to an earlier one or to another master. */
export class Attribution {
  readonly evidence = new LineEvidence()
  /** Kept per speed and format of the line: late responses at another setting cannot be received. */
  readonly #lateAnswers = new LateAnswers()

  /** Returns the request in a form with a distinguishable response; null when there is none. */
  distinct(waiting: QueuedRequest, line: LineSettings, timeoutMs: number, nowMs: number): Uint8Array | null {
    const { unit, pdu } = waiting
    return this.#lateAnswers.send(nameOf(line), { unit, pdu, question: waiting, isStretchable: true, timeoutMs }, nowMs)
  }

  /** Returns why a matching frame cannot be trusted, or undefined. */
  doubtOf(
    flight: InFlightRequest,
    answer: Uint8Array,
    beside: Surroundings,
    isTimed: boolean,
    nowMs: number,
  ): ExchangeFailure | undefined {
    const { waiting, pdu, line } = flight
    const { unit } = waiting
    if (unit === 0) return undefined
    if (!isNamed(pdu, answer)) {
      const isEarly = isTimed && isTooEarly(flight, answer.length, nowMs)
      if (isEarly) this.evidence.foreignAnswer(nowMs)
      if (isEarly || beside.hasForeignRequest) return 'ForeignTraffic'
      if (beside.noise > 0 && this.evidence.isGuarded(nowMs)) return 'ForeignTraffic'
    }
    const isOwn = this.#lateAnswers.accept(nameOf(line), { unit, pdu, question: waiting }, answer, nowMs)
    return isOwn ? undefined : this.silence(nowMs)
  }

  /** Returns why no trustworthy response exists. */
  silence(nowMs: number): 'timeout' | 'ForeignTraffic' {
    return this.evidence.isGuarded(nowMs) ? 'ForeignTraffic' : 'timeout'
  }

  damaged({ waiting, pdu, line }: InFlightRequest, nowMs: number): void {
    this.#lateAnswers.damaged(nameOf(line), { unit: waiting.unit, pdu, question: waiting }, nowMs)
  }

  /**
   * Handles a frame that matches no request in progress. Returns whether it is a second response of its unit.
   * `elsewhere`: a request to another unit.
   */
  stray(
    line: LineSettings,
    unit: number,
    answer: Uint8Array,
    elsewhere: Uint8Array | undefined,
    nowMs: number,
  ): boolean {
    const isLate = this.#lateAnswers.received(nameOf(line), unit, answer, elsewhere, nowMs)
    const isMisnamed = elsewhere !== undefined && fits(elsewhere, answer)
    return this.evidence.stray(unit, answer, isLate || isMisnamed, nowMs)
  }

  foreignRequest(line: LineSettings, unit: number, pdu: Uint8Array, nowMs: number): void {
    this.evidence.foreignRequest(unit, pdu, nowMs)
    // Its response is expected like that of the gateway's requests, so that it is not mistaken for another.
    const foreign = { unit, pdu, question: {}, isStretchable: false, timeoutMs: foreignTimeoutMs }
    this.#lateAnswers.send(nameOf(line), foreign, nowMs)
  }
}

const namingFunctions: ReadonlySet<number> = new Set([5, 6, 15, 16, 21, 22])

/**
 * True if the response repeats addresses or values of its request, so that another request's response does not match.
 */
export const isNamed = (pdu: Uint8Array, answer: Uint8Array): boolean =>
  answer[0] === pdu[0] && namingFunctions.has(functionCode(pdu))

const names = new WeakMap<LineSettings, string>()

/** The same for lines that are alike; worked out once for each. */
const nameOf = (line: LineSettings): string => {
  const known = names.get(line)
  if (known !== undefined) return known
  const name = `${line.baudRate} ${line.charFormat} ${line.frameMode}`
  names.set(line, name)
  return name
}
