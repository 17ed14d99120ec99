import type { FastifyReply, FastifyRequest } from 'fastify'
import { levelOfInterface } from '../../session/client-interface.rules.ts'
import type { Level } from '../../session/level.ts'
import type { ApiContext, Call } from '../api-context.ts'
import { type GatewayAccess, levels } from './words.ts'

/** A call during the gates, which add their findings. */
export interface CallInProgress extends Call {
  level: Level
  token: string | undefined
  requester: Call['requester']
  /** Returns the level that this caller has without a token. */
  freeLevel: (request: FastifyRequest, access: GatewayAccess['access']) => Level
}

export const callOf = (service: ApiContext, request: FastifyRequest, reply: FastifyReply): CallInProgress => {
  const { arrivalOf, freeAccess, settings, variant } = service
  return {
    ...service,
    from: request.ip,
    range: request.headers.range,
    answer: {
      status: (code) => void reply.code(code),
      headers: (all) => void reply.headers(all),
    },
    level: 0,
    token: undefined,
    requester: anonymousRequester(request),
    freeLevel({ socket }, access) {
      const arrival = arrivalOf(socket)
      const isCloudsOwn = arrival === 'wgCloud' && (access === 'cloud' || access === 'cloudReader')
      const own: Level = isCloudsOwn ? levels[access][variant] : 0
      const free = levelOfInterface(arrival, freeAccess.isOpen, settings.active.protect)
      return own > free ? own : free
    },
  }
}

const never = new AbortController()

/** Requester of a caller without a session, named by its address. */
const anonymousRequester = ({ ip }: FastifyRequest): Call['requester'] => ({
  name: `guest ${ip}`,
  signal: never.signal,
  from: ip,
})
