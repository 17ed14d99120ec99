import type { Language } from '@busbar/messaging/texts'
import { type Decimal, round, toNumber, toText } from '@busbar/modbus/decimal'
import { fill, type MessageValues } from '@busbar/ui/messages'
import { createQuantityFormat } from '@busbar/ui/quantity'
import type { Texts } from '../../texts/messages.ts'
import { texts } from '../../texts/texts.ts'
import { localText } from '../calendar.ts'

export type ReportText = keyof Texts['reports']

/** Texts of reports in a language, and its formats of numbers and times. */
export interface ReportWords {
  /** `en`, `pl`, `ru`, `uk`. */
  locale: string
  say: (key: ReportText, values?: MessageValues) => string
  /** Returns a dash for a missing value, which is not zero. */
  figure: (value: Decimal | null, decimals: number | null | undefined) => string
  /** For text beside no table: with its unit and an SI prefix, unless the decimals of its branch are fixed. */
  quantity: (value: Decimal | null, decimals: number | null | undefined, unit: string | null) => string
  percent: (share: number) => string
  /** `+12.5 %`, or a dash where one of the two is not known. */
  change: (share: number | null) => string
  money: (amount: Decimal | null, currency: string) => string
}

const dash = '–'
const moneyDigits = 2

export const reportWords = (language: Language): ReportWords => {
  const locale = language === 'ua' ? 'uk' : language
  const numberFormats = new Map<number, Intl.NumberFormat>()
  const numberFormat = (digits: number): Intl.NumberFormat => {
    const cached = numberFormats.get(digits)
    if (cached !== undefined) return cached
    // Even numbers of four digits are grouped: a column is read from its end.
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping: 'always' })
    numberFormats.set(digits, format)
    return format
  }
  const quantities = createQuantityFormat(locale)
  const moneyFormat = new Intl.NumberFormat(locale, {
    minimumFractionDigits: moneyDigits,
    maximumFractionDigits: moneyDigits,
    useGrouping: 'always',
  })
  return {
    locale,
    say: (key, values = {}) => fill(texts[language].reports[key], values),
    figure(value, decimals) {
      if (value === null) return dash
      const digits = decimals ?? decimalsFor(value)
      const text = toText(round(value, digits)) as Intl.StringNumericLiteral
      return numberFormat(digits).format(text)
    },
    quantity(value, decimals, unit) {
      if (value === null) return `${dash} ${unit ?? ''}`.trim()
      const digits = decimals ?? decimalsFor(value)
      const fixed = { min: decimals ?? 0, max: digits }
      const text = toText(round(value, digits))
      return decimals == null
        ? quantities.quantity(text, { unit, decimals: fixed })
        : quantities.decimal(text, fixed, unit ?? undefined)
    },
    percent: (share) => `${numberFormat(1).format(percentOf(share))} %`,
    change(share) {
      if (share === null) return dash
      const percent = Math.round(share * 1000) / 10
      return `${percent > 0 ? '+' : ''}${numberFormat(1).format(percent)} %`
    },
    money(amount, currency) {
      if (amount === null) return dash
      const text = toText(round(amount, moneyDigits)) as Intl.StringNumericLiteral
      return `${moneyFormat.format(text)} ${currency}`
    },
  }
}

/** Four digits or more; what is before the point is never cut. */
export const decimalsFor = (value: Decimal): number => {
  const size = Math.abs(toNumber(value))
  return size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
}

/** In per cent, to a tenth; less than all is never shown as all. */
export const percentOf = (share: number): number => Math.floor(share * 1000 + 1e-9) / 10

/** `2026-10-25 00:00`, by the clocks of the place. */
export const timeText = (timeZone: string, on: number): string => localText(timeZone, on).slice(0, 16).replace('T', ' ')

const hourMs = 3_600_000
const days = { short: 23, usual: 24, long: 25 }

/** How many hours a day has on which the clocks were set; null of every other segment. */
export const oddHours = (from: number, till: number): number | null => {
  const hours = (till - from) / hourMs
  return hours !== days.usual && hours >= days.short - 1 && hours <= days.long + 1 ? hours : null
}
