import { id, idNumber, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../access/words.ts'
import { actionTypes } from '../../alerts/alert.ts'

const orgId = { params: z.object({ orgId: id }) }

/** A message that was given up; `unclear`: it may have arrived all the same. */
export const undelivered = z.object({
  type: z.enum(actionTypes),
  /** Of a webhook only the host: its address may be a secret. A write has none. */
  recepient: z.string().optional(),
  state: z.enum(['failed', 'unclear', 'dropped']),
  reason: z.string(),
  on: timestamp,
})

/** What became of messages about alerts, and what they cost. */
export const deliveries = {
  undelivered: get('/org/:orgId/undelivered-messages/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary:
      'Messages about alerts that were given up in the last seven days, newest first, 100 at most. A network\u2019s own alert has `netId` in place of `alertId`',
    ...orgId,
    query: z.object({ lang: lang.optional() }),
    reply: z.array(
      undelivered.extend({
        id: idNumber,
        alertId: idNumber.optional(),
        netId: idNumber.optional(),
        name: z.string(),
      }),
    ),
  }),
  smsSpending: get('/org/:orgId/sms-spending/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'What the SMS of this month, by UTC, have cost, and what they may',
    ...orgId,
    reply: z.object({
      /** As 2026-11. */
      month: z.string(),
      cost: z.number(),
      /** Short messages: a long text is several. */
      count: z.number(),
      /** The organization's own, or that of the installation. */
      limit: z.number(),
      /** Of one short message. */
      price: z.number(),
    }),
  }),
}
