import type { Clock } from '@busbar/kit'

export interface UnitCounters {
  requests: number
  timeouts: number
  crcErrors: number
  /** Bytes outside of frames during requests to the unit. */
  noise: number
  exceptions: number
}

export interface BusStatistics {
  /** Averages of the last ten seconds. */
  readonly requestsPerSec: number
  readonly responsesPerSec: number
  /** Share of time used by requests and the silence after them. */
  readonly loadPercent: number
  readonly perUnit: ReadonlyMap<number, Readonly<UnitCounters>>
}

interface Second {
  at: number
  requests: number
  responses: number
  busyMs: number
}

const seconds = 10

/** Counts what happens on the bus: for each unit since the start, for all in the last seconds. */
export class Statistics {
  readonly #clock: Clock
  readonly #perUnit = new Map<number, UnitCounters>()
  /** Besides the counted seconds there are the current one and the next, for silence still to come. */
  readonly #ring: Second[] = Array.from({ length: seconds + 2 }, () => ({
    at: -1,
    requests: 0,
    responses: 0,
    busyMs: 0,
  }))
  readonly #startMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startMs = clock.now()
  }

  unit(unit: number): UnitCounters {
    let counters = this.#perUnit.get(unit)
    if (counters === undefined) {
      counters = { requests: 0, timeouts: 0, crcErrors: 0, noise: 0, exceptions: 0 }
      this.#perUnit.set(unit, counters)
    }
    return counters
  }

  request(unit: number, nowMs: number): void {
    this.unit(unit).requests += 1
    this.#second(Math.floor(nowMs / 1000)).requests += 1
  }

  response(nowMs: number): void {
    this.#second(Math.floor(nowMs / 1000)).responses += 1
  }

  /** Marks line time as used, shared between the seconds that it covers. */
  busy(fromMs: number, toMs: number): void {
    const last = Math.floor(toMs / 1000)
    for (let at = Math.max(Math.floor(fromMs / 1000), last - seconds); at <= last; at += 1) {
      this.#second(at).busyMs += Math.min(toMs, (at + 1) * 1000) - Math.max(fromMs, at * 1000)
    }
  }

  read(): BusStatistics {
    const nowMs = this.#clock.now()
    const now = Math.floor(nowMs / 1000)
    const completeSeconds = this.#ring.filter(({ at }) => at < now && at >= now - seconds)
    const sum = (of: (second: Second) => number): number => completeSeconds.reduce((all, second) => all + of(second), 0)
    const spanSec = Math.min(seconds, Math.max(1, now - Math.floor(this.#startMs / 1000)))
    return {
      requestsPerSec: Math.round(sum(({ requests }) => requests) / spanSec),
      responsesPerSec: Math.round(sum(({ responses }) => responses) / spanSec),
      loadPercent: Math.min(100, Math.round(sum(({ busyMs }) => busyMs) / (spanSec * 10))),
      perUnit: this.#perUnit,
    }
  }

  #second(at: number): Second {
    const second = this.#ring[at % this.#ring.length] ?? { at, requests: 0, responses: 0, busyMs: 0 }
    if (second.at !== at) Object.assign(second, { at, requests: 0, responses: 0, busyMs: 0 })
    return second
  }
}
