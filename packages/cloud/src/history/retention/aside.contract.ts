import { idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
/** Without it, those of all devices are meant. */
const deviceId = idNumber.optional().describe('Id of the device; without it all devices are meant.')
const moved = { polls: z.int().describe('Polls that were moved.'), days: z.int().describe('Days that they are of.') }

export const aside = {
  clock: get('/clock/', {
    access: 'session',
    extension: true,
    summary: 'Whether the clock of the service is believed',
    description:
      'While it is `ahead`, readings are set aside instead of being recorded at times that are not believed.',
    reply: z.object({
      now: timestamp.describe('What the clock shows.'),
      /** `behind`: something is recorded ahead of the clock. */
      state: z.enum(['steady', 'ahead', 'behind']).describe('`behind`: something is recorded ahead of the clock.'),
      /** By how much it is ahead of what is believed; negative when it is behind. */
      aheadSec: z.number().describe('Seconds by which it is ahead of what is believed; negative when it is behind.'),
      since: timestamp.nullable().describe('Since when it is so; null while it is steady.'),
      lastStep: z
        .object({ on: timestamp.describe('When.'), bySec: z.number().describe('By how many seconds.') })
        .nullable()
        .describe('Last step of the clock; null where there was none.'),
      /** Whether the caller may say that it is right. */
      mayAccept: z.boolean().describe('Whether the caller may say that the clock is right.'),
    }),
  }),
  acceptClock: post('/org/:orgId/accept-clock/', {
    access: 'demo',
    object: 'org',
    extension: true,
    summary: 'Say that the clock is right',
    description:
      'For the whole installation, by one of its administrators or the owner of its only organization. What the organization has recorded ahead of the clock is set aside.',
    errors: { NotAuthorized: 'the caller is no administrator of the installation.' },
    ...orgId,
    body: nothing,
    reply: z.object(moved),
  }),
  list: get('/org/:orgId/readings-aside/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Readings that are set aside',
    description: 'Those whose time is not believed, by device and reason.',
    ...orgId,
    reply: z.array(
      z.object({
        deviceId: idOf.device,
        deviceName: z.string().describe('Name of the device.'),
        reason: z
          .enum(['clock-ahead', 'clock-before-2020', 'ahead-of-the-clock'])
          .describe('Why their time is not believed.'),
        polls: z.int().describe('Polls that are set aside.'),
        /** As the clock showed. */
        from: timestamp.describe('First time, as the clock showed it.'),
        till: timestamp.describe('Last time, as the clock showed it.'),
        /** By the trusted clock; null where not known any more. */
        trustedFrom: timestamp.nullable().describe('First time by the trusted clock; null where it is not known.'),
        trustedTill: timestamp.nullable().describe('Last time by the trusted clock; null where it is not known.'),
      }),
    ),
  }),
  accept: post('/org/:orgId/readings-aside/accept/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make readings that were set aside part of history',
    description:
      'At the times that the clock showed, or at those of the trusted clock. As long as some are `left`, ask again.',
    ...orgId,
    body: z.object({ deviceId, times: z.enum(['shown', 'trusted']).describe('Which times they get.') }),
    reply: z.object({ ...moved, left: z.int().describe('Polls that are still set aside.') }),
    example: { body: { deviceId: 7, times: 'trusted' } },
  }),
  discard: post('/org/:orgId/readings-aside/discard/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Delete readings that were set aside',
    description: 'For good.',
    ...orgId,
    body: z.object({ deviceId }),
    reply: z.object(moved),
    example: { body: { deviceId: 7 } },
  }),
}
