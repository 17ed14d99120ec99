import type { BusFailure, DisturbedBy } from './request.ts'

/** A request on the line and its outcome. */
export interface LoggedExchange {
  readonly by: string
  readonly unit: number
  /** Request without unit and checksum. */
  readonly request: Uint8Array
  /** Empty after a broadcast; undefined without a response. */
  readonly answer: Uint8Array | undefined
  readonly error: Extract<BusFailure, 'timeout' | 'crc' | DisturbedBy> | undefined
  /** Bytes that belonged to no frame. */
  readonly noise: number
  /** Time by the clock of the bus. */
  readonly sentMs: number
  readonly tookMs: number
}

export interface NumberedExchange extends LoggedExchange {
  /** Counts from 1 since the start. */
  readonly number: number
}

type Listener = (exchange: NumberedExchange) => void

const exchangesMax = 1000

/** The last exchanges on the line, and listeners for new ones. */
export class ExchangeLog {
  readonly #ring: NumberedExchange[] = []
  readonly #listeners = new Set<Listener>()
  #count = 0

  add(exchange: LoggedExchange): void {
    const numbered = { ...exchange, number: this.#count + 1 }
    this.#ring[this.#count % exchangesMax] = numbered
    this.#count += 1
    for (const listener of this.#listeners) listener(numbered)
  }

  /** Oldest first, as many as are wanted and there. */
  last(count: number): NumberedExchange[] {
    const there = Math.min(count, this.#ring.length)
    const from = this.#count - there
    return Array.from({ length: there }, (_, at) => this.#ring[(from + at) % exchangesMax] as NumberedExchange)
  }

  /** The returned function ends the subscription. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
