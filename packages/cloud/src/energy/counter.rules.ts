import { add, compare, type Decimal, decimalOf, multiply, subtract, toNumber } from '@busbar/modbus/decimal'
import { concat, noReadings, placeOf } from '../readings/history/join.rules.ts'
import type { Readings } from '../readings/readings.ts'
import { type AsideReason, type Counted, CounterBook } from './counter-book.ts'
import { Limit } from './limit.ts'
import { type Exchange, type Meter, rolloverSpan } from './meter.rules.ts'

/** So long after a reading that does not fit, any that does fit shows that it was wrong. */
const shortMs = 3_600_000
/** So long after it one that leaps back shows it too; or three periods. */
const longMs = 6 * 3_600_000
/** A person may be wrong by so much about when a meter was exchanged. */
const exchangeMs = 86_400_000
/** All looks ahead in one history together; only what is no counter at all needs more. */
const looksMax = 20_000_000
const tenth: Decimal = { digits: 1n, scale: 1 }
const hundredth: Decimal = { digits: 1n, scale: 2 }

/** How far ahead of a reading others may say something about it. */
export const returnMsOf = (periodMs: number): number => Math.max(longMs, 3 * periodMs)

/** A reading that counting goes on from: after it nothing depends on those before. `sinceMs` is how long before it the last one was. */
export type WentOn = (on: number, value: number, sinceMs: number) => void

/**
 * What a cumulative counter has counted between each two of the edges. A rise counts where its reading is, so a segment's amount is its
 * highest good reading minus the latest before it. The first reading is where counting begins. Readings come piece by piece.
 *
 * - A reading fits when it is not below the last good one, and not above it by more than the meter can count in the time between, of
 *   which there is taken to be an hour at least: coarse counters move in steps.
 * - One that fits is a spike when a later one lies between it and the last good one. One that does not fit is a spike when a later one
 *   does. Of two that contradict each other the wrong ones are the fewer, if the others go on after them. Within an hour any later one
 *   will do; within `returnMsOf` it must have leapt back, by more than the counter rose meanwhile.
 * - A register of all ones, a value beyond where the display rolls over, and zeros before the counter is back where it was, are no readings.
 * - Where nothing comes back and the next readings go on from the new place, it is another meter that somebody told of, or a rollover where
 *   the display or the register has one. Nothing else is booked: the step is set aside, and counting goes on from there.
 */
export class CounterWalk {
  readonly #meter: Meter
  readonly #zero: number
  readonly #rolloverAt: number
  readonly #naturalRise: number
  readonly #returnMs: number
  readonly #limit: Limit
  readonly #book: CounterBook
  readonly #wentOn: WentOn | undefined
  #looksLeft = looksMax
  /** Readings that cannot be judged before later ones are known. */
  #rest: Readings = noReadings
  #high: number | null = null
  #highOn = 0
  /** Between these two places nothing falls but the last. */
  #fall = { from: 0, at: -1 }
  /** From the fall on nothing that is not below `high` is less than `least`. */
  #low = { fallAt: -1, high: 0, least: 0 }

  constructor(edges: readonly number[], meter: Meter, wentOn?: WentOn) {
    this.#meter = meter
    this.#zero = toNumber(meter.zero)
    this.#rolloverAt = meter.rolloverAt === null ? Infinity : toNumber(meter.rolloverAt)
    this.#naturalRise = meter.width === null ? 0 : toNumber(meter.width) / 100
    this.#returnMs = returnMsOf(meter.periodMs)
    this.#limit = new Limit(meter.maxPerHour)
    this.#book = new CounterBook(edges, meter)
    this.#wentOn = wentOn
  }

