import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { spreadsBody } from '../contract/spreads-body.ts'

type Fields = Readonly<Record<string, unknown>>

interface ShapedSchema {
  shape?: Record<string, z.ZodType>
  def: { out?: z.ZodType & ShapedSchema }
}

/** The names of an object's fields as a handler sees them; none for a schema that is open. */
const namesOf = (schema: z.ZodType | undefined): string[] => {
  const { shape, def } = (schema ?? { def: {} }) as ShapedSchema
  return Object.keys(shape ?? def.out?.shape ?? {})
}

const pick = (from: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))

/** Turns what a handler would get back into what travels. Fields that are left out stay out. */
const encode = (schema: z.ZodType, fields: Fields): Fields => {
  const { shape } = schema as unknown as ShapedSchema
  if (shape === undefined) return z.encode(schema, fields) as Fields
  const entries = Object.entries(fields).map(([name, value]) => {
    const field = shape[name]
    return [name, field === undefined ? value : z.encode(field, value)]
  })
  return Object.fromEntries(entries) as Fields
}

const pathOf = ({ path, params }: Endpoint, fields: Fields): string => {
  const texts = params === undefined ? {} : encode(params, pick(fields, namesOf(params)))
  return path.replaceAll(/:(\w+)|\*/g, (found, name = found) => {
    const text = texts[name]
    if (typeof text !== 'string' || text === '') throw new TypeError(`${path} needs ${name}`)
    return name === '*' ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text)
  })
}

const queryOf = ({ query }: Endpoint, fields: Fields): string => {
  if (query === undefined) return ''
  const texts = Object.entries(encode(query, pick(fields, namesOf(query)))).filter(([, text]) => text !== undefined)
  const parts = texts.map(([name, text]) =>
    text === '' ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(String(text))}`,
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

const bodyOf = ({ params, query, body }: Endpoint, fields: Fields): string | undefined => {
  if (body === undefined) return undefined
  if (!spreadsBody(body)) return JSON.stringify(z.encode(body, fields.body))
  const others = new Set([...namesOf(params), ...namesOf(query)])
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !others.has(name)))
  return JSON.stringify(encode(body, own))
}

/** The one object that a caller gives, as URL and body. */
export const encodeRequest = (endpoint: Endpoint, fields: Fields): { url: string; body: string | undefined } => ({
  url: pathOf(endpoint, fields) + queryOf(endpoint, fields),
  body: bodyOf(endpoint, fields),
})
