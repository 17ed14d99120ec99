import { nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'

export const notifications = {
  list: get('/global-notifications/', {
    access: 'session',
    extension: true,
    summary: 'Messages of the administrator',
    description: 'Those of the installation that the user has not dismissed, at most 100.',
    reply: z.array(
      z.object({
        id: uuid.describe('Id of the message.'),
        texts: z.record(z.string(), z.string()).describe('The text by language: `en`, `pl`, `ru`, `uk`.'),
        createdOn: timestamp.describe('When it was made.'),
      }),
    ),
  }),
  dismiss: post('/global-notifications/:notificationId/dismiss/', {
    access: 'session',
    summary: 'Dismiss a message of the administrator',
    description: 'It is not listed to the user again. Dismissing it twice is no error.',
    errors: { ObjectNotFound: 'there is no such message.' },
    params: z.object({ notificationId: uuid.describe('Id of the message.') }),
    body: nothing,
    reply: z.object({
      status: z.literal('ok').describe('It is dismissed.'),
      created: z.boolean().describe('True when it was dismissed now, false when it had been before.'),
    }),
  }),
}
