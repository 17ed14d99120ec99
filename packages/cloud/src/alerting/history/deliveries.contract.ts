import { actionTypes } from '@busbar/alerts/channels'
import { idNumber, lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }

/** A message that was given up; `unclear`: it may have arrived all the same. */
export const undelivered = z.object({
  type: z.enum(actionTypes).describe('Channel of the notification.'),
  recepient: z
    .string()
    .optional()
    .describe('Address; only the host of a webhook, since its URL may be a secret. Empty for a device write.'),
  state: z.enum(['failed', 'unclear', 'dropped']).describe('Result; `unclear`: it may have arrived.'),
  reason: z.string().describe('Reason, in the requested language.'),
  on: timestamp.describe('Time when it was given up.'),
})

/** Delivery of messages about alerts, and their cost. */
export const deliveries = {
  undelivered: get('/org/:orgId/undelivered-messages/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Undelivered notifications',
    description:
      'Alert notifications given up in the last seven days, newest first, at most 100. A network outage has `netId` instead of `alertId`.',
    ...orgId,
    query: z.object({ lang: lang.optional() }),
    reply: z.array(
      undelivered.extend({
        id: idNumber.describe('Notification ID.'),
        alertId: idOf.alert.optional(),
        netId: idOf.net.optional(),
        name: z.string().describe('Name of the alert or network.'),
      }),
    ),
  }),
  smsSpending: get('/org/:orgId/sms-spending/', {
    access: 'owner',
    object: 'org',
    extension: true,
    summary: 'SMS costs of the current month',
    description: 'Costs and limit of the current month (UTC).',
    ...orgId,
    reply: z.object({
      month: z.string().describe('Month, such as 2026-11.'),
      cost: z.number().describe('Costs, in the currency of the price.'),
      count: z.number().describe('Number of SMS parts: a long text consists of several.'),
      limit: z.number().describe('Monthly limit of the organization, or of the installation.'),
      price: z.number().describe('Price per SMS part.'),
    }),
  }),
}
