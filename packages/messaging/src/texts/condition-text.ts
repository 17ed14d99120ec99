import { createQuantityFormat, type Scale, scaleOf } from '@busbar/ui/quantity'
import type { Language, PartCondition } from '../message/message.ts'
import { plain } from './plain.ts'
import { durationText } from './time-text.ts'
import { fill, hasText, localeOf, word, wordIfKnown } from './words.ts'

/** `nameOf` shortens names where there is little room. */
export const placeText = (
  { net, device, param }: Pick<PartCondition, 'net' | 'device' | 'param'>,
  nameOf: (name: string) => string = plain,
): string =>
  [net, device, param]
    .filter((name) => name !== null)
    .map((name) => nameOf(name))
    .join(' / ')

const decimalsMax = 12

type ValueFormat = Pick<PartCondition, 'unit' | 'precision'>

/** Every channel can send these characters: the alphabet of SMS has one kind of space. */
const numbersIn = (language: Language) => createQuantityFormat(localeOf(language), { isPlain: true })

const scaleFor = ({ unit }: ValueFormat, ...values: number[]): Scale =>
  scaleOf(unit === null ? null : plain(unit), ...values)

const withUnit = (value: number, { precision }: ValueFormat, scale: Scale, language: Language): string => {
  const decimals = precision === null ? { min: 0, max: decimalsMax } : { min: precision, max: precision }
  return numbersIn(language).quantity(value, { decimals, scale })
}

/** A limit with all digits that were typed, in the unit of the value beside it. */
const limitIn = (limit: number, { power }: Scale, language: Language): string =>
  numbersIn(language).number(Number((limit / 10 ** power).toPrecision(decimalsMax)))

/** Signs of kinds that compare a value with a limit. */
const signs: Readonly<Partial<Record<PartCondition['kind'], string>>> = {
  g: '>',
  ge: '≥',
  l: '<',
  le: '≤',
  eq: '=',
  neq: '≠',
}

/** The unit of a value and of the limit that it is compared with. */
const scaleOfValue = (condition: PartCondition): Scale => {
  const { value, limit, kind } = condition
  return scaleFor(condition, value ?? 0, ...(signs[kind] === undefined ? [] : [limit]))
}

/** The value with its unit, or the reason why there is none. */
const valueText = (condition: PartCondition, language: Language): string => {
  const { value, reason } = condition
  if (value !== null && reason === null) return withUnit(value, condition, scaleOfValue(condition), language)
  const none = word(language, 'value.none')
  if (reason === null) return none
  return `${none} (${wordIfKnown(language, `value.${reason}`) ?? plain(reason)})`
}

/**
 * The limit of a condition: a value, the number of a bit, or the time without a reading. For calls, signs are replaced
 * by words.
 */
const limitText = (condition: PartCondition, language: Language, isAloud: boolean): string | null => {
  const { kind, limit } = condition
  const sign = signs[kind]
  const number = limitIn(limit, scaleOfValue(condition), language)
  if (sign !== undefined && !isAloud) return `${sign} ${number}`
  const key = `limit.${kind}`
  if (!hasText(key)) return null
  return fill(language, key, { limit: kind === 'no-data' ? spanText(limit, language) : number })
}

/** The alphabet of SMS has one kind of space. */
export const spanText = (seconds: number, language: Language): string =>
  durationText(seconds, language).replaceAll(/[\u00a0\u202f]/g, ' ')

/** The size of the change and its time span. */
const changeText = (condition: PartCondition, language: Language): string => {
  const { change, limit, holdSec } = condition
  const span = spanText(holdSec, language)
  const scale = scaleFor(condition, change ?? 0, limit)
  const most = limitIn(limit, scale, language)
  if (change === null) return fill(language, 'change.unknown', { limit: most, span })
  return fill(language, change < 0 ? 'change.fell' : 'change.rose', {
    change: withUnit(Math.abs(change), condition, scale, language),
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
