import { unavailability } from '@busbar/database/health'
import type { Contract } from '@busbar/wire'
import {
  body,
  bytes,
  type ContractHandlers,
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
import type { DomainHandlers } from '../accounts/call.ts'
import { prefix } from '../fields/prefix.ts'
import { protocolHandlers } from '../integrations/handlers.ts'
import { afterGates, type CallInProgress, callInProgress, type GateNeeds, type HandlerTable } from '../server/call.ts'
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
import { costsByEndpoint } from './costs.rules.ts'
import { type HandlerNeeds, handlersOf } from './handlers.ts'

export interface HttpOptions {
  log: Log
  /** Without it the API speaks plain HTTP. */
  tls?: Tls | undefined
  /** For tests. */
  checkReplies?: boolean
  /** Hosts for which browsers are told to use HTTPS only (HSTS); none by default. */
  mayUpgrade?: HostPolicy
  /** Pages of these origins may use the API; without it only those that it serves itself. */
  origins?: ReadonlySet<string>
}

const bodyBytesMax = 1_048_576

export type ApiNeeds = GateNeeds & HandlerNeeds

/** The API behind its gates: every rule for every request, in this order. */
export const createApi = (
  service: ApiNeeds,
  { log, tls, checkReplies = false, mayUpgrade = () => false, origins }: HttpOptions,
): FastifyInstance => {
  const handlers = handlersOf(service)
  const http: HttpService<CallInProgress, CloudAccess> = {
    gates: [
      answerHeaders,
      endpoint,
      contentType,
      size,
      gateWhileAnswering(service, token(service, new BasicKeys(service.sessions, handlers.sessions.authenticate))),
      quota(service),
      body,
      shape,
      gateWhileAnswering(service, permission(service)),
      admission(service, costsByEndpoint),
    ],
    context: (request, reply) => callInProgress(service, request, reply),
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
  const guarded = <C extends Contract<CloudAccess>>(ready: DomainHandlers<C>) =>
    handlersWhileAnswering(service, handlersWithSlot(afterGates(ready as HandlerTable<object>))) as ContractHandlers<
      C,
      CallInProgress
    >
  mount(app, contract, guarded<typeof contract>(handlers), http)
  // The same gates for those who speak a protocol of others, but that theirs is no JSON.
  const gates = http.gates.filter((gate) => gate !== contentType).map((gate) => (gate === body ? bytes : gate))
  mount(app, protocols, guarded<typeof protocols>(protocolHandlers(service)), { ...http, gates })
  return app
}

/** A database that cannot be used is no bug: it is answered and logged as such. */
const outage = (error: unknown, log: Log): Refusal | null => {
  const why = unavailability(error)
  if (why === null) return null
  log.error({ err: error }, 'requests fail: database unavailable')
  return unavailable(why)
}
