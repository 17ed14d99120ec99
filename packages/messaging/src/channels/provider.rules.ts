import { z } from 'zod'

/** Placeholders in a provider's templates that stand for parts of the message. */
const placeholders = ['to', 'text', 'id', 'key', 'lang'] as const
export type PlaceholderValues = Readonly<Record<(typeof placeholders)[number], string>>

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const json: z.ZodType<Json> = z.json()

/** The host is the installation's choice alone: nothing of a message may stand in it. */
const url = z.string().refine((text) => {
  const [, origin = ''] = /^(https?:\/\/[^/?#]*)/.exec(text) ?? []
  return origin !== '' && !/[{}]/.test(origin) && URL.canParse(text.replaceAll(/[{}]/g, ''))
}, 'url must begin with https:// or http:// and a host without placeholders')

const headersShape = z.record(z.string().regex(/^[\w-]+$/), z.string()).default({})
const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const providerShape = z.strictObject({
  url,
  method: z.enum(['GET', 'POST', 'PUT']).default('POST'),
  headers: headersShape,
  /** A text is sent as a form, anything else as JSON. */
  body: json.optional(),
  /** Besides a status of 200 to 299: what a field of the answer must be. */
  success: z
    .strictObject({ field: z.string().min(1), equals: z.array(z.union([z.string(), z.number(), z.boolean()])) })
    .optional(),
  /** A message whose `{key}`, or header Idempotency-Key, the provider has seen before it does not send again. */
  idempotent: z.boolean().default(false),
  /**
   * A GET request for the state of a message. A field of the response contains it; null means that the field is
   * missing, and so does status 404.
   */
  status: z
    .strictObject({
      url,
      headers: headersShape,
      field: z.string().min(1),
      sent: z.array(plainValue),
      missing: z.array(plainValue).default([]),
    })
    .optional(),
  /** The provider's callback for replies of recipients: its field names, and the secret that it must send. */
  incoming: z
    .strictObject({
      secret: z.string().min(16, 'incoming.secret must have at least 16 characters'),
      from: z.string().default('from'),
      text: z.string().default('text'),
    })
    .optional(),
})
export type Provider = z.infer<typeof providerShape>

const fill = (template: string, filling: PlaceholderValues, encode: (text: string) => string): string =>
  template.replaceAll(/\{(to|text|id|key|lang)\}/g, (_all, name: keyof PlaceholderValues) =>
    encode(filling[name].toWellFormed()),
  )

/** Header values are printable ASCII: anything else could end them. */
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?')

export interface FilledRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

export const fillRequest = (provider: Provider, filling: PlaceholderValues): FilledRequest => {
  const { body } = provider
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    url: fill(provider.url, filling, encodeURIComponent),
    method: provider.method,
    headers: {
      ...(filling.key !== '' && { 'idempotency-key': filling.key }),
      ...(body !== undefined && { 'content-type': type }),
      ...filledHeaders(provider.headers, filling),
    },
    body:
      body === undefined
        ? null
        : typeof body === 'string'
          ? fill(body, filling, encodeURIComponent)
          : JSON.stringify(filledJson(body, filling)),
  }
}

/** The question whether the provider has a message. */
export const fillStatus = (status: NonNullable<Provider['status']>, filling: PlaceholderValues): FilledRequest => ({
  url: fill(status.url, filling, encodeURIComponent),
  method: 'GET',
  headers: filledHeaders(status.headers, filling),
  body: null,
})

/** Returns whether a response confirms the arrival; null where the response does not determine it. */
export const arrivalIn = (
  { field, sent, missing }: NonNullable<Provider['status']>,
  answer: { status: number; body: string },
): boolean | null => {
  if (answer.status === 404) return false
  if (answer.status < 200 || answer.status > 299) return null
  const found = fieldOf(answer.body, field) ?? null
  if (sent.some((one) => one === found)) return true
  return missing.some((one) => one === found) ? false : null
}

const filledHeaders = (headers: Readonly<Record<string, string>>, filling: PlaceholderValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name.toLowerCase(), fill(text, filling, headerText)]),
  )

/** Placeholders are filled in values that are texts; what is filled in never becomes structure. */
const filledJson = (value: Json, filling: PlaceholderValues): Json => {
  if (typeof value === 'string') return fill(value, filling, (text) => text)
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => filledJson(item, filling))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledJson(item, filling)]))
}

/** Checks the body of a response for success; `a.b.0` selects a value in objects and lists. */
export const isSuccess = ({ success }: Provider, body: string): boolean => {
  if (success === undefined) return true
  const found = fieldOf(body, success.field)
  return success.equals.some((wanted) => wanted === found)
}

const fieldOf = (body: string, path: string): unknown => {
  try {
    let value: unknown = JSON.parse(body)
    for (const key of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
      value = (value as Record<string, unknown>)[key]
    }
    return value
  } catch {
    return undefined
  }
}

/** A telephone number without the signs that people put in between, or null where it is none. */
export const phoneNumber = (text: string): string | null => {
  const bare = text.replaceAll(/[\s()./-]/g, '')
  return /^\+?\d{3,20}$/.test(bare) ? bare : null
}
