import type { Language } from '@busbar/messaging/texts'
import type { ValueType } from '@busbar/modbus'
import { locales, textIn } from './text-in.ts'

/** Everything that the text of a value depends on. Labels are stored as one text or one per language. */
export interface DisplayFormat {
  valueType: ValueType
  precision?: number | null
  unitName?: string | null
  enum?: Readonly<Record<string, Label>> | null
}
type Label = string | Readonly<Record<string, string | undefined>>

/** Maximum number of digits of a formatter; values without a precision show every digit. */
const decimalsMax = 100
/** Limit of `Date`, in milliseconds since 1970. */
const dateMax = 8.64e15

/** Creating a formatter takes a hundred times as long as using it, so formatters are cached. */
const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<Language, Intl.DateTimeFormat>()

/** Formats a value in a language, with its unit. Every digit of an exact decimal is kept. */
export const formattedValue = (value: string, format: DisplayFormat, lang: Language): string => {
  const { valueType, unitName } = format
  if (valueType === 'string') return value
  const label = format.enum == null || !Object.hasOwn(format.enum, value) ? undefined : format.enum[value]
  if (label !== undefined) return labelText(label, lang) ?? value
  const text = valueType === 'unixtime' ? dateText(value, lang) : numberText(value, format, lang)
  // A plain space is correct in all supported languages, and programs search for it.
  return unitName ? `${text} ${unitName}` : text
}

const labelText = (label: Label, lang: Language): string | undefined =>
  typeof label === 'string' ? label : textIn(label, lang)

const numberText = (value: string, { precision }: DisplayFormat, lang: Language): string => {
  const key = `${lang}${precision ?? ''}`
  let format = numberFormats.get(key)
  if (format === undefined) {
    const decimals = precision ?? null
    format = new Intl.NumberFormat(locales[lang], {
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: decimals ?? decimalsMax,
      // Rounds as everywhere else.
      roundingMode: 'halfExpand',
    })
    numberFormats.set(key, format)
  }
  return format.format(value as Intl.StringNumericLiteral)
}

/** Formats seconds since 1970 as a date; other numbers stay numbers. */
const dateText = (value: string, lang: Language): string => {
  const ms = Number(value) * 1000
  if (!(Math.abs(ms) <= dateMax)) return value
  let format = dateFormats.get(lang)
  if (format === undefined) {
    const options = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' } as const
    format = new Intl.DateTimeFormat(locales[lang], options)
    dateFormats.set(lang, format)
  }
  return `${format.format(ms)} UTC`
}