  /** The next readings, in order of time. */
  feed(readings: Readings): void {
    const all = concat([this.#rest, readings].filter(({ times }) => times.length > 0))
    const till = (all.times.at(-1) ?? 0) - this.#returnMs
    const next = this.#walk(all, placeOf(all.times, till))
    this.#rest = { times: all.times.slice(next), values: all.values.slice(next) }
  }

  close(): Counted {
    this.#walk(this.#rest, this.#rest.times.length)
    this.#rest = noReadings
    return this.#book.close()
  }

  /** Goes through readings up to `end`, or a little further, and gives the place where it stopped. */
  #walk(readings: Readings, end: number): number {
    const { times, values } = readings
    this.#fall = { from: 0, at: -1 }
    this.#low = { fallAt: -1, high: 0, least: 0 }
    let at = 0
    while (at < end) {
      const value = values[at] ?? 0
      const on = times[at] ?? 0
      const high = this.#high
      if (high === null) {
        if (!this.#isInvalid(value)) this.#begin(on, value)
        at += 1
      } else if (this.#isDropout(readings, at, high)) {
        this.#ignore(readings, at, at + 1, high, value === this.#zero ? 'spike' : 'invalid')
        at += 1
      } else if (this.#isTold(high, value, on)) {
        this.#leap(high, value, on)
        at += 1
      } else if (this.#fits(high, value, on)) {
        if (this.#isSpike(readings, at, high)) this.#ignore(readings, at, at + 1, high, 'spike')
        else this.#rise(readings, at, high)
        at += 1
      } else {
        const back = this.#backAt(readings, at, high)
        if (back !== null) this.#ignore(readings, at, back, high, 'spike')
        else if (this.#isConfirmed(readings, at)) this.#leap(high, value, on)
        else this.#ignore(readings, at, at + 1, high, 'spike')
        at = back ?? at + 1
      }
    }
    return at
  }

  #begin(on: number, value: number): void {
    this.#high = value
    this.#highOn = on
    this.#book.note(on)
    this.#wentOn?.(on, value, 0)
  }

  #goOn(on: number, value: number): void {
    this.#wentOn?.(on, value, on - this.#highOn)
    this.#high = value
    this.#highOn = on
  }

  #ignore({ times, values }: Readings, from: number, till: number, high: number, reason: AsideReason): void {
    const on = times[from] ?? 0
    this.#book.ignore({
      on,
      till: times[till - 1] ?? on,
      from: high,
      to: values[from] ?? 0,
      reason,
      since: this.#highOn,
    })
  }

  #fits(high: number, value: number, on: number): boolean {
    return this.#limit.follows(high, this.#highOn, value, on)
  }

  #isInvalid(value: number): boolean {
    return value === this.#meter.allOnes || value >= this.#rolloverAt
  }

  /** Neither invalid nor a zero that may be no reading. */
  #tells(value: number): boolean {
    return (value !== this.#zero || this.#high === this.#zero) && !this.#isInvalid(value)
  }

  /** Of zeros it shows only later whether the counter begins again. */
  #isDropout({ times, values }: Readings, at: number, high: number): boolean {
    const value = values[at] ?? 0
    if (value >= this.#rolloverAt) return true
    // A counter that goes up to the end of its register comes by.
    if (value === this.#meter.allOnes) return !(value >= high && value - high <= this.#naturalRise)
    if (value !== this.#zero || high <= value) return false
    const end = (times[at] ?? 0) + this.#returnMs
    for (let next = at + 1; next < times.length && (times[next] ?? 0) <= end && this.#look(); next += 1) {
      const then = values[next] ?? 0
      if (this.#tells(then)) return then >= high
    }
    return true
  }

  /** Is there a later reading between the last good one and this, in time? */
  #isSpike({ times, values }: Readings, at: number, high: number, till = Infinity): boolean {
    const value = values[at] ?? 0
    const on = times[at] ?? 0
    const end = Math.min(on + this.#returnMs, till)
    const fallAt = this.#fallAfter(values, at)
    if (fallAt >= times.length || (times[fallAt] ?? 0) > end) return false
    if (value <= this.#leastFrom({ times, values }, fallAt, high)) return false
    let climb = 0
    let before = value
    let count = 1
    for (let next = at + 1; next < times.length && this.#look(); next += 1) {
      const thenOn = times[next] ?? 0
      if (thenOn > end) return false
      const then = values[next] ?? 0
      if (then < high || !this.#tells(then)) continue
      if (then < value) {
        const dip = this.#runOf({ times, values }, next, end, (low) => low < before)
        // Fewer readings than those above, which go on after them: they are the ones that were wrong.
        if (!dip.isOpen && dip.count < count) {
          next = dip.next - 1
          continue
        }
        return thenOn <= on + shortMs || value - high > climb
      }
      climb += Math.max(then - before, 0)
      before = then
      count += 1
    }
    return false
  }

  /** How many readings of one kind follow each other from here on, and the first of another kind. */
  #runOf({ times, values }: Readings, from: number, end: number, isOne: (value: number, on: number) => boolean) {
    let count = 0
    let next = from
    for (; next < times.length && (times[next] ?? 0) <= end && this.#look(); next += 1) {
      const value = values[next] ?? 0
      if (!this.#tells(value)) continue
      // Where a meter was exchanged the next reading says nothing about those before.
      const isExchanged = this.#meter.exchanges.some(({ on }) => on > (times[from] ?? 0) && on <= (times[next] ?? 0))
      if (!isOne(value, times[next] ?? 0)) return { count, next, isOpen: isExchanged }
      count += 1
    }
    return { count, next, isOpen: true }
  }

  #fallAfter(values: Float64Array, at: number): number {
    if (at < this.#fall.from || at >= this.#fall.at) {
      let next = at + 1
      while (next < values.length && (values[next] ?? 0) >= (values[next - 1] ?? 0)) next += 1
      this.#fall = { from: at, at: next }
    }
    return this.#fall.at
  }

  /** The least reading from a fall on that is not below `high`. It is the same for all readings that rise up to the fall. */
  #leastFrom({ times, values }: Readings, fallAt: number, high: number): number {
    const known = this.#low
    if (known.fallAt === fallAt && known.high <= high && high <= known.least) return known.least
    let least = Infinity
    const end = (times[fallAt] ?? 0) + this.#returnMs
    for (let at = fallAt; at < times.length && (times[at] ?? 0) <= end && this.#look(); at += 1) {
      const value = values[at] ?? 0
      if (value >= high && value < least) least = value
    }
    this.#low = { fallAt, high, least }
    return least
  }

  /** Where the readings fit again, if they do in time. */
  #backAt({ times, values }: Readings, at: number, high: number): number | null {
    const on = times[at] ?? 0
    const end = on + this.#returnMs
    let climb = 0
    let before = values[at] ?? 0
    let count = 1
    for (let next = at + 1; next < times.length && this.#look(); next += 1) {
      const thenOn = times[next] ?? 0
      if (thenOn > end) return null
      const then = values[next] ?? 0
      if (!this.#tells(then)) continue
      const isNear = thenOn <= on + shortMs || Math.abs(then - before) > climb
      if (isNear && this.#fits(high, then, thenOn) && !this.#isSpike({ times, values }, next, high, end)) {
        const back = this.#runOf({ times, values }, next, end, (value, valueOn) => this.#fits(high, value, valueOn))
        if (back.isOpen || back.count >= count) return next
        // Fewer readings than those away from it, which go on after them.
        next = back.next - 1
        continue
      }
      climb += Math.max(then - before, 0)
      before = then
      count += 1
    }
    return null
  }

  /** Do the next readings go on from here? One does, and none within an hour is below. */
  #isConfirmed({ times, values }: Readings, at: number): boolean {
    const [on, value] = [times[at] ?? 0, values[at] ?? 0]
    let isConfirmed = false
    for (let next = at + 1; next < times.length && this.#look(); next += 1) {
      const thenOn = times[next] ?? 0
      if (thenOn > on + (isConfirmed ? shortMs : this.#returnMs)) break
      const then = values[next] ?? 0
      if (!this.#tells(then)) continue
      if (then < value && thenOn <= on + shortMs) return false
      isConfirmed ||= this.#limit.follows(value, on, then, thenOn)
    }
    return isConfirmed
  }

  #rise(readings: Readings, at: number, high: number): void {
    const [on, value] = [readings.times[at] ?? 0, readings.values[at] ?? 0]
    const exchange = this.#exchangeAt(high, value, on, value - high)
    if (exchange !== null) this.#book.step(on, high, this.#highOn, value, subtract(exchange.end, exchange.start))
    else if (this.#isLeapFromZero(readings, at, high)) this.#setAside(on, high, value, 'jump')
    else this.#book.rise(on, high, this.#highOn, value)
    this.#goOn(on, value)
  }

  /**
   * A counter that showed nothing but zero, and then at once more than ten times what it counts in the hours after, was not read before. Nobody
   * says so of one that had more time for it, or that stands still afterwards.
   */
  #isLeapFromZero({ times, values }: Readings, at: number, high: number): boolean {
    if (high !== this.#zero || this.#meter.maxPerHour !== null) return false
    const [on, value] = [times[at] ?? 0, values[at] ?? 0]
    let last = value
    for (
      let next = at + 1;
      next < times.length && (times[next] ?? 0) <= on + this.#returnMs && this.#look();
      next += 1
    ) {
      const then = values[next] ?? 0
      if (this.#tells(then) && this.#limit.follows(last, on, then, times[next] ?? 0)) last = then
    }
    const perHour = (value - high) / Math.max(on - this.#highOn, shortMs)
    return last > value && perHour > (10 * (last - value)) / this.#returnMs
  }

  /** The counter goes on from elsewhere. */
  #leap(high: number, value: number, on: number): void {
    const plus = this.#plusOf(high, value, on)
    if (plus !== null) this.#book.step(on, high, this.#highOn, value, plus)
    else if (value > high) this.#setAside(on, high, value, 'jump')
    else this.#setAside(on, high, value, this.#isNearZero(high, value) ? 'reset' : 'replacement')
    this.#goOn(on, value)
  }

  #setAside(on: number, high: number, value: number, reason: AsideReason): void {
    this.#book.unbooked({ on, till: on, from: high, to: value, reason, since: this.#highOn })
  }

  #isNearZero(high: number, value: number): boolean {
    return value >= this.#zero && value - this.#zero <= (high - this.#zero) / 10
  }

  /** What makes the step an amount that was counted; null when nobody can say. */
  #plusOf(high: number, value: number, on: number): Decimal | null {
    const exchange = this.#exchangeAt(high, value, on, Infinity)
    if (exchange !== null) return subtract(exchange.end, exchange.start)
    if (value > high) return null
    const fall = subtract(decimalOf(value), decimalOf(high))
    const isPossible = (span: Decimal, most: Decimal): boolean => {
      const amount = add(fall, span)
      return amount.digits >= 0n && (this.#limit.allows(amount, on - this.#highOn) ?? compare(amount, most) <= 0)
    }
    const span = rolloverSpan(this.#meter)
    if (span !== null) return isPossible(span, multiply(span, tenth)) ? span : null
    const { width } = this.#meter
    // A register rolls over at its end only: a counter that was not close to it did something else.
    const isAtEnd = width !== null && compare(add(fall, width), multiply(width, hundredth)) <= 0
    return isAtEnd && isPossible(width, width) ? width : null
  }

  /** Is it just when and where a meter was exchanged, by what somebody told? Then it needs no other reading to show it. */
  #isTold(high: number, value: number, on: number): boolean {
    return this.#meter.exchanges.some((exchange) => {
      const [end, start] = [toNumber(exchange.end), toNumber(exchange.start)]
      const isThen = exchange.on > this.#highOn && exchange.on <= on
      return isThen && end >= high && value >= start && end - high + value - start < Math.abs(end - start) / 10
    })
  }

  /** The exchange that explains a step better than a rise of so much. */
  #exchangeAt(high: number, value: number, on: number, rise: number): Exchange | null {
    const found = this.#meter.exchanges.find((exchange) => {
      const [before, after] = [toNumber(exchange.end) - high, value - toNumber(exchange.start)]
      if (before < 0 || after < 0 || before + after >= rise) return false
      if (this.#limit.allows(decimalOf(before + after), on - this.#highOn) === false) return false
      if (exchange.on > this.#highOn && exchange.on <= on) return true
      const isAround = exchange.on > this.#highOn - exchangeMs && exchange.on <= on + exchangeMs
      return isAround && before <= (toNumber(exchange.end) - this.#zero) / 10
    })
    return found ?? null
  }

  #look(): boolean {
    this.#looksLeft -= 1
    return this.#looksLeft >= 0
  }
}
