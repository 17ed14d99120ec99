import { timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const netId = { params: z.object({ netId: pathId.net }) }

export const shares = {
  list: get('/net/:netId/shares/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Organizations that share the address of a network',
    description:
      'As soon as a network has read something at its address, that address is closed to networks and raw access of other organizations, unless it is shared with them.',
    ...netId,
    reply: z.array(
      z.object({
        orgId: idOf.org,
        since: timestamp.describe('Since when it is shared.'),
        by: z.string().describe('Who shared it.'),
      }),
    ),
  }),
  change: post('/net/:netId/share/', {
    access: 'owner',
    object: 'net',
    extension: true,
    summary: 'Share the address of a network, or stop sharing',
    description:
      'Shares with one other organization at a time, at most 100 in all. A network behind a gateway has no address to share.',
    errors: {
      IncorrectRequest: 'the network is behind a gateway, or has 100 shares.',
      ObjectNotFound: 'there is no such network or organization, or it is the same one.',
    },
    ...netId,
    body: z.object({ orgId: idOf.org, isShared: z.boolean().describe('True shares, false stops sharing.') }),
    reply: z.object({}),
    example: { body: { orgId: 7, isShared: true } },
  }),
}
