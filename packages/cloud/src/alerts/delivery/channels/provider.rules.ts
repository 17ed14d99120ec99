import { z } from 'zod'

/** What stands for a part of the message in a provider's templates. */
const placeholders = ['to', 'text', 'id', 'lang'] as const
export type Filling = Readonly<Record<(typeof placeholders)[number], string>>

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

const json: z.ZodType<Json> = z.json()

/** The host is the installation's choice alone: nothing of a message may stand in it. */
const url = z.string().refine((text) => {
  const [, origin = ''] = /^(https?:\/\/[^/?#]*)/.exec(text) ?? []
  return origin !== '' && !/[{}]/.test(origin) && URL.canParse(text.replaceAll(/[{}]/g, ''))
}, 'url must begin with https:// or http:// and a host without placeholders')

export const providerShape = z.strictObject({
  url,
  method: z.enum(['GET', 'POST', 'PUT']).default('POST'),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string()).default({}),
  /** A text is sent as a form, anything else as JSON. */
  body: json.optional(),
  /** Besides a status of 200 to 299: what a field of the answer must be. */
  success: z
    .strictObject({ field: z.string().min(1), equals: z.array(z.union([z.string(), z.number(), z.boolean()])) })
    .optional(),
  /** Where the provider delivers what people answer: how it names things, and the secret that it must know. */
  incoming: z
    .strictObject({
      secret: z.string().min(16, 'incoming.secret must have at least 16 characters'),
      from: z.string().default('from'),
      text: z.string().default('text'),
    })
    .optional(),
})
export type Provider = z.infer<typeof providerShape>

const fill = (template: string, filling: Filling, encode: (text: string) => string): string =>
  template.replaceAll(/\{(to|text|id|lang)\}/g, (_all, name: keyof Filling) => encode(filling[name].toWellFormed()))

/** Header values are printable ASCII: anything else could end them. */
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?')

export interface FilledRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

export const fillRequest = (provider: Provider, filling: Filling): FilledRequest => {
  const { body } = provider
  const type = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
  const headers = Object.entries(provider.headers).map(([name, value]) => [
    name.toLowerCase(),
    fill(value, filling, headerText),
  ])
  return {
    url: fill(provider.url, filling, encodeURIComponent),
    method: provider.method,
    headers: { ...(body !== undefined && { 'content-type': type }), ...Object.fromEntries(headers) },
    body:
      body === undefined
        ? null
        : typeof body === 'string'
          ? fill(body, filling, encodeURIComponent)
          : JSON.stringify(filledJson(body, filling)),
  }
}

/** Placeholders are filled in values that are texts; what is filled in never becomes structure. */
const filledJson = (value: Json, filling: Filling): Json => {
  if (typeof value === 'string') return fill(value, filling, (text) => text)
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => filledJson(item, filling))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filledJson(item, filling)]))
}

/** Whether the body of an answer says that it went well; `a.b.0` leads into objects and lists. */
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
