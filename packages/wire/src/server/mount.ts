import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AccessWords, Contract, Endpoint } from '../contract/endpoint.ts'
import { jsonType } from './answer.ts'
import { checkReply } from './check-reply.ts'
import type { ContractHandlers } from './handlers.ts'
import type { Service } from './service.ts'
import { serveEndpoint } from './visit.ts'

type AnyHandler<Context> = (context: Context, input: object) => unknown

/** Puts every endpoint of a contract, with its handler behind the service's gates, into the app. */
export const mount = <Context, Access extends AccessWords, C extends Contract<Access>>(
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
          send(reply, endpoint, await handle(context, input), service.checkReplies ?? false),
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

const send = (reply: FastifyReply, endpoint: Endpoint, answer: unknown, isChecked: boolean): unknown => {
  if (endpoint.produces !== undefined) {
    reply.header('content-type', endpoint.produces)
    return isIterable(answer) ? Readable.from(answer) : answer
  }
  const text = JSON.stringify(answer) as string | undefined
  if (text === undefined) throw new Error(`the handler of ${endpoint.method} ${endpoint.path} gave nothing`)
  if (isChecked) checkReply(endpoint, text)
  reply.header('content-type', jsonType)
  return text
}

const isIterable = (value: unknown): value is AsyncIterable<string | Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
