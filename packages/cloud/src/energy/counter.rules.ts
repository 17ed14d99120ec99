import { add, compare, type Decimal, decimalOf, multiply, subtract } from '@busbar/modbus/decimal'
import { concat, noReadings, placeOf } from '../readings/history/join.rules.ts'
import type { Readings } from '../readings/readings.ts'
import { type Counted, CounterBook } from './counter-book.ts'
import { Limit } from './limit.ts'

/**
 * What is known of a meter. Stored readings are shown values (raw x multiplier + shift): in their differences the multiplier is
 * contained already and the shift cancels, so nothing is left to scale.
 */
export interface Meter {
  /** What a reading of raw zero shows. */
  zero: Decimal
  /** So much lies between two passages of zero; null where the type does not roll over. */
  width: Decimal | null
  /** The most it can count in an hour; null where nobody said. */
  maxPerHour: Decimal | null
}

/** So long after a reading that does not follow, others may show that it was wrong. */
const returnMs = 3_600_000
/** All looks ahead in one history together; only what is no counter at all needs more. */
const looksMax = 20_000_000
const tenth: Decimal = { digits: 1n, scale: 1 }

/**
 * What a cumulative counter has counted between each two of the edges. A rise counts where its reading is, so a segment's amount is its
 * highest reading minus the latest before it. The first reading is where counting begins. Readings come piece by piece.
 *
 * - A reading follows when it is not below the highest before it, and not above it by more than the meter can count in the time
 *   between, of which there is taken to be an hour at least: coarse counters move in steps.
 * - Where one does not follow but a later one does within an hour, those between were read wrongly.
 * - Otherwise a fall is a rollover, or a reset to near zero, if what was counted then is possible: at most `maxPerHour`, or where that
 *   is not known a tenth of the width, or of what the counter had. Any other fall is a replaced meter. For that, and for a rise beyond
 *   what is possible, nothing is booked; it is set aside, and counting goes on from the new reading.
 */
export class CounterWalk {
  readonly #meter: Meter
  readonly #limit: Limit
  readonly #book: CounterBook
  readonly #wentOn: ((on: number, value: number) => void) | undefined
  readonly #looks = { left: looksMax }
  /** Readings that cannot be judged before later ones are known. */
  #rest: Readings = noReadings
  #high: number | null = null
  #highOn = 0

  /** `wentOn` is told of every reading that counting goes on from: after it nothing depends on those before. */
  constructor(edges: readonly number[], meter: Meter, wentOn?: (on: number, value: number) => void) {
    this.#meter = meter
    this.#limit = new Limit(meter.maxPerHour)
    this.#book = new CounterBook(edges)
    this.#wentOn = wentOn
  }

  /** The next readings, in order of time. */
  feed(readings: Readings): void {
    const all = concat([this.#rest, readings].filter(({ times }) => times.length > 0))
    const till = (all.times.at(-1) ?? 0) - returnMs
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
    let at = 0
    for (; at < end; at += 1) {
      const value = values[at] ?? 0
      const on = times[at] ?? 0
      const high = this.#high
      if (high !== null) {
        const follows = (then: number, thenOn: number): boolean => this.#limit.follows(high, this.#highOn, then, thenOn)
        if (follows(value, on)) this.#book.rise(on, high, value)
        else {
          const back = backAt(readings, at, follows, this.#looks)
          if (back !== null) {
            this.#noteJumps(readings, at, back, high)
            at = back - 1
            // It follows, whatever comes later.
            end = Math.max(end, back + 1)
            continue
          }
          this.#fall(high, value, on)
        }
      }
      this.#high = value
      this.#highOn = on
      this.#wentOn?.(on, value)
    }
    return at
  }

  #noteJumps({ times, values }: Readings, from: number, till: number, high: number): void {
    for (let at = from; at < till; at += 1) {
      const value = values[at] ?? 0
      if (value > high) this.#book.setAside(times[at] ?? 0, high, value, 'jump')
    }
  }

  /** The counter goes on from elsewhere. */
  #fall(high: number, value: number, on: number): void {
    const elapsedMs = on - this.#highOn
    const amount = value < high ? amountOfFall(this.#meter, this.#limit, high, value, elapsedMs) : null
    if (amount !== null) this.#book.add(on, amount)
    else this.#book.setAside(on, high, value, value < high ? 'replacement' : 'jump')
  }
}

/** Where the readings follow again, if they do in time. */
const backAt = (
  { times, values }: Readings,
  at: number,
  follows: (value: number, on: number) => boolean,
  looks: { left: number },
): number | null => {
  const end = (times[at] ?? 0) + returnMs
  for (let next = at + 1; next < times.length && looks.left > 0; next += 1) {
    const on = times[next] ?? 0
    if (on > end) return null
    looks.left -= 1
    if (follows(values[next] ?? 0, on)) return next
  }
  return null
}

/** What was counted while the counter went from `high` down to `value`; null when nobody can say. */
const amountOfFall = (
  { width, zero }: Meter,
  limit: Limit,
  high: number,
  value: number,
  elapsedMs: number,
): Decimal | null => {
  const [before, after] = [decimalOf(high), decimalOf(value)]
  const isPossible = (amount: Decimal, whole: Decimal): boolean =>
    amount.digits >= 0n && (limit.allows(amount, elapsedMs) ?? compare(amount, multiply(whole, tenth)) <= 0)
  if (width !== null) {
    const rolled = add(subtract(after, before), width)
    if (isPossible(rolled, width)) return rolled
  }
  const sinceZero = subtract(after, zero)
  return isPossible(sinceZero, subtract(before, zero)) ? sinceZero : null
}
