import { EventEmitter } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../server/app.ts'
import { body } from '../server/gates/body.ts'
import { contentType } from '../server/gates/content-type.ts'
import { endpoint } from '../server/gates/endpoint.ts'
import { shape } from '../server/gates/shape.ts'
import { size } from '../server/gates/size.ts'
import type { ContractHandlers } from '../server/handlers.ts'
import { mount } from '../server/mount.ts'
import { Refusal } from '../server/refusal.ts'
import { JsonText } from '../server/reply/json-text.ts'
import type { Gate, Service } from '../server/service.ts'
import { type Access, contract } from './contract.ts'

export interface Context {
  caller: string | null
  setHeader(name: string, value: string): void
}

const token: Gate<Context, Access> = (found) => {
  if (found?.access === 'open') return null
  return async ({ request, context }) => {
    const header = request.headers.authorization
    if (header === undefined) throw new Refusal('NoToken')
    await Promise.resolve()
    context.caller = header.replace('token ', '')
  }
}

const quota: Gate<Context, Access> = () => (call) => {
  if (call.context.caller === 'busy') throw new Refusal('TooManyRequests', '', { 'retry-after': '7' })
}

const permission: Gate<Context, Access> = (found) => {
  if (found?.object === undefined) return null
  return ({ context }) => {
    if (found.access === 'manager' && context.caller !== 'manager') throw new Refusal('NotAuthorized')
  }
}

export const errors = {
  IncorrectEndpoint: { status: 404, message: 'The endpoint does not exist or the method is wrong.' },
  IncorrectContentType: { status: 400, message: 'Content-Type must be application/json.' },
  PayloadIsTooLarge: { status: 400, message: 'The body is too large.' },
  NoToken: { status: 401, message: 'There is no token.' },
  TooManyRequests: { status: 403, message: 'Try again later.' },
  CantDecodePayloadJSON: { status: 400, message: 'The body is not JSON.' },
  IncorrectRequest: { status: 400, message: 'The request is not of its schema.' },
  NotAuthorized: { status: 401, message: 'Your role does not allow this.' },
  InternalError: { status: 500, message: 'Unexpected server error.' },
}

export const errorFields = { code: 'errorCode', message: 'errorMessage' }

export const bodyBytesMax = 1_048_576

export const logged: object[] = []

export const service: Service<Context, Access> = {
  gates: [endpoint, contentType, size, token, quota, body, shape, permission],
  context: (_request, reply) => ({ caller: null, setHeader: (name, value) => void reply.header(name, value) }),
  errors,
  errorFields,
  codes: {
    path: 'IncorrectEndpoint',
    method: 'IncorrectEndpoint',
    contentType: 'IncorrectContentType',
    size: 'PayloadIsTooLarge',
    body: 'CantDecodePayloadJSON',
    shape: 'IncorrectRequest',
    malformed: 'IncorrectRequest',
    internal: 'InternalError',
  },
  bodyBytesMax,
  prefix: '/api/v1',
  log: { error: (details) => void logged.push(details) },
}

/** Not as we would write it: so a test sees that it was not written again. */
export const writtenText = '{ "fine" : true }'
/** Too long to be sent together with its head. */
export const writtenBytesMin = 100_000

/** Called when a reader of an endless stream has gone. */
export const streamEnds = new EventEmitter()

async function* rows(path: string) {
  yield 'path\n'
  try {
    const count = path === 'endless' || path === 'flood' ? Number.POSITIVE_INFINITY : 1
    const piece = path === 'flood' ? Buffer.alloc(1_048_576) : Buffer.from(path)
    for (let at = 0; at < count; at += 1) yield piece
    if (path === 'broken') throw new Error('a secret')
  } finally {
    streamEnds.emit('end', path)
  }
}

export const handlers: ContractHandlers<typeof contract, Context> = {
  devices: {
    get: (_context, { deviceId }) => ({ id: deviceId, name: 'boiler' }),
    changeDisable: (_context, { deviceId, enabled }) => ({ availableDevicesQuota: enabled ? deviceId : null }),
    list: (_context, input) => ({ ...input }),
  },
  trees: {
    get: (_context, input) => input,
    create: (_context, input) => ({ ...input }),
    rename: (_context, input) => input,
  },
  rest: {
    version: () => ({ version: '1' }),
    reference: (_context, input) => ({ length: input.body.length }),
    groups: async (_context, input) => input.body.map((one) => one.id),
    dismiss: () => ({}),
    found: (_context, { list }) => ({ list }),
    settings: (_context, { keys }) => keys,
    code: (_context, input) => input,
    file: (context, input) => {
      context.setHeader('content-disposition', 'attachment')
      return rows(input['*'])
    },
    secret: () => new JsonText(Buffer.from(writtenText.padStart(writtenBytesMin))),
    fail: (_context, { how }) => {
      if (how === 'throw') throw new Error('a secret')
      if (how === 'refuse') throw new Refusal('NotAuthorized', 'Not you.')
      const answers: Record<string, unknown> = {
        wrong: { fine: 'no' },
        more: { fine: true, secret: 1 },
        text: new JsonText(writtenText),
        bytes: new JsonText(Buffer.from(writtenText.padStart(writtenBytesMin))),
        'wrong text': new JsonText('{"fine":"no"}'),
      }
      return answers[how] as { fine: boolean }
    },
  },
}

const opened: FastifyInstance[] = []
after(async () => void (await Promise.all(opened.map((app) => app.close()))))

/** A listening service that is stopped when all tests are over. */
export const listen = async (changes: Partial<Service<Context, Access>> = {}) => {
  const changed = { ...service, ...changes }
  const app = createApp(changed)
  mount(app, contract, handlers, changed)
  await app.listen({ port: 0, host: '127.0.0.1' })
  opened.push(app)
  const { port } = app.server.address() as AddressInfo
  return { app, port, baseUrl: `http://127.0.0.1:${port}${changed.prefix ?? ''}` }
}
