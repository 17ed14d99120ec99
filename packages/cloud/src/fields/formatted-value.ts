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

/** As many as a formatter takes: of a value without a precision every digit is shown. */
const decimalsMax = 100
/** In milliseconds since 1970, beyond which a Date holds nothing. */
const dateMax = 8.64e15

/** To make a formatter takes a hundred times as long as to use it. */
const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<Language, Intl.DateTimeFormat>()

/** A value for people: in their language, with its unit. Every digit of an exact decimal is kept. */
export const formattedValue = (value: string, format: DisplayFormat, lang: Language): string => {
  const { valueType, unitName } = format
  if (valueType === 'string') return value
  const label = format.enum == null || !Object.hasOwn(format.enum, value) ? undefined : format.enum[value]
  if (label !== undefined) return labelText(label, lang) ?? value
  const text = valueType === 'unixtime' ? dateText(value, lang) : numberText(value, format, lang)
  // No language of ours forbids a plain space there, and programs look for one.
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
      // As values are rounded everywhere else.
      roundingMode: 'halfExpand',
    })
    numberFormats.set(key, format)
  }
  return format.format(value as Intl.StringNumericLiteral)
}

/** Seconds since 1970 as a date; a number that is none stays a number. */
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
