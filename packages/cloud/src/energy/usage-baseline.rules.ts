import { at } from '@busbar/kit'
import { toNumber } from '@busbar/modbus/decimal'
import type { Meter } from './counters/meter.rules.ts'
import { type Hour, startOf } from './hours.rules.ts'
import { returnMsOf } from './look-ahead.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The history of a step: so many UTC days before its own. It is the same for every caller at any time. */
const historyDays = 30
/** A shorter history or fewer rises are not conclusive: a pump that hardly ever ran does not show how it runs. */
const knownMsMin = 7 * dayMs
const risesMin = 24
/** A step is beyond what is usual when it is so many times the best hour. */
const unusualFactor = 10
/** Percentage of the best hours of the history that is left out, because it may contain an earlier jump. */
const outliersPerHundred = 1

/** Decides which possible steps are excluded. */
export interface StepJudge {
  isUnusual(since: number, on: number, rise: number): boolean
}

export const usualFrom = (on: number): number => (Math.floor(on / dayMs) - historyDays) * dayMs

/**
 * Usual amounts of a counter from its own history. A step is unusual when it exceeds the best hour of the thirty days
 * before its day more than ten times, without the best hundredth of them, and fewer than two other hours around it
 * reach a tenth of it. This depends on the readings alone, not on earlier exclusions.
 */
export class UsageBaseline implements StepJudge {
  readonly #hours: readonly Hour[]
  readonly #returnMs: number
  /** Rate of each hour since the one before; NaN where it is unknown. */
  readonly #rates: Float64Array
  /** Hourly limit of a step, by UTC day. */
  readonly #limits = new Map<number, number>()
  /** Rate that two other hours around it reach, by hour. */
  readonly #paces = new Map<number, number>()

  /** The hours from `usualFrom` the first step on, to `returnMsOf` after the last. */
  constructor(hours: readonly Hour[], meter: Meter) {
    this.#hours = hours
    this.#returnMs = returnMsOf(meter.periodMs)
    const zero = toNumber(meter.zero)
    const end = meter.rolloverAt === null ? Infinity : toNumber(meter.rolloverAt)
    this.#rates = Float64Array.from(hours, ({ first, last, lastOn, isRising }, index) => {
      const before = hours[index - 1]
      if (before === undefined || !isRising || first < before.last) return Number.NaN
      // A value of zero, or of all ones, may be no reading.
      if (before.last === zero || first === zero || last === meter.allOnes || last >= end) return Number.NaN
      const elapsedMs = lastOn - before.lastOn
      return elapsedMs > this.#returnMs ? Number.NaN : perHour(last - before.last, elapsedMs)
    })
  }

  isUnusual(since: number, on: number, rise: number): boolean {
    return this.mayBeUnusual(since, on, rise) && this.isAlone(since, on, rise)
  }

  /** Is it more than ten times what two other hours around it come to? */
  isAlone(since: number, on: number, rise: number): boolean {
    const [first, last] = [startOf(since), startOf(on)]
    return (
      perHour(rise, on - since) > unusualFactor * (first === last ? this.#paceOf(first) : this.#paceAround(first, last))
    )
  }

  /** Is it beyond the limit? What comes to less is not unusual, nor is any part of it. */
  mayBeUnusual(since: number, on: number, rise: number): boolean {
    return rise > 0 && perHour(rise, on - since) > this.#limitOn(Math.floor(on / dayMs))
  }

  #limitOn(day: number): number {
    const known = this.#limits.get(day)
    if (known !== undefined) return known
    const limit = this.#limitOf(day)
    this.#limits.set(day, limit)
    return limit
  }

  #limitOf(day: number): number {
    const end = this.#placeOf(day * dayMs)
    const rates: number[] = []
    let knownMs = 0
    // The first of them follows one that others may not have asked for.
    for (let index = this.#placeOf((day - historyDays) * dayMs) + 1; index < end; index += 1) {
      const rate = at(this.#rates, index)
      if (Number.isNaN(rate)) continue
      rates.push(rate)
      knownMs += at(this.#hours, index).lastOn - at(this.#hours, index - 1).lastOn
    }
    const isKnown = knownMs >= knownMsMin && rates.filter((rate) => rate > 0).length >= risesMin
    return isKnown
      ? unusualFactor * greatestWithout(rates, Math.ceil((rates.length * outliersPerHundred) / 100))
      : Infinity
  }

  #paceOf(hour: number): number {
    const known = this.#paces.get(hour)
    if (known !== undefined) return known
    const pace = this.#paceAround(hour, hour)
    this.#paces.set(hour, pace)
    return pace
  }

  /** The second greatest of the hours that are near, but for these. */
  #paceAround(first: number, last: number): number {
    let [greatest, second] = [0, 0]
    for (let index = this.#placeOf(first - this.#returnMs); index < this.#hours.length; index += 1) {
      const hour = at(this.#hours, index).on
      if (hour > last + this.#returnMs) break
      const rate = at(this.#rates, index)
      if ((hour >= first && hour <= last) || Number.isNaN(rate)) continue
      if (rate > greatest) [greatest, second] = [rate, greatest]
      else if (rate > second) second = rate
    }
    return second
  }

  /** Index of the first hour that begins at this time or later. */
  #placeOf(on: number): number {
    let [from, till] = [0, this.#hours.length]
    while (from < till) {
      const middle = (from + till) >> 1
      if (at(this.#hours, middle).on < on) from = middle + 1
      else till = middle
    }
    return from
  }
}

const perHour = (rise: number, elapsedMs: number): number => (rise * hourMs) / Math.max(elapsedMs, hourMs)

/** The greatest, but for so many that are greater: those are few, so it is found by keeping them in order. */
const greatestWithout = (rates: readonly number[], count: number): number => {
  const top: number[] = []
  for (const rate of rates) {
    if (top.length > count && rate <= at(top, 0)) continue
    const index = top.findIndex((one) => one > rate)
    top.splice(index < 0 ? top.length : index, 0, rate)
    if (top.length > count + 1) top.shift()
  }
  return at(top, 0)
}
