import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AccessFields, Contract, Endpoint } from '../contract/endpoint.ts'
import type { ContractHandlers } from './handlers.ts'
import { jsonType } from './reply/answer.ts'
import { checkReply } from './reply/check-reply.ts'
import { CachedJson, JsonText } from './reply/json-text.ts'
import { packed } from './reply/pack.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import type { Service } from './service.ts'

/** Returns whether the If-None-Match header of a client contains the tag, by the weak comparison of RFC 9110. */
export const isTagIn = (header: string | undefined, tag: string): boolean => {
  if (header === undefined) return false
  const opaque = (one: string): string => one.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((one) => opaque(one) === opaque(tag))
}

const joinedBytesMax = 4096

type ReplyOptions = Pick<Service<never, AccessFields>, 'checkReplies' | 'log'>
type AnyHandler<Context> = (context: Context, input: object) => unknown

/** Puts every endpoint of a contract, with its handler behind the service's gates, into the app. */
export const mount = <Context, Access extends AccessFields, C extends Contract<Access>>(
  app: FastifyInstance,
  contract: C,
  handlers: ContractHandlers<C, Context>,
  service: Service<Context, Access>,
): void => {
  const table = handlers as unknown as Record<string, Record<string, AnyHandler<Context>>>
  sameNames('', contract, table)
  for (const [resource, endpoints] of Object.entries(contract)) {
    sameNames(`${resource}.`, endpoints, table[resource] ?? {})
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handle = table[resource]?.[name] as AnyHandler<Context>
      app.route({
        method: endpoint.method,
        url: `${service.prefix ?? ''}${endpoint.path}`,
        handler: serveEndpoint(service, endpoint, async ({ context, input, reply }) =>
          send(service, reply, endpoint, await handle(context, input)),
        ),
      })
    }
  }
}

/** The compiler sees to this where it can: in literals. */
const sameNames = (where: string, contract: object, handlers: Record<string, unknown>): void => {
  const missing = Object.keys(contract).filter((name) => handlers[name] === undefined)
  const strange = Object.keys(handlers).filter((name) => !Object.hasOwn(contract, name))
  if (missing.length > 0) throw new Error(`no handler for ${missing.map((name) => where + name).join(', ')}`)
  if (strange.length > 0) throw new Error(`no endpoint for ${strange.map((name) => where + name).join(', ')}`)
}

const send = (
  { checkReplies = false, log }: ReplyOptions,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: unknown,
): unknown => {
  if (endpoint.produces !== undefined) {
    reply.header('content-type', endpoint.produces)
    if (!isIterable(answer)) return answer
    // Proxies are to pass on a stream as it comes, and to keep nothing of it.
    reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    const stream = answer instanceof Readable ? answer : Readable.from(answer)
    stream.once('error', (error) => {
      // Before the head is sent it is answered, and logged, as any other error.
      const { method, url } = reply.request
      if (reply.raw.headersSent) log.error({ err: error, method, url }, 'an answer broke off')
    })
    return stream
  }
  const text = answer instanceof JsonText ? written(answer) : (JSON.stringify(answer) as string | undefined)
  if (text === undefined) throw new Error(`the handler of ${endpoint.method} ${endpoint.path} gave nothing`)
  if (checkReplies) checkReply(endpoint, String(text))
  reply.header('content-type', jsonType)
  if (answer instanceof CachedJson) return sendCached(reply, answer)
  // A caller that chooses what stands beside a secret could guess it by the length of what is packed.
  return endpoint.hasSecrets === true ? text : packed(reply, text)
}

/** Weak, because it is the same however it is packed. */
const sendCached = (reply: FastifyReply, cached: CachedJson): unknown => {
  const tag = `W/"${cached.tag}"`
  reply.header('etag', tag)
  if (!isTagIn(reply.request.headers['if-none-match'], tag)) return packed(reply, cached.text, cached)
  reply.code(304).removeHeader('content-type')
  return ''
}

/** A short text goes out in one piece with its head, if it is a string; a long one is not worth the reading. */
const written = ({ text }: JsonText): string | Buffer => (text.length < joinedBytesMax ? text.toString() : text)

const isIterable = (value: unknown): value is AsyncIterable<string | Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
