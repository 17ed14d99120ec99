/** An exact decimal number: digits / 10^scale. Every operation is exact unless its description names a rounding. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** 10^0 to 10^22: the powers of ten that a double holds exactly. */
export const powersOfTen: readonly number[] = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/** No decimal text from outside may be longer. */
const textCharsMax = 64

const plain = /^-?\d+(?:\.\d+)?$/

/** Reads `-?digits[.digits]` and nothing else: no spaces, signs, exponents, bases or empty text. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > textCharsMax || !plain.test(text)) return null
  const dot = text.indexOf('.')
  if (dot < 0) return { digits: BigInt(text), scale: 0 }
  return { digits: BigInt(text.slice(0, dot) + text.slice(dot + 1)), scale: text.length - dot - 1 }
}

/** The shortest decimal that names a finite number: 0.1 is one tenth. */
export function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * power(-scale), scale: 0 } : { digits, scale }
}

/** A number or text of a format, under the same limit of length either way. */
export function settingOf(value: number | string): Decimal | null {
  if (typeof value === 'string') return parseDecimal(value)
  return Number.isFinite(value) ? parseDecimal(toText(decimalOf(value))) : null
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale }
}

/** The exact sum of two plain decimals, as text; null where one of them is none. */
export function sumText(a: string, b: string): string | null {
  const [first, second] = [parseDecimal(a), parseDecimal(b)]
  return first && second && toText(add(first, second))
}

export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, { digits: -b.digits, scale: b.scale })

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
})

/** The quotient to at least `precision` significant digits, the last rounded half away from zero; `b` is not 0. */
export function divide(a: Decimal, b: Decimal, precision: number): Decimal {
  const magnitude = length(a.digits) - a.scale - (length(b.digits) - b.scale)
  const scale = Math.max(0, precision - magnitude + 1)
  const shift = scale + b.scale - a.scale
  const digits =
    shift < 0 ? nearestQuotient(a.digits, b.digits * power(-shift)) : nearestQuotient(a.digits * power(shift), b.digits)
  return { digits, scale }
}

/** Negative when a < b, 0 when they are equal, positive when a > b. */
export function compare(a: Decimal, b: Decimal): number {
  const { digits } = subtract(a, b)
  return digits < 0n ? -1 : Number(digits > 0n)
}

/** At most `places` decimals. Half is rounded away from zero, as people do on paper: 2.5 is 3 and -2.5 is -3. */
export function round(a: Decimal, places: number): Decimal {
  if (a.scale <= places) return a
  return { digits: nearestQuotient(a.digits, power(a.scale - places)), scale: places }
}

/** The shortest plain form: no exponent, no trailing zeros, no "-0". */
export function toText({ digits, scale }: Decimal): string {
  if (scale === 0) return digits.toString()
  const sign = digits < 0n ? '-' : ''
  const all = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const fraction = all.slice(-scale).replace(/0+$/, '')
  return sign + all.slice(0, -scale) + (fraction && `.${fraction}`)
}

/** The double nearest to a decimal. */
export const toNumber = (a: Decimal): number => Number(toText(a))

/** The digits of `a` when written with a scale no less than its own. */
export const digitsAt = (a: Decimal, scale: number): bigint =>
  scale === a.scale ? a.digits : a.digits * power(scale - a.scale)

function nearestQuotient(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor
  const rest = dividend % divisor
  if (2n * size(rest) < size(divisor)) return whole
  return dividend < 0n === divisor < 0n ? whole + 1n : whole - 1n
}

const power = (exponent: number): bigint => 10n ** BigInt(exponent)
const size = (value: bigint): bigint => (value < 0n ? -value : value)
const length = (value: bigint): number => size(value).toString().length
