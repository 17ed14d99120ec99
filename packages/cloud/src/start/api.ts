import { unavailability } from '@busbar/database/health'
import {
  body,
  bytes,
  contentType,
  createApp,
  endpoint,
  type Service as HttpService,
  type Log,
  mount,
  type Refusal,
  shape,
  size,
  type Tls,
} from '@busbar/wire/server'
import type { FastifyInstance } from 'fastify'
import type { CloudAccess } from '../accounts/access/access-contract.ts'
import { prefix } from '../fields/prefix.ts'
import { type CallInProgress, callOf } from '../server/call.ts'
import { addCors } from '../server/cors.ts'
import { errorFields, errors } from '../server/errors.ts'
import { admission, handlersWithSlot } from '../server/gates/admission.ts'
import { answerHeaders } from '../server/gates/answer-headers.ts'
import { BasicKeys } from '../server/gates/basic.ts'
import { permission } from '../server/gates/permission.ts'
import { quota } from '../server/gates/quota.ts'
import { token } from '../server/gates/token.ts'
import { addSecurityHeaders, type HostPolicy } from '../server/transport-security.ts'
import { gateWhileAnswering, handlersWhileAnswering, unavailable } from '../server/while-answering.ts'
import { contract, protocols } from './contract.ts'
import { handlers, protocolHandlers } from './handlers.ts'
import type { Service } from './service.ts'

export interface HttpOptions {
  log: Log
  /** Without it the API speaks plain HTTP. */
  tls?: Tls | undefined
  /** For tests. */
  checkReplies?: boolean
  /** Hosts for which browsers are told to use https alone; without it none. */
  mayUpgrade?: HostPolicy
  /** Pages of these origins may use the API; without it only those that it serves itself. */
  origins?: ReadonlySet<string>
}

const bodyBytesMax = 1_048_576

/** The API behind its gates: every rule for every request, in this order. */
export const createApi = (
  service: Service,
  { log, tls, checkReplies = false, mayUpgrade = () => false, origins }: HttpOptions,
): FastifyInstance => {
  const http: HttpService<CallInProgress, CloudAccess> = {
    gates: [
      answerHeaders,
      endpoint,
      contentType,
      size,
      gateWhileAnswering(token(new Map(), new BasicKeys(handlers.sessions.authenticate))),
      quota(service),
      body,
      shape,
      gateWhileAnswering(permission),
      admission,
    ],
    context: (request, reply) => callOf(service, request, reply),
    errors,
    errorFields,
    refusalOf: (error) => outage(error, log),
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
    acceptsPlainGets: true,
    prefix,
    log,
    tls,
    checkReplies,
  }
  const app = createApp(http)
  addSecurityHeaders(app, mayUpgrade)
  if (origins !== undefined && origins.size > 0) addCors(app, prefix, origins)
  mount(app, contract, handlersWhileAnswering(handlersWithSlot(handlers)), http)
  // The same gates for those who speak a protocol of others, but that theirs is no JSON.
  const gates = http.gates.filter((gate) => gate !== contentType).map((gate) => (gate === body ? bytes : gate))
  mount(app, protocols, handlersWhileAnswering(handlersWithSlot(protocolHandlers)), { ...http, gates })
  return app
}

/** A database that cannot be used is no bug: it is answered and logged as such. */
const outage = (error: unknown, log: Log): Refusal | null => {
  const why = unavailability(error)
  if (why === null) return null
  log.error({ err: error }, 'requests cannot be answered: the database cannot be used')
  return unavailable(why)
}
