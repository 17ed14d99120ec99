import {
  body,
  createApp,
  endpoint,
  type Service as HttpService,
  type Log,
  mount,
  shape,
  size,
} from '@busbar/wire/server'
import type { FastifyInstance } from 'fastify'
import { contracts } from '../contract.ts'
import type { GatewayService } from '../gateway-service.ts'
import { handlers } from '../handlers.ts'
import { type CallInProgress, callOf } from './call.ts'
import { addDocs } from './docs.ts'
import { errorFields, errors } from './errors.ts'
import { type HostOptions, hostCheck, hostGate } from './gates/host.ts'
import { level } from './gates/level.ts'
import { settingsLevel } from './gates/settings-level.ts'
import { token } from './gates/token.ts'
import type { GatewayAccess } from './words.ts'

export interface ApiOptions extends HostOptions {
  log: Log
  /** For tests. */
  checkReplies?: boolean
}

const bodyBytesMax = 65_536
/** More than that are closed as they come: a small box has better to do. */
const connectionsMax = 128

/** The local API behind its gates: every rule for every request, in this order. */
export const createApi = (service: GatewayService, options: ApiOptions): FastifyInstance => {
  const { variant } = service
  const check = hostCheck(options)
  const http: HttpService<CallInProgress, GatewayAccess> = {
    gates: [hostGate(check), endpoint, token, level(variant), size, body, settingsLevel, shape],
    context: (request, reply) => callOf(service, request, reply),
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
    log: options.log,
    checkReplies: options.checkReplies ?? false,
  }
  const app = createApp(http)
  app.server.maxConnections = connectionsMax
  if (variant === 'A') mount(app, contracts.A, handlers.A, http)
  else mount(app, contracts.B, handlers.B, http)
  addDocs(app, variant, check)
  return app
}
