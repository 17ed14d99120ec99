import { at } from '@busbar/kit'
import { add, type Decimal, decimalOf, parseDecimal, subtract } from '@busbar/modbus/decimal'

/**
 * Reasons for excluding readings. The amount between good readings is known anyway, except for a step that was not
 * booked.
 */
export const asideReasons = ['spike', 'invalid', 'jump', 'unusual', 'replacement', 'reset'] as const
export type AsideReason = (typeof asideReasons)[number]

/** Readings that were not counted with, or a step that was not booked: from what the counter had to what it showed then. */
export interface SetAsideStep {
  on: number
  /** The last of them. */
  till: number
  from: number
  to: number
  reason: AsideReason
  /** When the last good reading before was. */
  since: number
}

/** Is an amount missing because of it? */
export const isUnbooked = ({ reason }: Pick<SetAsideStep, 'reason'>): boolean =>
  reason !== 'spike' && reason !== 'invalid'

/** From one reading to another, with what a rollover or another meter adds. */
interface CounterLeg {
  segment: number
  lowOn: number
  low: number
  highOn: number
  high: number
  plus: Decimal
}

/** Amounts of a counter, by segment. */
export interface CountedSegments {
  /** Null where nothing was read that follows anything. */
  amounts: (Decimal | null)[]
  /** Share of the time with data: hours of a segment with a good reading and without an excluded step. */
  coverage: number[]
  /** For each edge: is there a good reading shortly before it? */
  knownEdges: boolean[]
  /** For each segment: was every step in it booked? */
  isBooked: boolean[]
  /** The first of them. */
  setAside: SetAsideStep[]
  /** Parts of the amounts, for counters with more digits than a double has. */
  legs: CounterLeg[]
}

const hourMs = 3_600_000
/** Nearly all steps that were not booked are needed, because their hours are not covered. */
const unbookedMax = 1000
const ignoredMax = 100
const nothing: Decimal = { digits: 0n, scale: 0 }

/** Keeps what a counter counts, in order of time, apart by segments. What is outside of them is not kept. */
export class CounterBook {
  readonly #edges: readonly number[]
  /** Without edges nothing is in the span. */
  readonly #from: number
  readonly #till: number
  readonly #isWide: boolean
  readonly #periodMs: number
  /** Hours begin where segments do: in some places not with the hours of UTC. */
  readonly #phaseMs: number
  readonly #amounts: (Decimal | null)[]
  readonly #coveredMs: number[]
  readonly #knownEdges: boolean[] = []
  readonly #isBooked: boolean[]
  readonly #setAside: SetAsideStep[] = []
  readonly #legs: CounterLeg[] = []
  #segment = 0
  /** A rise that may go on. */
  #leg: CounterLeg | null = null
  /** End of the last processed hour, and its covered time. */
  #hourTill = -Infinity
  #hourMs = 0
  /** Time of the last good reading. */
  #lastOn = -Infinity
  #isRunOpen = false
  #lastExact = { value: 0, decimal: nothing }
  #unbookedCount = 0
  #ignoredCount = 0

  constructor(edges: readonly number[], { isWide, periodMs }: { isWide: boolean; periodMs: number }) {
    const count = Math.max(edges.length - 1, 0)
    this.#edges = edges
    this.#from = edges[0] ?? Infinity
    this.#till = edges.at(-1) ?? -Infinity
    this.#isWide = isWide
    this.#periodMs = periodMs
    this.#phaseMs = count > 1 ? at(edges, 1) % hourMs : 0
    this.#amounts = new Array<Decimal | null>(count).fill(null)
    this.#coveredMs = new Array<number>(count).fill(0)
    this.#isBooked = new Array<boolean>(count).fill(true)
  }

  /** A good reading. */
  note(on: number): void {
    this.#passEdges(on)
    this.#lastOn = on
    this.#isRunOpen = false
  }

