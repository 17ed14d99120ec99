import type { contracts } from '@busbar/gateway/contract'
import { tabTexts } from '@busbar/ui'
import { createStore, useStore } from '@busbar/ui/store'
import type { Answer, Request } from '@busbar/wire'

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

/** Calls an operation of the contract. */
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

/** The contract of both variants: A has the same operations with a few fields less. */
type Contract = (typeof contracts)['B']

type OperationName = { [R in keyof Contract]: `${R}.${keyof Contract[R] & string}` }[keyof Contract]
type Operation<N extends string> = N extends `${infer R extends keyof Contract}.${infer O}`
  ? O extends keyof Contract[R]
    ? Contract[R][O]
    : never
  : never
type RouteOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never

/** Methods and paths are written here, so that the contract with its schemas is not loaded; the compiler holds them to it. */
const routes = {
  'login.salt': 'GET /api/login/salt/',
  'login.login': 'POST /api/login/',
  'login.logout': 'POST /api/cmd/logout/',
  'device.version': 'GET /api/version/',
  'device.identify': 'GET /api/identify/',
  'bus.status': 'GET /api/bus/',
  'units.list': 'GET /api/units/',
  'units.identify': 'POST /api/units/identify/',
  'units.name': 'POST /api/units/name/',
  'serial.ports': 'GET /api/serial/ports/',
  'serial.choose': 'POST /api/serial/port/',
  'search.startLines': 'POST /api/modbus/find/lines/start/',
  'search.linesResult': 'GET /api/modbus/find/lines/',
  'search.stop': 'POST /api/modbus/find/stop/',
  'classFind.start': 'POST /api/modbus/class-find/start/',
  'classFind.result': 'GET /api/modbus/class-find/result/',
  'modbus.request': 'POST /api/modbus/req/',
  'modbus.reconnect': 'POST /api/cmd/callback/reconnect/',
  'settings.schema': 'GET /api/settings/schema/',
  'settings.active': 'GET /api/settings/active/get/',
  'settings.saved': 'GET /api/settings/saved/get/',
  'settings.set': 'POST /api/settings/saved/set/',
  'settings.export': 'POST /api/cmd/settings/export/',
  'settings.import': 'POST /api/cmd/settings/import/',
  'settings.reset': 'POST /api/cmd/settings/reset/',
  'system.reboot': 'POST /api/cmd/reboot/',
  'system.setTime': 'POST /api/cmd/time/set/',
  'system.syncTime': 'POST /api/cmd/time/sync/',
  'card.dir': 'POST /api/card/dir/',
  'card.write': 'POST /api/card/file/write/',
  'card.remove': 'POST /api/card/remove/',
  'card.eject': 'POST /api/cmd/memory/card_eject/',
  'tasks.list': 'GET /api/tasks/',
  'tasks.check': 'POST /api/tasks/check/',
  'tasks.start': 'POST /api/tasks/start/',
  'tasks.stop': 'POST /api/tasks/stop/',
  'mqtt.status': 'GET /api/mqtt/',
  'mqtt.set': 'POST /api/mqtt/set/',
  'mqtt.remove': 'POST /api/mqtt/remove/',
  'users.list': 'GET /api/users/',
  'users.setPassword': 'POST /api/users/password/',
  'users.pressButton': 'POST /api/cmd/button/',
  'log.lines': 'GET /api/log/',
  'box.firstRun': 'GET /api/first-run/',
  'box.status': 'GET /api/box/',
  'box.https': 'GET /api/https/',
  'firmware.status': 'GET /api/firmware/',
  'firmware.update': 'POST /api/cmd/firmware/update/',
} as const satisfies { [N in OperationName]?: RouteOf<Operation<N>> }

type Route = keyof typeof routes
export type RequestOf<R extends Route> = Request<Operation<R>>
export type AnswerOf<R extends Route> = Answer<Operation<R>>

const key = 'busbar-panel.session'

/** The token lives as long as the tab: a phone that is handed on does not log in the next one. */
const session = createStore<string | null>(tabTexts.get(key))

const sessionToken = (): string | null => session.get()
export const useSession = (): string | null => useStore(session)

export const startSession = (token: string): void => {
  tabTexts.set(key, token)
  session.set(token)
}

export const forgetSession = (): void => {
  tabTexts.set(key, null)
  session.set(null)
}
