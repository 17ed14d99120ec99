import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import type { AccessFields } from '../contract/endpoint.ts'
import { Refusal } from './refusal.ts'
import { answerError, errorOf, jsonType } from './reply/answer.ts'
import { rememberRoutes } from './routes.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import type { Service, Tls } from './service.ts'

type ErrorFormat = Pick<Service<never, AccessFields>, 'errors' | 'errorFields' | 'codes'>

/**
 * Time to read the response. A client that neither reads nor closes would keep its half of the connection, and our
 * descriptor, forever.
 */
const lingerMs = 5000

/** Answers what is no HTTP, or came too slowly. Node gives no request then, only the socket. */
const answerMalformed =
  (service: ErrorFormat) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { text } = errorOf(service, service.codes.malformed)
    const head = [
      'HTTP/1.1 400 Bad Request',
      `Content-Type: ${jsonType}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
      'X-Content-Type-Options: nosniff',
    ]
    socket.end(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${text}`)
    const linger = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(linger))
  }

/** Longer than any URL that Node lets in, so that a long variable is judged by its schema. */
const paramLengthMax = 65_536

/** For the whole of a request to come in. */
const requestTimeoutMs = 60_000

/** For its head alone, and how often is looked who is late. */
const headersTimeoutMs = 20_000
const lateCheckMs = 5000

/** Without a byte either way an answer has no reader any more. */
const stallMsMax = 120_000

/** A client that does not get through its handshake holds a connection no longer than this. */
const handshakeTimeoutMs = 10_000

const plain = {
  // Node would refuse a request without a host, and without a body.
  requireHostHeader: false,
  headersTimeout: headersTimeoutMs,
  connectionsCheckingInterval: lateCheckMs,
}
const serverOptions = (tls: Tls | undefined): { http: object } =>
  tls === undefined
    ? { http: plain }
    : ({ https: { ...plain, ...tls, handshakeTimeout: handshakeTimeoutMs } } as unknown as { http: object })

/** Schemas are ours to check: what Fastify would check them with is not even loaded. */
const unused = (): never => {
  throw new Error('no route has a schema of Fastify')
}
const schemaController = { compilersFactory: { buildValidator: unused, buildSerializer: unused } }

const methodsWithBody = ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY']

/** A Fastify that reads no body and answers everything unknown by the service's rules. */
export const createApp = <Context, Access extends AccessFields>(service: Service<Context, Access>): FastifyInstance => {
  const serveUnknown = serveEndpoint(service, null, () => {
    throw new Refusal(service.codes.path)
  })
  const app = Fastify({
    exposeHeadRoutes: false,
    return503OnClosing: true,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: service.stallMsMax ?? stallMsMax,
    ...serverOptions(service.tls),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: paramLengthMax },
    // A path that cannot be decoded is an unknown one.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      void serveUnknown(request, reply).then((text) => reply.send(text))
    },
    clientErrorHandler: answerMalformed(service),
    schemaController,
  })
  // The gate `body` reads, when its turn comes; Fastify would have done so before the first gate.
  for (const method of methodsWithBody) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  rememberRoutes(app)
  app.setNotFoundHandler(serveUnknown)
  app.setErrorHandler((error, _request, reply) => reply.send(answerError(service, reply, error)))
  // Node would tell the client to go on before any gate was asked.
  for (const expectation of ['checkContinue', 'checkExpectation']) {
    app.server.on(expectation, (request, response) => app.server.emit('request', request, response))
  }
  return app
}

/** Ends it. Who has no answer after a while is cut off, and who has sent half of a request: Node would wait. */
export const closeApp = async (app: FastifyInstance, patienceMs: number): Promise<void> => {
  const timer = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}
