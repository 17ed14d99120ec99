import { type Gate, Refusal } from '@busbar/wire/server'
import type { RateLimit } from '../../access/rate-limit.ts'
import type { CloudAccess } from '../../access/words.ts'
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
      if (waitMs > 0) throw tooMany(waitMs)
    }
  }

/** Says when to come again. */
export const tooMany = (waitMs: number, why = 'Too many requests'): Refusal => {
  const waitSec = Math.ceil(waitMs / 1000)
  return new Refusal('TooManyRequests', `${why}; try again in ${waitSec} s.`, { 'retry-after': String(waitSec) })
}
