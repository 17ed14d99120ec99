import type { Gate } from '@busbar/wire/server'
import type { CloudAccess } from '../../accounts/access/access-contract.ts'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import { sourceOf } from '../../accounts/sessions/guess-limits.ts'
import type { CallInProgress, GateNeeds } from '../call.ts'

/** Requests per minute for one share link, in total and per client address. Enough for a wall of screens. */
export const linkQuota = { all: 3000, place: 1000 } as const

/** Requests a minute for each API key and each share link. */
export const quota =
  (service: Pick<GateNeeds, 'quotas'>): Gate<CallInProgress, CloudAccess> =>
  (endpoint) => {
    if (endpoint === null || endpoint.access === 'open') return null
    const { cost = 1 } = endpoint
    return ({ context: { session, entry, request } }) => {
      const { taken: limit, perMinute } = service.quotas
      const shared = entry?.shared ?? null
      if (shared !== null) {
        const name = `link ${shared.link.id}`
        const waitMs =
          limit.take(`${name} ${sourceOf(request.from)}`, linkQuota.place, cost) ||
          limit.take(name, linkQuota.all, cost)
        if (waitMs > 0) throw tooManyRequests(waitMs)
      }
      if (session?.apiKey == null) return
      const most = session.quotaPerMinute ?? perMinute
      const waitMs = most === 0 ? 0 : limit.take(session.apiKey, most, cost)
      if (waitMs > 0) throw tooManyRequests(waitMs)
    }
  }
