import type { Handlers } from '@busbar/wire/server'
import { tooManyRequests } from '../../../access/too-many-requests.ts'
import { streamsPerOrgMax } from '../../../live/live-hub.ts'
import type { Call, Service } from '../../../service.ts'
import type { live } from './live.contract.ts'

/** When one may have been closed. */
const fullWaitMs = 10_000

export const liveHandlers: Handlers<typeof live, Call> = {
  events: (call, { orgId }) => {
    const { lastEventId } = call
    const stream = call.live.open(orgId, { lastEventId, isAllowed: () => isAllowed(call, orgId) })
    if (stream === null) {
      throw tooManyRequests(fullWaitMs, `The organization has ${streamsPerOrgMax} live streams already; close one`)
    }
    return stream
  },
}

/** The session may have ended since, and with another role the listener is another, who has to ask again. */
const isAllowed = async ({ sessions, orgRoles, token, caller, role }: Call, orgId: number): Promise<boolean> => {
  if ((await sessions.find(token)) === null) return false
  const orgRole = await orgRoles.find('org', orgId, caller.accountId)
  return orgRole?.role === role
}

/** Streams end as soon as the session does, or the right to listen. */
export const endStreamsInTime = ({
  sessions,
  orgRoles,
  live: hub,
}: Pick<Service, 'sessions' | 'orgRoles' | 'live'>): void => {
  sessions.onEnded(() => hub.recheck(null))
  orgRoles.onChanged((orgId) => hub.recheck(orgId))
}
