import type { Gate } from '@busbar/wire/server'
import type { CloudAccess } from '../../access/access-contract.ts'
import type { RateLimit } from '../../access/rate-limit.ts'
import { tooManyRequests } from '../../access/too-many-requests.ts'
import type { CallInProgress } from '../call.ts'

/** Requests a minute for each API key; `perMinute` holds where a key has no limit of its own, and 0 is none. */
export const quota =
  (limit: RateLimit<string>, perMinute: number): Gate<CallInProgress, CloudAccess> =>
  (endpoint) => {
    if (endpoint === null || endpoint.access === 'open') return null
    const { cost = 1 } = endpoint
    return ({ context: { session } }) => {
      if (session?.apiKey == null) return
      const most = session.quotaPerMinute ?? perMinute
      const waitMs = most === 0 ? 0 : limit.take(session.apiKey, most, cost)
      if (waitMs > 0) throw tooManyRequests(waitMs)
    }
  }
