import { actionTypes } from '@busbar/alerts/model'
import { idNumber, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }

/** A message that was given up; `unclear`: it may have arrived all the same. */
export const undelivered = z.object({
  type: z.enum(actionTypes).describe('Channel of the message.'),
  recepient: z
    .string()
    .optional()
    .describe('Address; of a webhook only the host, as its address may be a secret. A write has none.'),
  state: z
    .enum(['failed', 'unclear', 'dropped'])
    .describe('How it ended; `unclear`: it may have arrived all the same.'),
  reason: z.string().describe('Why, in the language asked for.'),
  on: timestamp.describe('When it was given up.'),
})

/** What became of messages about alerts, and what they cost. */
export const deliveries = {
  undelivered: get('/org/:orgId/undelivered-messages/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Messages that were not delivered',
    description:
      'Messages about alerts that were given up in the last seven days, newest first, 100 at most. A network\u2019s own alert has `netId` in place of `alertId`.',
    ...orgId,
    query: z.object({ lang: lang.optional() }),
    reply: z.array(
      undelivered.extend({
        id: idNumber.describe('Id of the message.'),
        alertId: idOf.alert.optional(),
        netId: idOf.net.optional(),
        name: z.string().describe('Name of the alert or the network.'),
      }),
    ),
  }),
  smsSpending: get('/org/:orgId/sms-spending/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'What SMS cost this month',
    description: 'What the SMS of this month, by UTC, have cost, and what they may.',
    ...orgId,
    reply: z.object({
      month: z.string().describe('As 2026-11.'),
      cost: z.number().describe('What was spent, in the currency of the price.'),
      count: z.number().describe('Short messages: a long text is several.'),
      limit: z.number().describe('What may be spent: the organization\u2019s own limit, or that of the installation.'),
      price: z.number().describe('Price of one short message.'),
    }),
  }),
}
