import { toNumber } from '@busbar/modbus/decimal'
import type { Readings } from '@busbar/series'
import type { Meter } from './counters/meter.rules.ts'
import { MeterLimit } from './counters/meter-limit.ts'
import { numberAt } from './number-at.ts'

/** Time after an implausible reading in which any plausible one proves it wrong. */
const shortMs = 3_600_000
/** Time after it in which a jump back proves it wrong too; or three periods. */
const longMs = 6 * 3_600_000
/** All looks ahead in one history together; only what is no counter at all needs more. */
const stepsMax = 20_000_000

/** How far ahead of a reading others may say something about it. */
export const returnMsOf = (periodMs: number): number => Math.max(longMs, 3 * periodMs)

/** Checks a reading against later ones, given the last good one before it: see CounterWalk. */
export class LookAhead {
  readonly limit: MeterLimit
  readonly zero: number
  readonly returnMs: number
  readonly #meter: Meter
  readonly #rolloverAt: number
  readonly #naturalRise: number
  #stepsLeft = stepsMax
  #highOn = 0
  #high = 0
  /** Between these two places nothing falls but the last. */
  #fall = { from: 0, at: -1 }
  /** From the fall on nothing that is not below `high` is less than `least`. */
  #low = { fallAt: -1, high: 0, least: 0 }

  constructor(meter: Meter) {
    this.#meter = meter
    this.zero = toNumber(meter.zero)
    this.#rolloverAt = meter.rolloverAt === null ? Infinity : toNumber(meter.rolloverAt)
    this.#naturalRise = meter.width === null ? 0 : toNumber(meter.width) / 100
    this.returnMs = returnMsOf(meter.periodMs)
    this.limit = new MeterLimit(meter.maxPerHour)
  }

  /** Other readings come: places in them mean something else. */
  reset(): void {
    this.#fall = { from: 0, at: -1 }
    this.#low = { fallAt: -1, high: 0, least: 0 }
  }

  /** The last good reading. */
  setLast(on: number, value: number): void {
    this.#highOn = on
    this.#high = value
  }

