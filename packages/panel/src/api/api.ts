import { forgetSession, sessionToken } from '../state/session.ts'
import { type AnswerOf, type RequestOf, type Route, routes } from './routes.ts'

/** Why there is no answer, by the code of the gateway; `Unreachable` where it is not there. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

const waitMs = 15_000

/** `AbortSignal.timeout`, which a phone of 2021 lacks. */
const signalAfter = (ms: number): AbortSignal => {
  const end = new AbortController()
  setTimeout(() => end.abort(), ms)
  return end.signal
}

/** A request to the gateway, with the session's token. What it refuses is thrown. */
export const request = async (method: string, path: string, init: RequestInit = {}): Promise<Response> => {
  const token = sessionToken()
  const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...(init.headers as object) }
  const signal = init.signal ?? signalAfter(waitMs)
  const response = await fetch(path, { ...init, method, headers, signal }).catch((error: unknown) => {
    throw new ApiError('Unreachable', 0, String(error))
  })
  if (response.ok) return response
  const failure = (await response.json().catch(() => ({}))) as { error?: string; message?: string }
  if (response.status === 401 && token !== null && failure.error === 'ERROR_TOKEN') forgetSession()
  throw new ApiError(failure.error ?? 'Unreadable', response.status, failure.message ?? `HTTP ${response.status}`)
}

/** One operation of the contract. */
export const call = async <R extends Route>(route: R, ...[input]: Arguments<R>): Promise<AnswerOf<R>> => {
  const [method = '', path = ''] = routes[route].split(' ')
  const body = method === 'POST' ? { body: JSON.stringify(input ?? {}) } : {}
  const query = method === 'GET' ? queryOf(input) : ''
  return (await (await request(method, path + query, body)).json()) as AnswerOf<R>
}

type Arguments<R extends Route> = object extends RequestOf<R> ? [input?: RequestOf<R>] : [input: RequestOf<R>]

/** Keys of state and settings are flags; what is absent is left out. */
const queryOf = (input: object | undefined): string => {
  const rows = Object.entries(input ?? {}).flatMap(([name, value]: [string, unknown]) => {
    if (Array.isArray(value)) return value.map(String)
    return value === undefined
      ? []
      : [`${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`]
  })
  return rows.length === 0 ? '' : `?${rows.join('&')}`
}

/** How the gateway is, in groups. The contract's types of both variants are too wide to be of use: see `state.ts`. */
export const stateOf = async <T>(keys: readonly string[]): Promise<T> =>
  (await (await request('GET', `/api/state/get/?${keys.join('&')}`)).json()) as T
