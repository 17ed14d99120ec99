import { add, compare, type Decimal, decimalOf, multiply, subtract, toNumber } from '@busbar/modbus/decimal'
import { concat, lowerBound, noReadings } from '@busbar/readings/history'
import type { Readings } from '@busbar/series'
import { LookAhead } from '../look-ahead.ts'
import { numberAt } from '../number-at.ts'
import type { StepJudge } from '../usage-baseline.rules.ts'
import { type AsideReason, type CountedSegments, CounterBook } from './counter-book.ts'
import { type Meter, type MeterExchange, rolloverSpan } from './meter.rules.ts'

/** A person may be wrong by so much about when a meter was exchanged. */
const exchangeMs = 86_400_000
const nothing: Decimal = { digits: 0n, scale: 0 }
const tenth: Decimal = { digits: 1n, scale: 1 }
const hundredth: Decimal = { digits: 1n, scale: 2 }

/**
 * Called for a reading from which counting continues: later results do not depend on earlier readings. `sinceMs` is the
 * distance to the previous one.
 */
export type AnchorListener = (on: number, value: number, sinceMs: number) => void

/**
 * Computes the amounts of a cumulative counter between each two edges. A rise counts at the time of its reading, so
 * that the amount of a segment is its highest good reading minus the latest before it. Counting begins with the first
 * reading. Readings arrive in pieces.
 *
 * - A reading is plausible when it is not below the last good one, and not above it by more than the meter can count in
 * the elapsed time, which counts as at least an hour: coarse counters move in steps.
 * - A plausible reading is a spike when a later one lies between it and the last good one. An implausible reading is a
 * spike when a later one is plausible. Of two contradicting groups the smaller one is wrong, if the other continues
 * after it. Within an hour any later reading decides; within `returnMsOf` it must have jumped back by more than the
 * counter rose meanwhile.
 * - A register of all ones, a value beyond the rollover of the display, and zeros before the counter returns to its
 * position are no readings.
 * - If the next readings continue from the new position, it is a documented meter replacement, or a rollover of the
 * display or register. Any other step is excluded, and counting continues from there.
 * - If the limit of the meter is unknown, a step that is unusual by its history is excluded until a user accepts it.
 */
export class CounterWalk {
  readonly #meter: Meter
  readonly #ahead: LookAhead
  readonly #book: CounterBook
  readonly #onAnchor: AnchorListener | undefined
  readonly #stepJudge: StepJudge | null
  /** Readings that cannot be judged before later ones are known. */
  #rest: Readings = noReadings
  #high: number | null = null
  #highOn = 0

  constructor(edges: readonly number[], meter: Meter, onAnchor?: AnchorListener, stepJudge: StepJudge | null = null) {
    this.#meter = meter
    this.#ahead = new LookAhead(meter)
    this.#book = new CounterBook(edges, meter)
    this.#onAnchor = onAnchor
    this.#stepJudge = stepJudge
  }

