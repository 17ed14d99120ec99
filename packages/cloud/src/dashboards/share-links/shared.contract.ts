import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf } from '../../fields/fields.ts'
import { sharedDashboard, sharedPicture, sharedReport } from './share-links.contract.ts'

const opened = z.object({
  object: z.discriminatedUnion('kind', [sharedDashboard, sharedPicture, sharedReport]).describe('Shared object.'),
  name: z.string().describe('Name of the shared object.'),
  orgId: idOf.org,
  orgName: z.string().describe('Name of the organization.'),
  isKiosk: z.boolean().describe('Whether it is a wall display.'),
  expiresOn: timestamp.describe('Expiry of the link.'),
})

/** Operations of share links, besides those that allow them themselves. */
export const shared = {
  open: post('/shared/open/', {
    access: 'link',
    extension: true,
    summary: 'Open a share link',
    description: 'Returns the shared object and the expiry. Counts as an opening in the list of links.',
    cost: 10,
    body: nothing,
    reply: opened,
  }),
  get: get('/shared/', {
    access: 'link',
    extension: true,
    summary: 'Get the object of a share link',
    description: 'Returns the same for a page that stays open, without counting.',
    reply: opened,
  }),
}
