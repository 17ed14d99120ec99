import type { PartCondition } from '../message/message.ts'
import { plain } from './plain.ts'
import { durationText } from './time-text.ts'
import { fill, type Language, word, wordIfKnown } from './words.ts'

/** `nameOf` shortens names where there is little room. */
export const placeText = (
  { net, device, param }: Pick<PartCondition, 'net' | 'device' | 'param'>,
  nameOf: (name: string) => string = plain,
): string =>
  [net, device, param]
    .filter((name) => name !== null)
    .map((name) => nameOf(name))
    .join(' / ')

const digitsMax = 12

type ValueFormat = Pick<PartCondition, 'unit' | 'precision'>

const numberText = (value: number, { precision }: ValueFormat): string =>
  precision === null ? String(Number(value.toPrecision(digitsMax))) : value.toFixed(precision)

const withUnit = (value: number, measured: ValueFormat): string => {
  const digits = numberText(value, measured)
  return measured.unit === null || measured.unit === '' ? digits : `${digits} ${plain(measured.unit)}`
}

/** With its unit; without a value, the reason. */
const valueText = (condition: PartCondition, language: Language): string => {
  const { value, reason } = condition
  if (value !== null && reason === null) return withUnit(value, condition)
  const none = word(language, 'value.none')
  if (reason === null) return none
  return `${none} (${wordIfKnown(language, `value.${reason}`) ?? plain(reason)})`
}

const signs: Readonly<Partial<Record<PartCondition['kind'], string>>> = {
  g: '>',
  ge: '≥',
  l: '<',
  le: '≤',
  eq: '=',
  neq: '≠',
}

/** What a value was compared with: a limit, the number of a bit, or for how long nothing came. Aloud, signs are words. */
const limitText = ({ kind, limit }: PartCondition, language: Language, isAloud: boolean): string | null => {
  const sign = signs[kind]
  const number = String(Number(limit.toPrecision(digitsMax)))
  if (sign !== undefined && !isAloud) return `${sign} ${number}`
  const key = `limit.${kind}`
  if (wordIfKnown(language, key) === undefined) return null
  return fill(language, key, { limit: kind === 'no-data' ? spanText(limit, language) : number })
}

/** The alphabet of SMS has one kind of space. */
export const spanText = (seconds: number, language: Language): string =>
  durationText(seconds, language).replaceAll(/[\u00a0\u202f]/g, ' ')

/** By how much it rose or fell, and within what time. */
const changeText = (condition: PartCondition, language: Language): string => {
  const { change, limit, holdSec } = condition
  const span = spanText(holdSec, language)
  const most = String(Number(limit.toPrecision(digitsMax)))
  if (change === null) return fill(language, 'change.unknown', { limit: most, span })
  return fill(language, change < 0 ? 'change.fell' : 'change.rose', {
    change: withUnit(Math.abs(change), condition),
    span,
    limit: most,
  })
}

/** `93.5 °C (> 90)`; of a network as a whole there is no value, and null. */
export const readingText = (
  condition: PartCondition,
  language: Language,
  { isAloud = false, isShort = false } = {},
): string | null => {
  if (condition.param === null) return null
  const value = valueText(condition, language)
  if (condition.kind === 'change-over') {
    const change = changeText(condition, language)
    return isShort && condition.change !== null ? change : `${value}, ${change}`
  }
  const limit = limitText(condition, language, isAloud)
  if (limit === null) return value
  return isAloud ? `${value}, ${limit}` : `${value} (${limit})`
}
