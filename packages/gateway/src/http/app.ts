import type { Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { ConnectionSlots } from '@busbar/modbus/net'
import {
  body,
  createApp,
  endpoint,
  guardConnections,
  type Service as HttpService,
  mount,
  shape,
  size,
} from '@busbar/wire/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../api-context.ts'
import { contracts } from '../contract.ts'
import { handlers } from '../handlers.ts'
import { type CallInProgress, callOf } from './call.ts'
import { addDocs } from './docs.ts'
import { errorFields, errors } from './errors.ts'
import { type HostOptions, hostCheck, hostGate } from './gates/host.ts'
import { level } from './gates/level.ts'
import { settingsLevel } from './gates/settings-level.ts'
import { token } from './gates/token.ts'
import { InsecureNotice, type InsecureNoticeParts } from './insecure/notice.ts'
import { addPanel } from './panel.ts'
import type { GatewayAccess } from './words.ts'

export interface ApiOptions extends HostOptions {
  clock: Clock
  log: Pick<Log, 'error' | 'warn'>
  /** Told of every answer. */
  answered: Pick<Log, 'info'>
  /** The folder with the built panel; nothing where there is none. */
  panel?: string | undefined
  /** Told of every connection on which a known client got what it wanted. */
  onClientServed?: (socket: Pick<Socket, 'localAddress' | 'remoteAddress'>) => void
  /** Serves clients on a mobile (GSM) interface too; otherwise their connections are closed. */
  servesMobile?: boolean
  /** The address of a client, for the notice on unencrypted connections; tests replace it. */
  clientAddressOf?: InsecureNoticeParts['clientAddressOf']
  /** For tests. */
  checkReplies?: boolean
}

const bodyBytesMax = 65_536
/** More than that, or from one address, are closed as they come: a small box has better to do. */
const connectionsMax = 128
const perSourceMax = 32
/** Without a request for so long, a connection makes room for a new one when there is none left. */
const idleMsMin = 5000

export interface Api {
  readonly app: FastifyInstance
  /** Limits the connections of a further server for it, together with those of its own. */
  readonly guard: (server: FastifyInstance['server']) => void
}

/** The local API behind its gates: every rule for every request, in this order. */
export const createApi = (service: ApiContext, options: ApiOptions): Api => {
  const { variant } = service
  const { log, clock } = options
  const check = hostCheck(options)
  const calls = new WeakMap<FastifyRequest, CallInProgress>()
  const http: HttpService<CallInProgress, GatewayAccess> = {
    gates: [hostGate(check), endpoint, token, level(variant), size, body, settingsLevel, shape],
    context: (request, reply) => {
      const call = callOf(service, request, reply)
      calls.set(request, call)
      return call
    },
    errors,
    errorFields,
    codes: {
      path: 'ERROR_PATH',
      method: 'ERROR_METHOD',
      contentType: 'ERROR_REQUEST',
      size: 'ERROR_SIZE',
      body: 'ERROR_JSON',
      shape: 'ERROR_REQUEST',
      malformed: 'ERROR_REQUEST',
      internal: 'ERROR_INTERNAL',
    },
    bodyBytesMax,
    // A command without data is often sent without a body.
    acceptsEmptyBody: true,
    log,
    checkReplies: options.checkReplies ?? false,
  }
  const app = createApp(http)
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const facts = { from: request.ip, access: calls.get(request)?.level ?? 0, url: request.url }
    options.answered.info(facts, `${request.method} ${statusCode}`)
    const isKnown = calls.get(request)?.token !== undefined || request.url === '/api/login/'
    if (isKnown && statusCode < 400) options.onClientServed?.(request.socket)
    done()
  })
  const now = (): number => clock.now()
  const onFull = (facts: object): void => log.warn(facts, 'HTTP connections find no room')
  const slots = new ConnectionSlots({ max: connectionsMax, perSourceMax, now, idleMsMin, onFull })
  const onError = (error: Error): void => log.warn({ err: error }, 'an HTTP connection was not accepted')
  let isMobileReported = false
  const refuseMobile = (socket: Socket): void => {
    if (service.arrivalOf(socket) !== 'gsm') return
    socket.destroy()
    if (!isMobileReported)
      log.warn({ from: socket.remoteAddress }, 'HTTP is closed on the mobile interface; --http-on-gsm opens it')
    isMobileReported = true
  }
  const guard = (server: FastifyInstance['server']): void => {
    if (options.servesMobile !== true) server.on('connection', refuseMobile)
    guardConnections(server, { slots, now, onError })
  }
  guard(app.server)
  if (variant === 'A') mount(app, contracts.A, handlers.A, http)
  else mount(app, contracts.B, handlers.B, http)
  addDocs(app, variant, check)
  const notice = new InsecureNotice({
    https: () => service.doors.https?.status() ?? null,
    language: () => service.settings.active.language,
    clientAddressOf: options.clientAddressOf,
    check,
  })
  if (options.panel !== undefined) addPanel(app, options.panel, check, notice)
  return { app, guard }
}
