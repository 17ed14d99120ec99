import type { Database } from '@busbar/database'
import type { DatabaseProbe } from '@busbar/database/health'
import type { Clock, RateLimit } from '@busbar/kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RoleCache } from '../accounts/access/role-cache.ts'
import type { ShareLinks } from '../accounts/access/share-links.ts'
import type { Call, Entry, Membership } from '../accounts/call.ts'
import type { GuessLimits } from '../accounts/sessions/guess-limits.ts'
import type { Session } from '../accounts/sessions/session-store.sql.ts'
import type { Sessions } from '../accounts/sessions/session-store.ts'
import type { Admission } from './admission/admission.ts'
import type { TrustedProxies } from './client/client-address.ts'
import { cookiesOf } from './client/cookies.ts'

/** Parts of the service that the gates use. */
export interface GateNeeds {
  db: Pick<Database, 'sql'>
  clock: Clock
  now: () => Date
  sessions: Pick<Sessions, 'known' | 'find'>
  orgRoles: RoleCache
  shareLinks: Pick<ShareLinks, 'known' | 'find' | 'contents'>
  guesses: GuessLimits
  /** Requests used by each API key and share link; `perMinute` applies to keys without a limit of their own, 0 is unlimited. */
  quotas: { taken: RateLimit<string>; perMinute: number }
  proxies: TrustedProxies
  admission: Admission
  answering: Pick<DatabaseProbe, 'ask' | 'silentMs'>
}

/** A request on its way through the gates, each of which adds its part. */
export interface CallInProgress {
  readonly request: Call<'public'>
  /** Added by the token gate, unless the endpoint is public. */
  entry: Entry | null
  /** The session of `entry`; null for a share link. */
  session: Session | null
  /** Added by the permission gate where the endpoint names an object and the caller is a member. */
  membership: Membership | null
  /** Added by the admission gate for expensive requests; released when the work is done. */
  slot: { done(): void } | null
}

const agentCharsMax = 300

export const callInProgress = (
  { proxies }: Pick<GateNeeds, 'proxies'>,
  request: FastifyRequest,
  reply: FastifyReply,
): CallInProgress => {
  const client = proxies.clientOf(request.raw)
  return {
    request: {
      from: client.address,
      agent: (request.headers['user-agent'] ?? '').slice(0, agentCharsMax),
      cookies: cookiesOf(request, reply, client),
      setHeader: (name, value) => void reply.header(name, value),
      clientSignal: () => clientSignal(reply),
      lastEventId: request.headers['last-event-id']?.toString(),
    },
    entry: null,
    session: null,
    membership: null,
    slot: null,
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

type Handle<Context> = (context: Context, input: object) => unknown
export type HandlerTable<Context> = Readonly<Record<string, Readonly<Record<string, Handle<Context>>>>>

/** Handlers for requests in progress: they receive what the gates of their endpoint have added. */
export const afterGates = (handlers: HandlerTable<object>): HandlerTable<CallInProgress> =>
  mapHandlers(
    handlers,
    (handle) =>
      ({ request, entry, membership }, input) =>
        handle({ ...request, ...entry, ...membership }, input),
  )

/** Wraps each handler; `name` is that of its resource and its operation. */
export const mapHandlers = <From, To>(
  handlers: HandlerTable<From>,
  wrap: (handle: Handle<From>, name: { resource: string; operation: string }) => Handle<To>,
): HandlerTable<To> =>
  Object.fromEntries(
    Object.entries(handlers).map(([resource, operations]) => [
      resource,
      Object.fromEntries(
        Object.entries(operations).map(([operation, handle]) => [operation, wrap(handle, { resource, operation })]),
      ),
    ]),
  )
