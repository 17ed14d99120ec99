import type { Handlers } from '@busbar/wire/server'
import type { SharedAccess } from '../../../access/shared-contents.ts'
import { tooManyRequests } from '../../../access/too-many-requests.ts'
import { heardPart } from '../../../live/heard-part.rules.ts'
import { type Listening, streamsPerOrgMax } from '../../../live/live-hub.ts'
import type { Call, Service } from '../../../service.ts'
import type { live } from './live.contract.ts'

/** When one may have been closed. */
const fullWaitMs = 10_000

export const liveHandlers: Handlers<typeof live, Call> = {
  events: (call, { orgId }) => {
    const { lastEventId, shared } = call
    const heard = shared === null ? { isAllowed: () => isAllowed(call, orgId) } : byLink(call, shared)
    const stream = call.live.open(orgId, { lastEventId, ...heard })
    if (stream === null) {
      throw tooManyRequests(
        fullWaitMs,
        shared === null
          ? `The organization has ${streamsPerOrgMax} live streams already; close one`
          : 'The share link has as many live streams as it may have',
      )
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

/** What the shared object shows is looked at again whenever it may be another. */
const byLink = (
  { shareLinks, token }: Call,
  { link, contents }: SharedAccess,
): Pick<Required<Listening>, 'isAllowed' | 'part'> => {
  let shown = contents
  return {
    isAllowed: async () => {
      const found = await shareLinks.find(token)
      if (found === null) return false
      shown = await shareLinks.contents(found)
      return true
    },
    part: { linkId: link.id, of: (event) => heardPart(event, shown) },
  }
}

/** Streams end as soon as the session or the link does, or the right to listen. */
export const endStreamsInTime = ({
  sessions,
  orgRoles,
  shareLinks,
  live: hub,
}: Pick<Service, 'sessions' | 'orgRoles' | 'shareLinks' | 'live'>): void => {
  sessions.onEnded(() => hub.recheck(null))
  orgRoles.onChanged((orgId) => hub.recheck(orgId))
  shareLinks.onChanged((orgId) => hub.recheck(orgId))
}
