import { id, idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

const orgId = { params: z.object({ orgId: id }) }
/** Without it, those of all devices are meant. */
const deviceId = idNumber.optional()
const moved = { polls: z.int(), days: z.int() }

export const aside = {
  clock: get('/clock/', {
    access: 'session',
    extension: true,
    summary: 'Whether the clock of the service is believed; while it is `ahead`, readings are set aside',
    reply: z.object({
      now: timestamp,
      /** `behind`: something is recorded ahead of the clock. */
      state: z.enum(['steady', 'ahead', 'behind']),
      /** By how much it is ahead of what is believed; negative when it is behind. */
      aheadSec: z.number(),
      since: timestamp.nullable(),
      lastStep: z.object({ on: timestamp, bySec: z.number() }).nullable(),
      /** Whether the caller may say that it is right. */
      mayAccept: z.boolean(),
    }),
  }),
  acceptClock: post('/org/:orgId/accept-clock/', {
    access: 'demo',
    object: 'org',
    extension: true,
    summary:
      'Say that the clock is right, for the whole installation, as one of its administrators or the owner of its only organization; what the organization has recorded ahead of it is set aside',
    ...orgId,
    body: nothing,
    reply: z.object(moved),
  }),
  list: get('/org/:orgId/readings-aside/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Readings that are kept aside because their time is not believed, by device and reason',
    ...orgId,
    reply: z.array(
      z.object({
        deviceId: idNumber,
        deviceName: z.string(),
        reason: z.enum(['clock-ahead', 'clock-before-2020', 'ahead-of-the-clock']),
        polls: z.int(),
        /** As the clock showed. */
        from: timestamp,
        till: timestamp,
        /** By the trusted clock; null where nobody knows any more. */
        trustedFrom: timestamp.nullable(),
        trustedTill: timestamp.nullable(),
      }),
    ),
  }),
  accept: post('/org/:orgId/readings-aside/accept/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary:
      'Make readings that were kept aside part of history, at the times that the clock showed or at those of the trusted clock; as long as some are `left`, ask again',
    ...orgId,
    body: z.object({ deviceId, times: z.enum(['shown', 'trusted']) }),
    reply: z.object({ ...moved, left: z.int() }),
    example: { body: { deviceId: 7, times: 'trusted' } },
  }),
  discard: post('/org/:orgId/readings-aside/discard/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Delete readings that were kept aside, for good',
    ...orgId,
    body: z.object({ deviceId }),
    reply: z.object(moved),
    example: { body: { deviceId: 7 } },
  }),
}
