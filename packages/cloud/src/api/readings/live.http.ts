import { type Handlers, Refusal } from '@busbar/wire/server'
import { allows } from '../../access/roles.ts'
import { streamsPerOrgMax } from '../../live/live-hub.ts'
import type { Call } from '../../service.ts'
import type { live } from './live.contract.ts'

export const liveHandlers: Handlers<typeof live, Call> = {
  events: (call, { orgId }) => {
    const { lastEventId } = call
    const stream = call.live.open(orgId, { lastEventId, isAllowed: () => isAllowed(call, orgId) })
    if (stream === null) {
      throw new Refusal('TooManyRequests', `The organization has ${streamsPerOrgMax} live streams already; close one.`)
    }
    return stream
  },
}

/** The session may have ended since, and the caller's role may be another. */
const isAllowed = async ({ sessions, standings, token, caller }: Call, orgId: number): Promise<boolean> => {
  if ((await sessions.find(token)) === null) return false
  const standing = await standings.find('org', orgId, caller.accountId)
  return standing !== null && allows(standing.role, 'viewer')
}
