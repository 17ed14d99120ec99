import { z } from 'zod'

/** The body of a webhook as an organization wants it: JSON in whose texts `{alert.name}` and others stand for parts of the message. */

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
const json: z.ZodType<Json> = z.json()

/** Fields that a text may contain, each with an example. */
export const webhookFields = {
  id: 17,
  stage: 'active',
  title: 'Alert: Too hot',
  text: 'What: Too hot\nLevel: Critical\nWhere: Boiler house / Boiler 2 / Water temperature\nValue: 93.5 °C (limit: above 90 °C)',
  'organization.id': 3,
  'organization.name': 'Heat & Co',
  'alert.id': 7,
  'alert.name': 'Too hot',
  'alert.level': 'critical',
  'alert.description': 'Close valve 3.',
  'alert.url': 'https://busbar.example.org/alerts/7',
  episode: 2,
  sinceOn: '2026-11-15T06:25:09.000Z',
  resolvedOn: null,
  confirmedBy: null,
  timeZone: 'Europe/Kyiv',
  net: 'Boiler house',
  device: 'Boiler 2',
  param: 'Water temperature',
  value: 93.5,
  unit: '°C',
  limit: 90,
} as const satisfies Readonly<Record<string, string | number | null>>
type WebhookField = keyof typeof webhookFields
export type WebhookValues = Readonly<Record<WebhookField, string | number | null>>

const depthMax = 20
/** Matches a placeholder for a part of the message. A literal brace is doubled. */
const placeholder = /\{\{|\}\}|\{([^{}]*)\}/g

const isField = (name: string): name is WebhookField => Object.hasOwn(webhookFields, name)

/** `text`, or `text:1000` where no more than so many characters may stand. */
const parseField = (text: string): { name: WebhookField; charsMax: number | null } | null => {
  const [, name = '', digits] = /^(.*?)(?::([1-9]\d{0,5}))?$/s.exec(text) ?? []
  return isField(name) ? { name, charsMax: digits === undefined ? null : Number(digits) } : null
}

/** Characters of which services count one each, whole ones only. */
const cut = (text: string, charsMax: number | null): string => {
  if (charsMax === null || text.length <= charsMax) return text
  return `${text.slice(0, charsMax - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The body as it was checked, or what is wrong with it. */
export const parseWebhookBody = (text: string): { ok: Json } | { err: string } => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    return { err: `is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  const checked = json.safeParse(parsed)
  if (!checked.success) return { err: 'is not JSON' }
  if (typeof checked.data !== 'object' || checked.data === null) return { err: 'must be an object or a list' }
  return problemIn(checked.data, 0) ?? { ok: checked.data }
}

const problemIn = (value: Json, depth: number): { err: string } | null => {
  if (depth > depthMax) return { err: `is more than ${depthMax} levels deep` }
  if (typeof value === 'string') return problemOf(value)
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const found = problemIn(item, depth + 1)
    if (found !== null) return { err: `${key}: ${found.err}` }
  }
  return null
}

const problemOf = (text: string): { err: string } | null => {
  for (const [placeholderText, name] of text.matchAll(placeholder)) {
    if (name === undefined || parseField(name) !== null) continue
    return { err: `${placeholderText} is no field; there are ${Object.keys(webhookFields).join(', ')}` }
  }
  return null
}

/**
 * Inserts values, which never become structure. A text that consists of one field becomes its value, including numbers
 * and null.
 */
export const fillWebhookBody = (value: Json, filling: WebhookValues): Json => {
  if (typeof value === 'string') return filledText(value, filling)
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => fillWebhookBody(item, filling))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillWebhookBody(item, filling)]))
}

const filledText = (text: string, filling: WebhookValues): Json => {
  const [, onlyPlaceholder] = /^\{([^{}]*)\}$/.exec(text) ?? []
  const soleField = parseField(onlyPlaceholder ?? '')
  if (soleField !== null) {
    const value = filling[soleField.name]
    return typeof value === 'string' ? cut(value.toWellFormed(), soleField.charsMax) : value
  }
  return text.replaceAll(placeholder, (matched, name: string | undefined) => {
    if (name === undefined) return matched.slice(1)
    const field = parseField(name)
    return field === null ? matched : cut(String(filling[field.name] ?? '').toWellFormed(), field.charsMax)
  })
}
