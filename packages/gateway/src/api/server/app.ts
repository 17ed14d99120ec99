import { isIP, type Socket } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { ConnectionSlots } from '@busbar/modbus/net'
import {
  body,
  createApp,
  endpoint,
  type Gate,
  guardConnections,
  type Service as HttpService,
  mount,
  Refusal,
  shape,
  size,
} from '@busbar/wire/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../api-context.ts'
import { contracts } from '../contract.ts'
import { handlers } from '../handlers.ts'
import { InsecureNotice, type InsecureNoticeParts } from '../insecure/notice.ts'
import { type CallInProgress, callOf } from './call.ts'
import { addDocs } from './docs.ts'
import { errorFields, errors } from './errors.ts'
import { level, settingsLevel, token } from './gates.ts'
import { addPanel } from './panel.ts'
import type { GatewayAccess } from './words.ts'

/** Parses a host into normalized parts; undefined when it is invalid. */
const hostOf = (text: string): { name: string; port: string } | undefined => {
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(`http://${text}`)) return undefined
  const { hostname, port } = new URL(`http://${text}`)
  return { name: hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''), port }
}

/** Checks the Host header: a foreign page may resolve a name of its own to the address of this box. */
export const isOwnHost = (host: string | undefined, ownNames: ReadonlySet<string>): boolean => {
  const found = host === undefined ? undefined : hostOf(host)
  return found !== undefined && (isIP(found.name) !== 0 || found.name === 'localhost' || ownNames.has(found.name))
}

/** Checks that a request comes from a page of the gateway or from no page. An allowed name is trusted at any port. */
export const isOwnOrigin = (
  origin: string | undefined,
  host: string | undefined,
  allowedNames: ReadonlySet<string>,
): boolean => {
  if (origin === undefined) return true
  const from = /^https?:\/\/(.+)$/i.exec(origin)?.[1]
  const [page, own] = [hostOf(from ?? '/'), hostOf(host ?? '/')]
  if (page === undefined || own === undefined) return false
  return allowedNames.has(page.name) || (page.name === own.name && page.port === own.port)
}

interface HostOptions {
  /** Host name of this box. */
  hostName: string
  /** Further host names of the API. */
  allowHosts: readonly string[]
}

type Check = (request: FastifyRequest) => void

/** Refuses requests with a foreign Host or Origin. */
const hostCheck = ({ hostName, allowHosts }: HostOptions): Check => {
  const allowed = new Set(allowHosts.map((name) => name.toLowerCase()))
  const own = hostName.toLowerCase()
  const names = new Set([...allowed, own, `${own}.local`])
  return ({ headers: { host, origin } }) => {
    if (isOwnHost(host, names) && isOwnOrigin(origin, host, allowed)) return
    throw new Refusal('ERROR_HOST')
  }
}

const hostGate =
  (check: Check): Gate<CallInProgress, GatewayAccess> =>
  () =>
  ({ request }) =>
    check(request)

export interface ApiOptions extends HostOptions {
  clock: Clock
  log: Pick<Log, 'error' | 'warn'>
  /** Receives one entry for every response. */
  answered: Pick<Log, 'info'>
  /** Folder of the built panel; undefined without one. */
  panel?: string | undefined
  /** Called for every connection on which a client with a session received a successful response. */
  onClientServed?: (socket: Pick<Socket, 'localAddress' | 'remoteAddress'>) => void
  /** Serves clients on a mobile (GSM) interface too; otherwise their connections are closed. */
  servesMobile?: boolean
  /** The address of a client, for the notice on unencrypted connections; tests replace it. */
  clientAddressOf?: InsecureNoticeParts['clientAddressOf']
  /** For tests. */
  checkReplies?: boolean
}

const bodyBytesMax = 65_536
/** Maximum number of connections; further ones are closed at once. */
const connectionsMax = 128
const perSourceMax = 32
/** A connection that has been idle this long is closed when a new one needs its place. */
const idleMsMin = 5000

export interface Api {
  readonly app: FastifyInstance
  /** Applies the connection limits to a further server, counted together. */
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
  const onFull = (facts: object): void => log.warn(facts, 'http connections refused: limit reached')
  const slots = new ConnectionSlots({ max: connectionsMax, perSourceMax, now, idleMsMin, onFull })
  const onError = (error: Error): void => log.warn({ err: error }, 'http connection could not be accepted')
  let isMobileReported = false
  const refuseMobile = (socket: Socket): void => {
    if (service.arrivalOf(socket) !== 'gsm') return
    socket.destroy()
    if (!isMobileReported)
      log.warn({ from: socket.remoteAddress }, 'http is closed on the mobile interface; --http-on-gsm opens it')
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
