import type { Decimals } from './resolution.ts'
import { type Scale, scaleOf, significantDigits, tickScale } from './si-scale.ts'

/** Narrower than a space, and it does not break: 1 154. */
const thousands = '\u202f'
const minus = '\u2212'
const unbroken = '\u00a0'
const decimalsMax = 12

export interface Quantity {
  number: string
  unit: string
}

export interface QuantityOptions {
  unit?: string | null | undefined
  /** Decimals in the unit that is given: what the reading is sure of. */
  decimals: Decimals
  /** Scale shared with other values; by default the one that fits this value. */
  scale?: Scale
}

export interface QuantityFormat {
  /** Formats all digits of a value. */
  number: (value: number | string, unit?: string) => string
  /** Formats a value with fixed bounds of decimals. */
  decimal: (value: number | string, decimals: Decimals, unit?: string) => string
  /** Formats a measured value with an SI prefix and five significant digits. */
  quantity: (value: number | string, options: QuantityOptions) => string
  /** The same in two parts. */
  quantityParts: (value: number | string, options: QuantityOptions) => Quantity
  /** Formats two ends in one unit: 0.9 – 4.56 kW. The second carries the unit. */
  range: (low: number, high: number, options: Omit<QuantityOptions, 'scale'>) => [low: string, high: string]
  /** Formats the ticks of an axis. Neighbours always differ; the unit stands once, beside them. */
  ticks: (ticks: readonly number[], unit?: string | null) => { labels: string[]; unit: string; scale: Scale }
}

export interface QuantityFormatOptions {
  /** Spaces and minus signs of ASCII, for channels that have no others, such as SMS. */
  isPlain?: boolean
}

/** Numbers and units in a language. Grouping and minus signs are the same in all of them. */
export const createQuantityFormat = (
  locale: string,
  { isPlain = false }: QuantityFormatOptions = {},
): QuantityFormat => {
  const space = isPlain ? ' ' : unbroken
  const texts = new Map<string, NumberText>()
  const text = (min: number, max: number): NumberText => {
    const key = `${min} ${max}`
    const known =
      texts.get(key) ?? numberText(locale, { minimumFractionDigits: min, maximumFractionDigits: max }, isPlain)
    texts.set(key, known)
    return known
  }
  const withUnit = (number: string, unit: string | null | undefined): string =>
    unit === undefined || unit === null || unit === '' ? number : `${number}${space}${unit}`
  const quantityParts: QuantityFormat['quantityParts'] = (value, { unit, decimals, scale }) => {
    const shown = scale ?? scaleOf(unit, Number(value))
    const scaled = Number(value) / 10 ** shown.power
    const { min, max } = shownDecimals(scaled, decimals, shown.power)
    // Text keeps digits that a number does not hold.
    return { number: text(min, max)(shown.power === 0 ? value : scaled), unit: shown.unit }
  }
  const quantity: QuantityFormat['quantity'] = (value, options) => {
    const { number, unit } = quantityParts(value, options)
    return withUnit(number, unit)
  }
  return {
    number: (value, unit) => withUnit(text(0, decimalsMax)(value), unit),
    decimal: (value, { min, max }, unit) => withUnit(text(min, max)(value), unit),
    quantity,
    quantityParts,
    range(low, high, options) {
      const scale = scaleOf(options.unit, low, high)
      return [quantityParts(low, { ...options, scale }).number, quantity(high, { ...options, scale })]
    },
    ticks(ticks, unit) {
      const { scale, decimals } = tickScale(ticks, unit ?? '')
      const label = text(decimals, decimals)
      return { labels: ticks.map((tick) => label(tick / 10 ** scale.power)), unit: scale.unit, scale }
    },
  }
}

/** Digits before the point are never cut. A fixed number of decimals stays fixed, so that a live value does not change its width. */
const shownDecimals = (value: number, { min, max }: Decimals, power: number): Decimals => {
  const isFixed = min === max
  if (power === 0 && isFixed) return { min, max }
  const significant = significantDigits - 1 - Math.floor(Math.log10(Math.abs(value) || 1))
  const most = Math.min(max + power, Math.max(0, significant))
  return { min: isFixed ? most : Math.min(min, most), max: most }
}

type NumberText = (value: number | string) => string

/** Numbers in a language, except for what is the same everywhere: a thin space between thousands, and a true minus sign. */
export const numberText = (locale: string, options: Intl.NumberFormatOptions = {}, isPlain = false): NumberText => {
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', ...options })
  const marks: Readonly<Record<string, string>> = isPlain
    ? { group: ' ', minusSign: '-' }
    : { group: thousands, minusSign: minus }
  return (value) =>
    format
      // Text is exact where a number is not.
      .formatToParts(value as number)
      .map(({ type, value: part }) => marks[type] ?? part)
      .join('')
}
