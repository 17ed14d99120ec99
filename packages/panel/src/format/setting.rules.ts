import type { Texts } from '../texts/messages.ts'

/** As much of JSON Schema as the gateway's settings use. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly pattern?: string
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The one without null, and whether null may be. */
export const nullable = (schema: Schema): { schema: Schema; isNullable: boolean } => {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (others === undefined) return { schema, isNullable: schema.enum?.includes(null) ?? false }
  return { schema: others[0] ?? schema, isNullable: others.length < (schema.anyOf?.length ?? 0) }
}

/** Returns the choices of a setting; null if it is typed. */
export const choicesOf = (schema: Schema): readonly unknown[] | null => schema.enum ?? null

/** Countries of the setting `tsMode`, from 1. */
const dstCountries = ['BR', 'GB', 'DE', 'GR', 'JO', 'IT', 'NA', 'PL', 'PT', 'US', 'TR', 'UA', 'FI', 'FR']
const ownDstRule = 15
/** Time zones in use, in quarters of an hour. */
const [firstOffset, lastOffset] = [-48, 56]

/** Choices of settings that the gateway stores as numbers; null for any other. The stored value is among them. */
export const numberedChoices = (name: string, value: unknown): readonly unknown[] | null => {
  if (name === 'tsMode') return [null, ...dstCountries.map((_, at) => at + 1), ownDstRule]
  if (name !== 'timeGmt') return null
  const offsets = Array.from({ length: lastOffset - firstOffset + 1 }, (_, at) => firstOffset + at)
  return typeof value !== 'number' || offsets.includes(value) ? offsets : [...offsets, value].toSorted((a, b) => a - b)
}

/** A stored number in words: a country, or an offset such as `+02:00`. */
export const numberedText = (name: string, value: unknown, { settings }: Texts, locale: string): string | undefined => {
  if (typeof value !== 'number') return undefined
  if (name === 'timeGmt') {
    const minutes = Math.abs(value) * 15
    const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
    return `${value < 0 ? '−' : '+'}${hour}:${minute}`
  }
  if (name !== 'tsMode') return undefined
  if (value === ownDstRule) return settings.ownRule
  const country = dstCountries[value - 1]
  return country && new Intl.DisplayNames(locale, { type: 'region' }).of(country)
}

/** Describes the limits of a value; empty without limits. */
export const limitText = ({ settings }: Texts, full: Schema): string => {
  const { schema, isNullable } = nullable(full)
  if (choicesOf(full) !== null) return ''
  const parts: string[] = []
  const { minimum, maximum, maxLength } = schema
  if (minimum !== undefined && maximum !== undefined) parts.push(`${minimum} – ${maximum}`)
  else if (maxLength !== undefined) parts.push(settings.upTo({ count: maxLength }))
  if (isNullable) parts.push(settings.emptyIsOff)
  return parts.join('; ')
}

/** Describes the problem of a value; null for a valid one. The gateway checks again, with more rules. */
export const problemOf = (
  full: Schema,
  value: unknown,
  texts: Texts,
  secrets: readonly string[] = [],
): string | null => {
  const { schema, isNullable } = nullable(full)
  if (value === null) return isNullable ? null : texts.settings.needed
  if (schema.properties !== undefined) {
    const fields = value as Readonly<Record<string, unknown>>
    const rows = Object.entries(schema.properties).filter(
      ([name]) => !(secrets.includes(name) && fields[name] === null),
    )
    return first(rows.map(([name, one]) => problemOf(one, fields[name], texts)))
  }
  if (schema.items !== undefined) {
    const { items } = schema
    return first((value as readonly unknown[]).map((one) => problemOf(items, one, texts, secrets)))
  }
  return simpleProblem(schema, value, texts)
}

const first = (problems: readonly (string | null)[]): string | null => problems.find((one) => one !== null) ?? null

const simpleProblem = (schema: Schema, value: unknown, texts: Texts): string | null => {
  const { settings } = texts
  const {
    type,
    minimum = Number.NEGATIVE_INFINITY,
    maximum = Number.POSITIVE_INFINITY,
    minLength = 0,
    maxLength,
  } = schema
  const choices = choicesOf(schema)
  if (choices !== null) return choices.includes(value) ? null : settings.needed
  if (type === 'integer' || type === 'number') {
    const isGood = typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
    return isGood ? null : settings.between({ min: minimum, max: maximum })
  }
  if (type !== 'string') return null
  const text = String(value)
  if (text.length < minLength || text.length > (maxLength ?? Number.POSITIVE_INFINITY))
    return minLength === 0
      ? settings.upTo({ count: maxLength ?? '' })
      : settings.lengthBetween({ min: minLength, max: maxLength ?? '…' })
  return schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text) ? settings.wrongForm : null
}
