import { nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'

export const notifications = {
  list: get('/global-notifications/', {
    access: 'session',
    extension: true,
    summary: 'Messages of the administrator',
    description: 'Messages of the installation that the user has not dismissed, at most 100.',
    reply: z.array(
      z.object({
        id: uuid.describe('Message ID.'),
        texts: z.record(z.string(), z.string()).describe('The text by language: `en`, `pl`, `ru`, `uk`.'),
        createdOn: timestamp.describe('Creation time.'),
      }),
    ),
  }),
  dismiss: post('/global-notifications/:notificationId/dismiss/', {
    access: 'session',
    summary: 'Dismiss a message of the administrator',
    description: 'It is no longer listed for the user. Dismissing it twice is not an error.',
    errors: { ObjectNotFound: 'there is no such message.' },
    params: z.object({ notificationId: uuid.describe('Message ID.') }),
    body: nothing,
    reply: z.object({
      status: z.literal('ok').describe('Always `dismissed`.'),
      created: z.boolean().describe('True if it was dismissed by this request, false if it had been dismissed before.'),
    }),
  }),
}
