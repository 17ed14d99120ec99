import { idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
/** Without it, those of all devices are meant. */
const deviceId = idNumber.optional().describe('Device ID; all devices if omitted.')
const moved = { polls: z.int().describe('Polls moved.'), days: z.int().describe('Days of these polls.') }

export const aside = {
  clock: get('/clock/', {
    access: 'session',
    extension: true,
    summary: "State of the service's clock",
    description: 'While it is `ahead`, readings are quarantined instead of being recorded with implausible timestamps.',
    reply: z.object({
      now: timestamp.describe('Time of the system clock.'),
      /** `behind`: something is recorded ahead of the clock. */
      state: z
        .enum(['steady', 'ahead', 'behind'])
        .describe('`behind`: readings are recorded with later times than the clock.'),
      /** Distance to the plausible time; negative when the clock is behind. */
      aheadSec: z.number().describe('Seconds by which it is ahead of the plausible time; negative if behind.'),
      since: timestamp.nullable().describe('Start of this state; null while steady.'),
      lastStep: z
        .object({ on: timestamp.describe('When.'), bySec: z.number().describe('Size in seconds.') })
        .nullable()
        .describe('Last clock step; null without one.'),
      /** True if the caller may confirm that the clock is correct. */
      mayAccept: z.boolean().describe('Whether the caller may confirm that the clock is correct.'),
    }),
  }),
  acceptClock: post('/org/:orgId/accept-clock/', {
    access: 'demo',
    object: 'org',
    extension: true,
    summary: 'Confirm that the clock is correct',
    description:
      'Applies to the whole installation; requires one of its administrators or the owner of its only organization. Readings of the organization recorded ahead of the clock are quarantined.',
    errors: { NotAuthorized: 'the caller is no administrator of the installation.' },
    ...orgId,
    body: nothing,
    reply: z.object(moved),
  }),
  list: get('/org/:orgId/readings-aside/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'List quarantined readings',
    description: 'Readings with implausible timestamps, by device and reason.',
    ...orgId,
    reply: z.array(
      z.object({
        deviceId: idOf.device,
        deviceName: z.string().describe('Device name.'),
        reason: z
          .enum(['clock-ahead', 'clock-before-2020', 'ahead-of-the-clock'])
          .describe('Why their timestamps are implausible.'),
        polls: z.int().describe('Quarantined polls.'),
        /** As the clock showed. */
        from: timestamp.describe('First time by the system clock.'),
        till: timestamp.describe('Last time by the system clock.'),
        /** Time by the trusted clock; null if unknown. */
        trustedFrom: timestamp.nullable().describe('First time by the trusted clock; null if unknown.'),
        trustedTill: timestamp.nullable().describe('Last time by the trusted clock; null if unknown.'),
      }),
    ),
  }),
  accept: post('/org/:orgId/readings-aside/accept/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Accept quarantined readings',
    description:
      'Stores them in the history with the times of the system clock or of the trusted clock. Repeat the request while `left` is above 0.',
    ...orgId,
    body: z.object({ deviceId, times: z.enum(['shown', 'trusted']).describe('Times to use.') }),
    reply: z.object({ ...moved, left: z.int().describe('Polls still in quarantine.') }),
    example: { body: { deviceId: 7, times: 'trusted' } },
  }),
  discard: post('/org/:orgId/readings-aside/discard/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Delete quarantined readings',
    description: 'Permanently.',
    ...orgId,
    body: z.object({ deviceId }),
    reply: z.object(moved),
    example: { body: { deviceId: 7 } },
  }),
}
