import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf } from '../../fields/fields.ts'
import { sharedDashboard, sharedPicture, sharedReport } from './share-links.contract.ts'

const opened = z.object({
  object: z.discriminatedUnion('kind', [sharedDashboard, sharedPicture, sharedReport]).describe('What is shared.'),
  name: z.string().describe('Name of what is shared.'),
  orgId: idOf.org,
  orgName: z.string().describe('Name of the organization.'),
  isKiosk: z.boolean().describe('Whether it is for a screen on a wall.'),
  expiresOn: timestamp.describe('When the link ends.'),
})

/** What a share link opens besides the endpoints that say so of themselves. */
export const shared = {
  open: post('/shared/open/', {
    access: 'link',
    extension: true,
    summary: 'Open a share link',
    description: 'What is shared, and until when. Counts as an opening in the list of links.',
    cost: 10,
    body: nothing,
    reply: opened,
  }),
  get: get('/shared/', {
    access: 'link',
    extension: true,
    summary: 'What a share link opens',
    description: 'The same, for a page that stays open.',
    reply: opened,
  }),
}
