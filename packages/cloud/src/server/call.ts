import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../accounts/sessions/session-store.sql.ts'
import type { Call, Service } from '../start/service.ts'
import { cookiesOf } from './client/cookies.ts'

/** A call on its way through the gates, which fill in what they find. */
export interface CallInProgress extends Call {
  session: Session | null
  /** Of one that had to be let in, and is told when its work is done. */
  slot: { done(): void } | null
}

const agentCharsMax = 300
const noCaller = { accountId: 0, accountName: '' }

export const callOf = (service: Service, request: FastifyRequest, reply: FastifyReply): CallInProgress => {
  const client = service.proxies.clientOf(request.raw)
  return {
    ...service,
    from: client.address,
    agent: (request.headers['user-agent'] ?? '').slice(0, agentCharsMax),
    cookies: cookiesOf(request, reply, client),
    setHeader: (name, value) => void reply.header(name, value),
    clientSignal: () => clientSignal(reply),
    lastEventId: request.headers['last-event-id']?.toString(),
    token: '',
    session: null,
    shared: null,
    slot: null,
    caller: noCaller,
    orgId: 0,
    role: 'demo',
  }
}

const clientSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  if (raw.destroyed || raw.socket?.destroyed === true) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
