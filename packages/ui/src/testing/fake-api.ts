import { expect, onTestFinished } from 'vitest'

/** A request and its reply, as the tests of the service recorded them. */
interface RecordedExchange {
  readonly path: string
  /** Present for operations with POST. */
  readonly body?: unknown
  readonly reply: unknown
}

type RecordedExchanges = Readonly<Record<string, RecordedExchange>>

declare module 'vitest' {
  interface ProvidedContext {
    gatewayExchanges: RecordedExchanges
    cloudExchanges: RecordedExchanges
  }
}

export interface FakeRequest {
  readonly operation: string
  readonly url: URL
  readonly body: unknown
}

type Answer = (request: FakeRequest) => unknown

/** An API without a server: it answers each operation with its recorded example, unless the test sets another answer. */
export interface FakeApi {
  /** Requests in the order in which they arrived. */
  readonly requests: readonly FakeRequest[]
  /** Bodies of the requests of one operation. */
  bodies(operation: string): unknown[]
  /** Sets the reply of an operation; a function returns it for each request. */
  reply(operation: string, reply: unknown): void
  /** Sets the reply to the recorded example with some fields changed. */
  change(operation: string, fields: object): void
  /** Refuses an operation with a status and an error body. */
  refuse(operation: string, status: number, body: object): void
  /** Delays the replies of an operation until the returned function is called. */
  pause(operation: string): () => void
}

/** A part of a path that varies: a number, a UUID, a token, a unit of time. */
const isVariable = (segment: string): boolean => /^\d+$|^[\da-f-]{32,36}$|^(hour|day|month)$/.test(segment)

interface Route {
  readonly operation: string
  readonly method: string
  readonly segments: readonly string[]
}

const routesOf = (exchanges: RecordedExchanges, base: string): Route[] =>
  Object.entries(exchanges).map(([operation, exchange]) => ({
    operation,
    method: 'body' in exchange ? 'POST' : 'GET',
    segments: `${base}${exchange.path.split('?', 1)[0]}`.split('/'),
  }))

const isMatch = (segment: string, requested: string | undefined): boolean =>
  segment === requested || (requested !== undefined && isVariable(segment) && isVariable(requested))

/** Replaces `fetch` until the test ends. A request that no operation matches fails the test. */
export const fakeApi = (exchanges: RecordedExchanges, base = ''): FakeApi => {
  const routes = routesOf(exchanges, base)
  const answers = new Map<string, Answer>()
  const pauses = new Map<string, Promise<void>>()
  const requests: FakeRequest[] = []
  const unknown: string[] = []
  const find = (method: string, path: string): string | undefined => {
    const segments = path.split('/')
    const isRouteMatch = (route: Route): boolean =>
      route.method === method &&
      route.segments.length === segments.length &&
      route.segments.every((segment, index) => isMatch(segment, segments[index]))
    return routes.find(isRouteMatch)?.operation
  }
  const original = globalThis.fetch
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    const method = init.method ?? 'GET'
    const operation = find(method, url.pathname)
    if (operation === undefined) {
      unknown.push(`${method} ${url.pathname}`)
      return new Response('{}', { status: 404 })
    }
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body
    const request = { operation, url, body }
    requests.push(request)
    await pauses.get(operation)
    const answer = answers.get(operation)
    const reply = answer === undefined ? exchanges[operation]?.reply : await answer(request)
    return reply instanceof Response ? reply : Response.json(reply)
  }
  onTestFinished(() => {
    globalThis.fetch = original
    expect(unknown, 'requests without an operation').toEqual([])
  })
  return {
    requests,
    bodies: (operation) => requests.filter((one) => one.operation === operation).map(({ body }) => body),
    reply(operation, reply) {
      answers.set(operation, typeof reply === 'function' ? (reply as Answer) : () => reply)
    },
    change(operation, fields) {
      answers.set(operation, () => ({ ...(exchanges[operation]?.reply as object), ...fields }))
    },
    refuse(operation, status, body) {
      answers.set(operation, () => Response.json(body, { status }))
    },
    pause(operation) {
      const { promise, resolve } = Promise.withResolvers<void>()
      pauses.set(operation, promise)
      return resolve
    },
  }
}
