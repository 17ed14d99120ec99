import type { SharedAccess } from '../../accounts/access/shared-contents.ts'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { RoomListener } from '../../live/event-rooms.ts'
import type { LiveEvent } from '../../live/live-event.ts'
import { streamsPerOrgMax } from '../../live/live-hub.ts'
import { sharedPart } from '../../live/shared-part.rules.ts'
import type { HistoryCall, HistoryNeeds } from '../needs.ts'
import type { live } from './live.contract.ts'
import { isStillAllowed } from './still-allowed.ts'

/** When one may have been closed. */
const fullWaitMs = 10_000

export const liveHandlers: Handlers<typeof live, HistoryNeeds> = {
  events: (call, { orgId }) => {
    const { lastEventId, shared } = call
    const access = shared === null ? { isAllowed: () => isStillAllowed(call, orgId) } : accessByLink(call, shared)
    const stream = call.live.open(orgId, { lastEventId, ...access })
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

/** Access by a share link is checked again whenever the shared object may have changed. */
const accessByLink = (
  { shareLinks, token }: HistoryCall<'share'>,
  { link, contents }: SharedAccess,
): Pick<Required<RoomListener<LiveEvent>>, 'isAllowed' | 'part'> => {
  let current = contents
  return {
    isAllowed: async () => {
      const found = await shareLinks.find(token)
      if (found === null) return false
      current = await shareLinks.contents(found)
      return true
    },
    part: { linkId: link.id, filter: (event) => sharedPart(event, current) },
  }
}

/** Streams end as soon as the session or the link does, or the right to listen. */
export const recheckStreams = ({
  sessions,
  orgRoles,
  shareLinks,
  live: hub,
  diagnosis: { exchanges },
}: Pick<HistoryNeeds, 'sessions' | 'orgRoles' | 'shareLinks' | 'live' | 'diagnosis'>): void => {
  sessions.onEnded(() => {
    hub.recheck(null)
    exchanges.recheck(null)
  })
  orgRoles.onChanged((orgId) => {
    hub.recheck(orgId)
    // Its rooms are networks, and few have listeners.
    exchanges.recheck(null)
  })
  shareLinks.onChanged((orgId) => hub.recheck(orgId))
}