  /** Adds the rise of one counter between two good readings. */
  rise(on: number, low: number, lowOn: number, high: number): void {
    const leg = this.#leg
    // Nearly all readings continue a rise in the same segment and hour, so that no edge is crossed.
    if (leg !== null && lowOn === leg.highOn && on < this.#hourTill) {
      leg.highOn = on
      leg.high = high
      this.#lastOn = on
      this.#isRunOpen = false
      return
    }
    this.note(on)
    if (!this.#enter(on)) return
    if (this.#leg === null || lowOn !== this.#leg.highOn) {
      this.#settle()
      this.#leg = { segment: this.#segment, lowOn, low, highOn: on, high, plus: nothing }
    } else {
      this.#leg.highOn = on
      this.#leg.high = high
    }
  }

  /** A step that is no plain difference of two readings. */
  step(on: number, low: number, lowOn: number, high: number, plus: Decimal): void {
    this.note(on)
    if (!this.#enter(on)) return
    this.#settle()
    this.#leg = { segment: this.#segment, lowOn, low, highOn: on, high, plus }
    this.#settle()
  }

  /** Readings that are not counted with; those that follow each other are one entry. */
  ignore(one: SetAsideStep): void {
    const last = this.#setAside.at(-1)
    if (this.#isRunOpen && last?.reason === one.reason && last.since === one.since) last.till = one.till
    else this.#keepAside(one)
    this.#isRunOpen = true
  }

  /** Records a step without an explanation, from which the counter continues. */
  unbooked(one: SetAsideStep): void {
    this.note(one.on)
    this.#keepAside(one)
    if (!this.#goTo(one.on)) return
    this.#settle()
    this.#isBooked[this.#segment] = false
    if (one.on >= this.#hourTill) this.#openHour(one.on)
    else this.#addCover(-this.#hourMs)
    this.#hourMs = 0
  }

  close(): CountedSegments {
    this.#settle()
    this.#passEdges(Infinity)
    const coverage = this.#coveredMs.map((ms, index) => ms / (at(this.#edges, index + 1) - at(this.#edges, index)))
    const [amounts, knownEdges, isBooked] = [this.#amounts, this.#knownEdges, this.#isBooked]
    return { amounts, coverage, knownEdges, isBooked, setAside: this.#setAside, legs: this.#legs }
  }

  #keepAside(one: SetAsideStep): void {
    if (one.on < this.#from || one.on >= this.#till) return
    const [count, max] = isUnbooked(one) ? [++this.#unbookedCount, unbookedMax] : [++this.#ignoredCount, ignoredMax]
    if (count <= max) this.#setAside.push({ ...one })
  }

  /** An edge is known by a reading in the hour before it, or in a segment that is shorter; or in two periods where those are longer. */
  #passEdges(on: number): void {
    for (let index = this.#knownEdges.length; index < this.#edges.length && at(this.#edges, index) <= on; index += 1) {
      const edge = at(this.#edges, index)
      const before = edge - (this.#edges[index - 1] ?? -Infinity)
      const after = (this.#edges[index + 1] ?? Infinity) - edge
      const tolerance = Math.max(Math.min(hourMs, before, after), 2 * this.#periodMs)
      this.#knownEdges.push(edge - this.#lastOn <= tolerance)
    }
  }

  /** Goes to the segment of a reading; false when there is none. */
  #goTo(on: number): boolean {
    if (on < this.#from || on >= this.#till) return false
    if (on >= at(this.#edges, this.#segment + 1)) {
      this.#settle()
      while (on >= at(this.#edges, this.#segment + 1)) this.#segment += 1
    }
    return true
  }

  #enter(on: number): boolean {
    if (!this.#goTo(on)) return false
    this.#amounts[this.#segment] ??= nothing
    if (on >= this.#hourTill) {
      this.#openHour(on)
      this.#addCover(this.#hourMs)
    }
    return true
  }

  /** Starts the hour of a reading, within its segment. */
  #openHour(on: number): void {
    const [from, till] = [at(this.#edges, this.#segment), at(this.#edges, this.#segment + 1)]
    const hour = Math.floor((on - this.#phaseMs) / hourMs) * hourMs + this.#phaseMs
    const isShort = till - from <= hourMs
    this.#hourTill = isShort ? till : Math.min(till, hour + hourMs)
    this.#hourMs = this.#hourTill - (isShort ? from : Math.max(from, hour))
  }

  #addCover(ms: number): void {
    this.#coveredMs[this.#segment] = at(this.#coveredMs, this.#segment) + ms
  }

  /** Books the rise so far. */
  #settle(): void {
    const leg = this.#leg
    if (leg === null) return
    if (this.#isWide) this.#legs.push(leg)
    else if (leg.high !== leg.low || leg.plus.digits !== 0n)
      addLeg(this.#amounts, leg, this.#exact(leg.low), this.#exact(leg.high))
    this.#leg = null
  }

  /** A leg begins where the last one ended. */
  #exact(value: number): Decimal {
    if (value !== this.#lastExact.value) this.#lastExact = { value, decimal: decimalOf(value) }
    return this.#lastExact.decimal
  }
}

const addLeg = (amounts: (Decimal | null)[], { segment, plus }: CounterLeg, low: Decimal, high: Decimal): void => {
  amounts[segment] = add(amounts[segment] ?? nothing, add(subtract(high, low), plus))
}

/** When the readings were whose digits are needed. */
export const legTimes = ({ legs }: CountedSegments): number[] => [
  ...new Set(legs.flatMap(({ lowOn, highOn }) => [lowOn, highOn])),
]

/** Books what was counted, by all digits: `texts` are those that a double does not hold, by time. */
export const bookLegs = ({ amounts, legs }: CountedSegments, texts: ReadonlyMap<number, string>): void => {
  const exact = (on: number, value: number): Decimal => {
    const text = texts.get(on)
    return (text === undefined ? null : parseDecimal(text)) ?? decimalOf(value)
  }
  for (const leg of legs) addLeg(amounts, leg, exact(leg.lowOn, leg.low), exact(leg.highOn, leg.high))
}
