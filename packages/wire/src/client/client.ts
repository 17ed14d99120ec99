import type { Contract, Endpoint } from '../contract/endpoint.ts'
import type { ErrorFields } from '../contract/errors.ts'
import type { Answer, Request } from '../contract/input.ts'
import { encodeRequest } from './encode.ts'

/** Why there is no answer. Without an answer, or one that is not JSON, it is `Unreachable` with status 0. */
export interface Failure {
  code: string
  message: string
  status: number
}

export type ApiResult<T> = { ok: T } | { err: Failure }

interface CallOptions {
  signal?: AbortSignal
  /** Besides those of every call. */
  headers?: Readonly<Record<string, string>>
}

/** Without fields the object may be left out. */
type OperationCall<E> =
  object extends Request<E>
    ? (request?: Request<E>, options?: CallOptions) => Promise<ApiResult<Answer<E>>>
    : (request: Request<E>, options?: CallOptions) => Promise<ApiResult<Answer<E>>>

export type Client<C extends Contract> = {
  readonly [R in keyof C]: { readonly [Name in keyof C[R]]: OperationCall<C[R][Name]> }
}

export interface ClientOptions {
  /** Before every path; may end with a slash. */
  baseUrl: string
  errorFields: ErrorFields
  /** The header `Authorization`, asked for at every call: `token 5f0c...`. */
  authorization?: () => string | undefined
  fetch?: typeof fetch
}

/**
 * The contract as functions. What the service refuses, and a service out of reach, come back as `err`: both are daily
 * life. A request that its schema does not let through is the caller's bug and throws.
 */
export const client = <C extends Contract>(contract: C, options: ClientOptions): Client<C> =>
  mapValues(contract, (resource) =>
    mapValues(resource, (endpoint) => callOf(endpoint, options)),
  ) as unknown as Client<C>

const mapValues = <T, U>(record: Readonly<Record<string, T>>, to: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]))

const callOf = (endpoint: Endpoint, options: ClientOptions) => {
  const base = options.baseUrl.replace(/\/$/, '')
  const send = options.fetch ?? fetch
  return async (request: object = {}, { signal, headers: more }: CallOptions = {}): Promise<ApiResult<unknown>> => {
    const { url, body } = encodeRequest(endpoint, request as Record<string, unknown>)
    const authorization = options.authorization?.()
    const headers = {
      ...more,
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    }
    const init = { method: endpoint.method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }
    try {
      const response = await send(base + url, init)
      if (!response.ok) return await refused(response, options.errorFields)
      return { ok: endpoint.produces === undefined ? await response.json() : response }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { err: { code: 'Unreachable', message, status: 0 } }
    }
  }
}

const refused = async (response: Response, { code, message }: ErrorFields): Promise<ApiResult<never>> => {
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null
  const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)
  const { status } = response
  return { err: { code: text(body?.[code], 'Unreadable'), message: text(body?.[message], `HTTP ${status}`), status } }
}
