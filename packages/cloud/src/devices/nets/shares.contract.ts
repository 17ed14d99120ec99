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
    summary: 'List organizations that share the address of a network',
    description:
      'Once a network has read data at its address, networks and raw requests of other organizations cannot use that address unless it is shared with them.',
    ...netId,
    reply: z.array(
      z.object({
        orgId: idOf.org,
        since: timestamp.describe('Time when it was shared.'),
        by: z.string().describe('User who shared it.'),
      }),
    ),
  }),
  change: post('/net/:netId/share/', {
    access: 'owner',
    object: 'net',
    extension: true,
    summary: 'Share or unshare the address of a network',
    description:
      'Changes one organization per request, at most 100 in total. A network behind a gateway has no address to share.',
    errors: {
      IncorrectRequest: 'the network is behind a gateway, or has 100 shares.',
      ObjectNotFound: 'the network or organization does not exist, or it is the same organization.',
    },
    ...netId,
    body: z.object({ orgId: idOf.org, isShared: z.boolean().describe('True to share, false to stop sharing.') }),
    reply: z.object({}),
    example: { body: { orgId: 7, isShared: true } },
  }),
}
