import { nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

export const notifications = {
  list: get('/global-notifications/', {
    access: 'session',
    extension: true,
    summary: 'Messages of the administrator that the user has not dismissed',
    reply: z.array(z.object({ id: uuid, texts: z.record(z.string(), z.string()), createdOn: timestamp })),
  }),
  dismiss: post('/global-notifications/:notificationId/dismiss/', {
    access: 'session',
    summary: 'Do not show a message to the user again',
    params: z.object({ notificationId: uuid }),
    body: nothing,
    reply: z.object({ status: z.literal('ok'), created: z.boolean() }),
  }),
}
