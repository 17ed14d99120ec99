import { compare, type Decimal, decimalOf, multiply, subtract, toNumber } from '@busbar/modbus/decimal'

const hourMs = 3_600_000
const hour: Decimal = { digits: BigInt(hourMs), scale: 0 }
/** Doubles that are closer than this, in parts of themselves, are compared as decimals. */
const doubt = 1e-9

/** Limit of a meter in an hour, which also applies to shorter times. Null is no limit. */
export class MeterLimit {
  readonly #maxPerHour: Decimal | null
  readonly #perMs: number

  constructor(maxPerHour: Decimal | null) {
    this.#maxPerHour = maxPerHour
    this.#perMs = maxPerHour === null ? Infinity : toNumber(maxPerHour) / hourMs
  }

  /** Can it count this in that time? Null when that is not set. */
  allows(amount: Decimal, elapsedMs: number): boolean | null {
    if (this.#maxPerHour === null) return null
    return compare(multiply(amount, hour), multiply(this.#maxPerHour, decimalOf(Math.max(elapsedMs, hourMs)))) <= 0
  }

  /** Can a counter that had `high` have `value` now? */
  follows(high: number, highOn: number, value: number, on: number): boolean {
    if (value < high) return false
    if (this.#maxPerHour === null) return true
    const most = this.#perMs * Math.max(on - highOn, hourMs)
    const rise = value - high
    if (Math.abs(rise - most) > doubt * Math.max(Math.abs(value), Math.abs(high), most)) return rise < most
    return this.allows(subtract(decimalOf(value), decimalOf(high)), on - highOn) !== false
  }
}
