import type { FastifyRequest } from 'fastify'
import type { Session } from '../access/sessions.ts'
import type { Call, Service } from '../service.ts'

/** A call on its way through the gates, which fill in what they find. */
export interface CallInProgress extends Call {
  session: Session | null
}

const nobody = { accountId: 0, accountName: '' }

export const callOf = (service: Service, request: FastifyRequest): CallInProgress => ({
  ...service,
  from: service.proxies.clientOf(request.raw).address,
  lastEventId: request.headers['last-event-id']?.toString(),
  token: '',
  session: null,
  caller: nobody,
  orgId: 0,
  role: 'demo',
})