  /** The next readings, in order of time. */
  feed(readings: Readings): void {
    const all = concat([this.#rest, readings].filter(({ times }) => times.length > 0))
    if (all.times.length === 0) return
    const till = numberAt(all.times, all.times.length - 1) - this.#ahead.returnMs
    const next = this.#walk(all, lowerBound(all.times, till))
    this.#rest = { times: all.times.slice(next), values: all.values.slice(next) }
  }

  close(): CountedSegments {
    this.#walk(this.#rest, this.#rest.times.length)
    this.#rest = noReadings
    return this.#book.close()
  }

  /** Goes through readings up to `end`, or a little further, and gives the place where it stopped. */
  #walk(readings: Readings, end: number): number {
    const { times, values } = readings
    this.#ahead.reset()
    let index = 0
    while (index < end) {
      const value = numberAt(values, index)
      const on = numberAt(times, index)
      const high = this.#high
      if (high === null) {
        if (!this.#ahead.isInvalid(value)) this.#begin(on, value)
        index += 1
      } else if (this.#ahead.isDropout(readings, index, high)) {
        this.#ignore(readings, index, index + 1, high, value === this.#ahead.zero ? 'spike' : 'invalid')
        index += 1
      } else if (this.#isEnteredExchange(high, value, on)) {
        this.#leap(high, value, on)
        index += 1
      } else if (this.#ahead.fits(high, value, on)) {
        if (this.#ahead.isSpike(readings, index, high)) this.#ignore(readings, index, index + 1, high, 'spike')
        else this.#rise(readings, index, high)
        index += 1
      } else {
        const returnAt = this.#ahead.returnAt(readings, index, high)
        if (returnAt !== null) this.#ignore(readings, index, returnAt, high, 'spike')
        else if (this.#ahead.isConfirmed(readings, index)) this.#leap(high, value, on)
        else this.#ignore(readings, index, index + 1, high, 'spike')
        index = returnAt ?? index + 1
      }
    }
    return index
  }

  #begin(on: number, value: number): void {
    this.#high = value
    this.#highOn = on
    this.#ahead.setLast(on, value)
    this.#book.note(on)
    this.#onAnchor?.(on, value, 0)
  }

  #advance(on: number, value: number): void {
    this.#onAnchor?.(on, value, on - this.#highOn)
    this.#high = value
    this.#highOn = on
    this.#ahead.setLast(on, value)
  }

  #ignore({ times, values }: Readings, from: number, till: number, high: number, reason: AsideReason): void {
    const on = numberAt(times, from)
    this.#book.ignore({
      on,
      till: numberAt(times, till - 1),
      from: high,
      to: numberAt(values, from),
      reason,
      since: this.#highOn,
    })
  }

  #rise(readings: Readings, index: number, high: number): void {
    const on = numberAt(readings.times, index)
    const value = numberAt(readings.values, index)
    const exchange = this.#exchangeAt(high, value, on, value - high)
    if (exchange !== null) this.#book.step(on, high, this.#highOn, value, subtract(exchange.end, exchange.start))
    else if (this.#ahead.isLeapFromZero(readings, index, high)) this.#setAside(on, high, value, 'jump')
    else if (this.#isUnusual(high, value, on, value - high)) this.#setAside(on, high, value, 'unusual')
    else this.#book.rise(on, high, this.#highOn, value)
    this.#advance(on, value)
  }

  /** The counter continues from another position. */
  #leap(high: number, value: number, on: number): void {
    const exchange = this.#exchangeAt(high, value, on, Infinity)
    const plus = exchange === null ? this.#plusOf(high, value, on) : subtract(exchange.end, exchange.start)
    const isUnusual =
      plus !== null && exchange === null && this.#isUnusual(high, value, on, value - high + toNumber(plus))
    if (plus !== null && isUnusual) this.#setAside(on, high, value, 'unusual')
    else if (plus !== null) this.#book.step(on, high, this.#highOn, value, plus)
    else if (value > high) this.#setAside(on, high, value, 'jump')
    else this.#setAside(on, high, value, this.#isNearZero(high, value) ? 'reset' : 'replacement')
    this.#advance(on, value)
  }

  #setAside(on: number, high: number, value: number, reason: AsideReason): void {
    this.#book.unbooked({ on, till: on, from: high, to: value, reason, since: this.#highOn })
  }

  #isNearZero(high: number, value: number): boolean {
    return value >= this.#ahead.zero && value - this.#ahead.zero <= (high - this.#ahead.zero) / 10
  }

  #isUnusual(high: number, value: number, on: number, rise: number): boolean {
    return this.#stepJudge?.isUnusual(this.#highOn, on, rise) === true && !this.#isAccepted(high, value, on)
  }

  /** Was it accepted as counted? */
  #isAccepted(high: number, value: number, on: number): boolean {
    return this.#meter.accepted.some((one) => {
      const isPassed = value < high ? one.value >= high || one.value <= value : one.value >= high && one.value <= value
      return isPassed && one.on > this.#highOn && one.on <= on
    })
  }

  /** Returns the amount of a step; null when it is unknown. */
  #plusOf(high: number, value: number, on: number): Decimal | null {
    if (value > high) return this.#isAccepted(high, value, on) ? nothing : null
    const fall = subtract(decimalOf(value), decimalOf(high))
    const isPossible = (span: Decimal, most: Decimal): boolean => {
      const amount = add(fall, span)
      return amount.digits >= 0n && (this.#ahead.limit.allows(amount, on - this.#highOn) ?? compare(amount, most) <= 0)
    }
    const span = rolloverSpan(this.#meter)
    if (span !== null) return isPossible(span, multiply(span, tenth)) ? span : null
    const { width } = this.#meter
    // A register rolls over at its end only: a counter that was not close to it did something else.
    const isAtEnd = width !== null && compare(add(fall, width), multiply(width, hundredth)) <= 0
    return isAtEnd && isPossible(width, width) ? width : null
  }

  /** Is it just when and where a meter was exchanged, by what was entered? Then it needs no other reading to show it. */
  #isEnteredExchange(high: number, value: number, on: number): boolean {
    if (this.#meter.exchanges.length === 0) return false
    return this.#meter.exchanges.some((exchange) => {
      const [end, start] = [toNumber(exchange.end), toNumber(exchange.start)]
      const isInTime = exchange.on > this.#highOn && exchange.on <= on
      return isInTime && end >= high && value >= start && end - high + value - start < Math.abs(end - start) / 10
    })
  }

  /** The exchange that explains a step better than a rise of so much. */
  #exchangeAt(high: number, value: number, on: number, rise: number): MeterExchange | null {
    if (this.#meter.exchanges.length === 0) return null
    const found = this.#meter.exchanges.find((exchange) => {
      const [before, after] = [toNumber(exchange.end) - high, value - toNumber(exchange.start)]
      if (before < 0 || after < 0 || before + after >= rise) return false
      if (this.#ahead.limit.allows(decimalOf(before + after), on - this.#highOn) === false) return false
      if (exchange.on > this.#highOn && exchange.on <= on) return true
      const isAround = exchange.on > this.#highOn - exchangeMs && exchange.on <= on + exchangeMs
      return isAround && before <= (toNumber(exchange.end) - this.#ahead.zero) / 10
    })
    return found ?? null
  }
}
