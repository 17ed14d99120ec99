import {
  add,
  type Decimal,
  decimalOf,
  digitsAt,
  divide,
  multiply,
  powersOfTen,
  round,
  settingOf,
  subtract,
} from './decimal.ts'
import type { ValueFormat } from './format.ts'
import type { RawNumber } from './raw/raw.ts'

/** Exact for any exponent. */
const powerOfTen = (exponent: number): Decimal =>
  exponent < 0 ? { digits: 1n, scale: -exponent } : { digits: 10n ** BigInt(exponent), scale: 0 }

const one: Decimal = { digits: 1n, scale: 0 }
const zero: Decimal = { digits: 0n, scale: 0 }

/** Decimals of up to 15 digits and doubles name each other one to one, so a result within them is exact. */
const exactMax = 1e15

/**
 * Digits of a quotient. A setting and a written value have 64 characters each at most, so a quotient that is not
 * exactly half-way between two raw numbers differs from it within 190 digits: rounding it again goes the right way.
 */
const quotientDigits = 200

/** Shown value = raw x multiplier + shift, rounded to `precision` decimals. */
export class Scaling {
  readonly #multiplier: Decimal
  readonly #shift: Decimal
  readonly #precision: number
  readonly #scale: number
  readonly #factor: number
  readonly #summand: number
  readonly #bare: boolean

  /** The multiplier is 10^exponent times what the format says. */
  constructor({ multiplier = 1, shift = 0, precision = Infinity }: ValueFormat, exponent = 0) {
    this.#multiplier = multiply(settingOf(multiplier) ?? one, powerOfTen(exponent))
    this.#shift = settingOf(shift) ?? zero
    this.#precision = precision
    this.#scale = Math.max(this.#multiplier.scale, this.#shift.scale)
    this.#factor = Number(digitsAt(this.#multiplier, this.#scale))
    this.#summand = Number(digitsAt(this.#shift, this.#scale))
    this.#bare = this.#factor === 1 && this.#summand === 0 && this.#scale === 0 && precision === Infinity
  }

  /** A raw number grows with the shown one, or falls when the multiplier is negative. */
  get rising(): boolean {
    return this.#multiplier.digits > 0n
  }

  shownValue(raw: RawNumber): Decimal {
    return round(this.unrounded(raw), this.#precision)
  }

  unrounded(raw: RawNumber): Decimal {
    const value = typeof raw === 'bigint' ? { digits: raw, scale: 0 } : decimalOf(raw)
    return add(multiply(value, this.#multiplier), this.#shift)
  }

  raw(scaled: Decimal): Decimal {
    return divide(subtract(scaled, this.#shift), this.#multiplier, quotientDigits)
  }

  /** The double nearest to the shown value, whose own text is that value; NaN where plain numbers cannot prove it. */
  quick(raw: RawNumber): number {
    if (typeof raw === 'bigint') return NaN
    if (this.#bare) return raw
    const decimals = decimalsOf(raw)
    const scale = this.#scale + decimals
    const unit = powersOfTen[decimals]
    const divisor = powersOfTen[Math.min(scale, this.#precision)]
    const surplus = powersOfTen[Math.max(0, scale - this.#precision)]
    if (unit === undefined || divisor === undefined || surplus === undefined) return NaN
    // Three integers, each checked to be within what a double holds exactly.
    const product = Math.round(raw * unit) * this.#factor
    const summand = this.#summand * unit
    const sum = product + summand
    if (Math.abs(product) > exactMax || Math.abs(summand) > exactMax || Math.abs(sum) > exactMax) return NaN
    return nearest(sum, surplus) / divisor
  }
}

/** Meters rarely send more decimals. */
const decimalsTried = 6
/** Below it, a double holds all digits of a number with so many decimals. */
const fewDecimalsMax = exactMax / 10 ** decimalsTried

/** Decimals of a number as it is written; more than can be used where it takes an exponent. */
function decimalsOf(raw: number): number {
  if (Number.isInteger(raw)) return 0
  if (Math.abs(raw) < fewDecimalsMax && hasDecimals(raw, decimalsTried)) {
    let decimals = 1
    while (!hasDecimals(raw, decimals)) decimals += 1
    return decimals
  }
  const text = String(raw)
  return text.includes('e') ? Infinity : text.length - text.indexOf('.') - 1
}

/** Both integers are exact, so their quotient is the double nearest to that decimal. Its text takes longer. */
function hasDecimals(raw: number, decimals: number): boolean {
  const unit = powersOfTen[decimals] ?? 1
  return Math.round(raw * unit) / unit === raw
}

/** An integer divided by another, half away from zero. */
function nearest(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  const whole = (dividend - rest) / divisor
  return 2 * Math.abs(rest) < divisor ? whole : whole + Math.sign(dividend)
}
