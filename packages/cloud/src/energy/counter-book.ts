import { add, type Decimal, decimalOf, subtract } from '@busbar/modbus/decimal'

/** A step that was not booked: from what the counter had to what it showed then. */
export interface SetAside {
  on: number
  from: number
  to: number
  reason: 'jump' | 'replacement'
}

/** What was counted, for each segment. */
export interface Counted {
  /** Null where nothing was read that follows anything. */
  amounts: (Decimal | null)[]
  /** The share of the time with data: of the hours of a segment those with a reading, a shorter segment being one. */
  coverage: number[]
  /** The first of them. */
  setAside: SetAside[]
}

const hourMs = 3_600_000
const setAsideMax = 100
const nothing: Decimal = { digits: 0n, scale: 0 }

/** Keeps what a counter counts, in order of time, apart by segments. What is outside of them is not kept. */
export class CounterBook {
  readonly #edges: readonly number[]
  /** Hours begin where segments do: in some places not with the hours of UTC. */
  readonly #phaseMs: number
  readonly #amounts: (Decimal | null)[]
  readonly #coveredMs: number[]
  readonly #setAside: SetAside[] = []
  #segment = 0
  /** A rise that may go on. */
  #low = 0
  #high = 0
  #coveredTill = -Infinity

  constructor(edges: readonly number[]) {
    const count = Math.max(edges.length - 1, 0)
    this.#edges = edges
    this.#phaseMs = count > 1 ? (edges[1] ?? 0) % hourMs : 0
    this.#amounts = Array.from({ length: count }, () => null)
    this.#coveredMs = Array.from({ length: count }, () => 0)
  }

  /** Of one counter from one reading to the next. */
  rise(on: number, low: number, high: number): void {
    if (!this.#enter(on)) return
    if (low !== this.#high) {
      this.#settle()
      this.#low = low
    }
    this.#high = high
  }

  /** An amount that is no difference of two readings. */
  add(on: number, amount: Decimal): void {
    if (!this.#enter(on)) return
    this.#settle()
    this.#amounts[this.#segment] = add(this.#amounts[this.#segment] ?? nothing, amount)
  }

  setAside(on: number, from: number, to: number, reason: SetAside['reason']): void {
    if (on < (this.#edges[0] ?? Infinity) || on >= (this.#edges.at(-1) ?? 0)) return
    if (this.#setAside.length < setAsideMax) this.#setAside.push({ on, from, to, reason })
  }

  close(): Counted {
    this.#settle()
    const coverage = this.#coveredMs.map((ms, at) => ms / ((this.#edges[at + 1] ?? 0) - (this.#edges[at] ?? 0)))
    return { amounts: this.#amounts, coverage, setAside: this.#setAside }
  }

  /** Goes to the segment of a reading; false when there is none. */
  #enter(on: number): boolean {
    if (on < (this.#edges[0] ?? Infinity) || on >= (this.#edges.at(-1) ?? 0)) return false
    if (on >= (this.#edges[this.#segment + 1] ?? 0)) {
      this.#settle()
      while (on >= (this.#edges[this.#segment + 1] ?? 0)) this.#segment += 1
    }
    this.#amounts[this.#segment] ??= nothing
    if (on >= this.#coveredTill) this.#cover(on)
    return true
  }

  /** The hour of a reading, as far as it is in its segment. */
  #cover(on: number): void {
    const [from = 0, till = 0] = this.#edges.slice(this.#segment, this.#segment + 2)
    const hour = Math.floor((on - this.#phaseMs) / hourMs) * hourMs + this.#phaseMs
    const isShort = till - from <= hourMs
    const begin = isShort ? from : Math.max(from, hour)
    this.#coveredTill = isShort ? till : Math.min(till, hour + hourMs)
    this.#coveredMs[this.#segment] = (this.#coveredMs[this.#segment] ?? 0) + this.#coveredTill - begin
  }

  /** Books the rise so far. */
  #settle(): void {
    if (this.#high !== this.#low) {
      const amount = subtract(decimalOf(this.#high), decimalOf(this.#low))
      this.#amounts[this.#segment] = add(this.#amounts[this.#segment] ?? nothing, amount)
    }
    this.#low = this.#high
  }
}
