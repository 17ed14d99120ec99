import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { spreadsBody } from '../contract/spreads-body.ts'

/** A recorded request with its reply. */
export interface Exchange {
  /** The path with the values of its variables, and the query. */
  path: string
  body?: unknown
  reply: unknown
}

type Fields = Record<string, unknown>

/** The texts of the path's variables and of the query, by name. */
export const textsOf = ({ path }: Endpoint, exchange: Exchange): { params: Fields; query: Fields } => {
  const [requestPath = '', query = ''] = exchange.path.split('?', 2)
  const names = Array.from(path.matchAll(/:(\w+)|\*/g), ([found, name = found]) => name)
  const form = path.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '([^/]+)')
  const found = new RegExp(`^${form.replace('*', '(.+)')}$`).exec(requestPath)
  if (found === null) throw new Error(`the example ${requestPath} does not fit ${path}`)
  return {
    params: Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')])),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** Returns the input of a client for a recorded exchange: the input of the handler without defaults of the schemas. */
export const callOf = (endpoint: Endpoint, exchange: Exchange): Fields => {
  const { params, query } = textsOf(endpoint, exchange)
  const decode = (schema: z.ZodType | undefined, raw: unknown): unknown =>
    schema === undefined ? {} : sent(z.decode(schema, raw), raw)
  const isKeyed = endpoint.query === undefined || 'shape' in endpoint.query
  const queryFields = isKeyed ? decode(endpoint.query, query) : z.decode(endpoint.query as z.ZodType, query)
  const body = decode(endpoint.body, exchange.body)
  const own = endpoint.body === undefined || spreadsBody(endpoint.body) ? (body as Fields) : { body }
  return { ...(decode(endpoint.params, params) as Fields), ...(queryFields as Fields), ...own }
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)

/** Keeps only the decoded fields that the raw value contains. */
const sent = (decoded: unknown, raw: unknown): unknown => {
  if (Array.isArray(decoded) && Array.isArray(raw)) return decoded.map((one, at) => sent(one, raw[at]))
  if (!isPlain(decoded)) return decoded
  if (!isPlain(raw)) return {}
  const sentFields = Object.entries(decoded).filter(([name]) => Object.hasOwn(raw, name))
  return Object.fromEntries(sentFields.map(([name, one]) => [name, sent(one, raw[name])]))
}
