import { at } from '@busbar/kit'
import { exceptionCode, isExceptionPdu } from '@busbar/modbus'
import type { ExchangeResult } from '@busbar/polling'
import type { ExchangeCounters } from './net-link.ts'

const slotMs = 1000
const slots = 60

/** How much of the time something was on its way: in all, and second by second for the last minute. */
export class BusyTime {
  readonly #busyMs = new Float32Array(slots)
  #onTheWay = 0
  #totalMs = 0
  /** Up to when the time is counted. */
  #countedTo: number

  constructor(now: number) {
    this.#countedTo = now
  }

  get totalMs(): number {
    return this.#totalMs
  }

  begin(now: number): void {
    this.#count(now)
    this.#onTheWay += 1
  }

  end(now: number): void {
    this.#count(now)
    this.#onTheWay -= 1
  }

  /** Load of the last `windowMs`, up to a minute, in whole seconds. */
  share(windowMs: number, now: number): number {
    this.#count(now)
    const slotCount = Math.min(slots - 1, Math.max(1, Math.ceil(windowMs / slotMs)))
    const current = Math.floor(now / slotMs)
    let busyMs = 0
    for (let slot = current - slotCount; slot <= current; slot += 1) busyMs += at(this.#busyMs, slotIndex(slot))
    return Math.min(1, busyMs / (slotCount * slotMs + (now - current * slotMs)))
  }

  #count(now: number): void {
    if (this.#onTheWay > 0) this.#totalMs += now - this.#countedTo
    // Slots older than a minute are dropped.
    let from = Math.max(this.#countedTo, now - slots * slotMs)
    while (from < now) {
      const slot = Math.floor(from / slotMs)
      const to = Math.min(now, (slot + 1) * slotMs)
      if (from === slot * slotMs || this.#countedTo < from) this.#busyMs[slotIndex(slot)] = 0
      if (this.#onTheWay > 0) this.#busyMs[slotIndex(slot)] = at(this.#busyMs, slotIndex(slot)) + to - from
      this.#countedTo = to
      from = to
    }
  }
}

const slotIndex = (slot: number): number => ((slot % slots) + slots) % slots

/** Weight of the newest exchange in the mean. */
const newestWeight = 0.05

const zeroCounters = (): ExchangeCounters => ({
  requests: 0,
  answers: 0,
  exceptions: 0,
  timeouts: 0,
  crc: 0,
  busyMs: 0,
})

/** Counters of a link, in total and by unit. */
export class Counts {
  readonly link = zeroCounters()
  readonly units = new Map<number, ExchangeCounters>()
  /** Mean time of an exchange, from sending to the response or timeout; null before the first one. */
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
