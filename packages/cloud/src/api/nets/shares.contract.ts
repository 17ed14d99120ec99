import { id, idNumber, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'

const netId = { params: z.object({ netId: id }) }

export const shares = {
  list: get('/net/:netId/shares/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary:
      'With which organizations a network shares its address, which is closed to all others as soon as the network has read something there',
    ...netId,
    reply: z.array(z.object({ orgId: idNumber, since: timestamp, by: z.string() })),
  }),
  change: post('/net/:netId/share/', {
    access: 'owner',
    object: 'net',
    extension: true,
    summary: 'Share the address of a network with another organization, or share it no longer',
    ...netId,
    body: z.object({ orgId: idNumber, isShared: z.boolean() }),
    reply: z.object({}),
    example: { body: { orgId: 7, isShared: true } },
  }),
}
