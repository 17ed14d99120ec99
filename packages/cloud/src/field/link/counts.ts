import { exceptionCode, isExceptionPdu } from '@busbar/modbus'
import type { ExchangeResult } from '@busbar/polling'
import { BusyTime } from './busy-time.ts'
import type { ExchangeCounters } from './net-link.ts'

/** Of what the newest exchange counts in the mean. */
const newestWeight = 0.05

const zeroCounters = (): ExchangeCounters => ({
  requests: 0,
  answers: 0,
  exceptions: 0,
  timeouts: 0,
  crc: 0,
  busyMs: 0,
})

/** What went over a link, in all and by unit. */
export class Counts {
  readonly link = zeroCounters()
  readonly units = new Map<number, ExchangeCounters>()
  /** What an exchange takes on the line, from leaving to the answer or the end of waiting for it; null before the first one. */
  meanMs: number | null = null
  readonly #busy: BusyTime

  constructor(now: number) {
    this.#busy = new BusyTime(now)
  }

  sent(unit: number, now: number): void {
    this.#busy.begin(now)
    this.link.requests += 1
    this.#of(unit).requests += 1
  }

  settled(unit: number, outcome: ExchangeResult<unknown>, sentAt: number, now: number): void {
    this.#busy.end(now)
    this.link.busyMs = this.#busy.totalMs
    const unitCounters = this.#of(unit)
    const tookMs = now - sentAt
    unitCounters.busyMs += tookMs
    this.meanMs = this.meanMs === null ? tookMs : this.meanMs + (tookMs - this.meanMs) * newestWeight
    for (const name of namesOf(outcome)) {
      unitCounters[name] += 1
      this.link[name] += 1
    }
  }

  load(windowMs: number, now: number): number {
    return this.#busy.share(windowMs, now)
  }

  #of(unit: number): ExchangeCounters {
    const known = this.units.get(unit)
    if (known !== undefined) return known
    const added = zeroCounters()
    this.units.set(unit, added)
    return added
  }
}

type CounterName = 'answers' | 'exceptions' | 'timeouts' | 'crc'

const answer: readonly CounterName[] = ['answers']
const exception: readonly CounterName[] = ['answers', 'exceptions']
const countersByError: Readonly<Record<string, readonly CounterName[]>> = {
  timeout: ['timeouts'],
  crc: ['crc'],
  malformed: answer,
}
const noCounters: readonly CounterName[] = []

/** Which counters an outcome moves. A PDU that was asked for as it is may be an exception too. */
const namesOf = (outcome: ExchangeResult<unknown>): readonly CounterName[] => {
  if ('err' in outcome)
    return exceptionCode(outcome.err) === null ? (countersByError[outcome.err] ?? noCounters) : exception
  return outcome.ok instanceof Uint8Array && isExceptionPdu(outcome.ok) ? exception : answer
}