  fits(high: number, value: number, on: number): boolean {
    return this.limit.follows(high, this.#highOn, value, on)
  }

  isInvalid(value: number): boolean {
    return value === this.#meter.allOnes || value >= this.#rolloverAt
  }

  /** Neither invalid nor a zero that may be no reading. */
  #isMeaningful(value: number): boolean {
    return (value !== this.zero || this.#high === this.zero) && !this.isInvalid(value)
  }

  /** Only later readings show if zeros are a restart of the counter. */
  isDropout({ times, values }: Readings, index: number, high: number): boolean {
    const value = numberAt(values, index)
    if (value >= this.#rolloverAt) return true
    // A counter that goes up to the end of its register comes by.
    if (value === this.#meter.allOnes) return !(value >= high && value - high <= this.#naturalRise)
    if (value !== this.zero || high <= value) return false
    const end = numberAt(times, index) + this.returnMs
    for (let next = index + 1; next < times.length && numberAt(times, next) <= end && this.#takeStep(); next += 1) {
      const then = numberAt(values, next)
      if (this.#isMeaningful(then)) return then >= high
    }
    return true
  }

  /** Is there a later reading between the last good one and this, in time? */
  isSpike({ times, values }: Readings, index: number, high: number, till = Infinity): boolean {
    const value = numberAt(values, index)
    const on = numberAt(times, index)
    const end = Math.min(on + this.returnMs, till)
    const fallAt = this.#fallAfter(values, index)
    if (fallAt >= times.length || numberAt(times, fallAt) > end) return false
    if (value <= this.#leastFrom({ times, values }, fallAt, high)) return false
    let climb = 0
    let before = value
    let count = 1
    for (let next = index + 1; next < times.length && this.#takeStep(); next += 1) {
      const thenOn = numberAt(times, next)
      if (thenOn > end) return false
      const then = numberAt(values, next)
      if (then < high || !this.#isMeaningful(then)) continue
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
    for (; next < times.length && numberAt(times, next) <= end && this.#takeStep(); next += 1) {
      const value = numberAt(values, next)
      if (!this.#isMeaningful(value)) continue
      // After a meter replacement the next reading proves nothing about earlier ones.
      const isExchanged = this.#meter.exchanges.some(
        ({ on }) => on > numberAt(times, from) && on <= numberAt(times, next),
      )
      if (!isOne(value, numberAt(times, next))) return { count, next, isOpen: isExchanged }
      count += 1
    }
    return { count, next, isOpen: true }
  }

  #fallAfter(values: Float64Array, index: number): number {
    if (index < this.#fall.from || index >= this.#fall.at) {
      let next = index + 1
      while (next < values.length && numberAt(values, next) >= numberAt(values, next - 1)) next += 1
      this.#fall = { from: index, at: next }
    }
    return this.#fall.at
  }

  /** The least reading from a fall on that is not below `high`. It is the same for all readings that rise up to the fall. */
  #leastFrom({ times, values }: Readings, fallAt: number, high: number): number {
    const known = this.#low
    if (known.fallAt === fallAt && known.high <= high && high <= known.least) return known.least
    let least = Infinity
    const end = numberAt(times, fallAt) + this.returnMs
    for (let index = fallAt; index < times.length && numberAt(times, index) <= end && this.#takeStep(); index += 1) {
      const value = numberAt(values, index)
      if (value >= high && value < least) least = value
    }
    this.#low = { fallAt, high, least }
    return least
  }

  /** Index of the reading that is plausible again, if it comes in time. */
  returnAt({ times, values }: Readings, index: number, high: number): number | null {
    const on = numberAt(times, index)
    const end = on + this.returnMs
    let climb = 0
    let before = numberAt(values, index)
    let count = 1
    for (let next = index + 1; next < times.length && this.#takeStep(); next += 1) {
      const thenOn = numberAt(times, next)
      if (thenOn > end) return null
      const then = numberAt(values, next)
      if (!this.#isMeaningful(then)) continue
      const isNear = thenOn <= on + shortMs || Math.abs(then - before) > climb
      if (isNear && this.fits(high, then, thenOn) && !this.isSpike({ times, values }, next, high, end)) {
        const returned = this.#runOf({ times, values }, next, end, (value, valueOn) => this.fits(high, value, valueOn))
        if (returned.isOpen || returned.count >= count) return next
        // Fewer readings than those away from it, which go on after them.
        next = returned.next - 1
        continue
      }
      climb += Math.max(then - before, 0)
      before = then
      count += 1
    }
    return null
  }

  /** Do the next readings go on from here? One does, and none within an hour is below. */
  isConfirmed({ times, values }: Readings, index: number): boolean {
    const [on, value] = [numberAt(times, index), numberAt(values, index)]
    let isConfirmed = false
    for (let next = index + 1; next < times.length && this.#takeStep(); next += 1) {
      const thenOn = numberAt(times, next)
      if (thenOn > on + (isConfirmed ? shortMs : this.returnMs)) break
      const then = numberAt(values, next)
      if (!this.#isMeaningful(then)) continue
      if (then < value && thenOn <= on + shortMs) return false
      isConfirmed ||= this.limit.follows(value, on, then, thenOn)
    }
    return isConfirmed
  }

  /**
   * A counter that showed nothing but zero, and then at once more than ten times what it counts in the hours after, was not read before. That is
   * not said of one that had more time for it, or that stands still afterwards.
   */
  isLeapFromZero({ times, values }: Readings, index: number, high: number): boolean {
    if (high !== this.zero || this.#meter.maxPerHour !== null) return false
    const [on, value] = [numberAt(times, index), numberAt(values, index)]
    let last = value
    for (
      let next = index + 1;
      next < times.length && numberAt(times, next) <= on + this.returnMs && this.#takeStep();
      next += 1
    ) {
      const then = numberAt(values, next)
      if (this.#isMeaningful(then) && this.limit.follows(last, on, then, numberAt(times, next))) last = then
    }
    const perHour = (value - high) / Math.max(on - this.#highOn, shortMs)
    return last > value && perHour > (10 * (last - value)) / this.returnMs
  }

  #takeStep(): boolean {
    this.#stepsLeft -= 1
    return this.#stepsLeft >= 0
  }
}
