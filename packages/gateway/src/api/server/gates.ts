import { type Gate, Refusal } from '@busbar/wire/server'
import type { Variant } from '../../base/variant.ts'
import type { CallInProgress } from './call.ts'
import { type GatewayAccess, levels } from './words.ts'

const bearer = /^bearer +([0-9a-f]{32})$/i
const headers = { 'www-authenticate': 'Bearer' }

/** Identifies the caller by its token, its interface, or the button. */
export const token: Gate<CallInProgress, GatewayAccess> = (endpoint) => {
  if (endpoint === null || endpoint.access === 'open') return null
  const { access } = endpoint
  return ({ request, context }) => {
    const header = request.headers.authorization
    const bearerToken = header === undefined ? undefined : bearer.exec(header)?.[1]?.toLowerCase()
    const session = bearerToken === undefined ? undefined : context.sessions.use(bearerToken)
    const free = context.freeLevel(request, access)
    // Refuses an expired token even when the button grants access, because the client believes that it is logged in.
    if (session === undefined && (free === 0 || (header !== undefined && free < 2))) {
      throw new Refusal('ERROR_TOKEN', header === undefined ? '' : 'The token is unknown or has expired.', headers)
    }
    context.level = session === undefined || free > session.level ? free : session.level
    if (session === undefined) return
    context.token = bearerToken
    context.requester = session.requester
  }
}

/** Requires the level that an endpoint has in this variant. */
export const level =
  (variant: Variant): Gate<CallInProgress, GatewayAccess> =>
  (endpoint) => {
    if (endpoint === null || endpoint.access === 'open') return null
    const needed = levels[endpoint.access][variant]
    return ({ context }) => {
      if (context.level < needed) {
        throw new Refusal('ERROR_LEVEL', `This needs level ${needed}; yours is ${context.level}.`)
      }
    }
  }

/**
 * With strict levels, some settings require a higher level than their endpoint. This is checked before their values.
 */
export const settingsLevel: Gate<CallInProgress, GatewayAccess> = (endpoint) => {
  if (endpoint?.access !== 'settingsWriter') return null
  return ({ context, body }) => {
    const problem = context.settings.levelProblem(body, context.level)
    if (problem !== null) throw new Refusal('ERROR_LEVEL', problem)
  }
}
