import { idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId, uuidOf } from '../../fields/fields.ts'

export const linksMax = { object: 50, org: 500 } as const
const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** How long a link may live; one for a screen on a wall longer. */
export const lifetimeMs = { min: hourMs, max: 366 * dayMs, kioskMax: 731 * dayMs } as const

const orgId = { params: z.object({ orgId: pathId.org }) }
const name = objectName.describe('Name of the link, 1 to 200 characters.')
const isKiosk = z.boolean().describe('Whether it is a wall display: it can be valid for 2 years and opens full screen.')
const expiresOn = timestamp.describe('Expiry of the link.')

const object = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('dashboard').describe('A dashboard.'),
      dashboardId: idNumber.optional().describe('Dashboard ID; the default dashboard if omitted.'),
      deviceId: idOf.device
        .optional()
        .describe('Device to show, for a dashboard of a device template; the viewer cannot change it.'),
    }),
    z.object({ kind: z.literal('picture').describe('A visualization.'), visId: idOf.vis }),
    z.object({ kind: z.literal('report').describe('A resource report.'), reportId: uuidOf.report }),
  ])
  .describe('Shared object.')
/** A shared dashboard, as shown to the creator of the link and to its users. */
export const sharedDashboard = z.object({
  kind: z.literal('dashboard').describe('A dashboard.'),
  dashboardId: idOf.dashboard,
  isDefault: z.boolean().describe("Whether it is the organization's default dashboard."),
  deviceId: idOf.device.optional().describe('Device to show, for a dashboard of a device template.'),
})
/** A visualization that is shared. */
export const sharedPicture = z.object({ kind: z.literal('picture').describe('A visualization.'), visId: idOf.vis })
/** A report that is shared. */
export const sharedReport = z.object({
  kind: z.literal('report').describe('A resource report.'),
  reportId: uuidOf.report,
})
const sharedName = { name: z.string().describe('Name of the shared object.') }
const sharedObject = z
  .discriminatedUnion('kind', [
    sharedDashboard.extend(sharedName),
    sharedPicture.extend(sharedName),
    sharedReport.extend(sharedName),
  ])
  .describe('Shared object.')

const link = z.object({
  id: idOf.shareLink,
  name: z.string().describe('Name of the link.'),
  object: sharedObject,
  isKiosk,
  createdOn: timestamp.describe('Creation time.'),
  createdBy: z.string().describe('User who created it.'),
  isMakerGone: z
    .boolean()
    .describe('Whether its creator has left the organization or no longer has the required role.'),
  expiresOn,
  lastUsedOn: timestamp.optional().describe('Time of last use, to the minute; missing if never used.'),
  openings: z.number().describe('Number of times its page was opened.'),
  places: z.number().describe('Number of client addresses; 100 stands for 100 or more.'),
})

export const shareLinks = {
  list: get('/org/:orgId/share-links/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'List share links',
    description: 'Newest first, at most 500. Expired links are listed for 30 days.',
    ...orgId,
    reply: z.array(link),
  }),
  create: post('/org/:orgId/share-links/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create a share link',
    description:
      'Anyone with the link can view the object in its current state, without changing anything. The token is returned only once, in this response; only its hash is stored. The link remains valid when its creator leaves; every manager and owner can revoke it. At most 50 per object and 500 per organization.',
    errors: {
      IncorrectRequest: 'the validity is too short or too long, or there are too many links.',
      ObjectNotFound:
        'the organization does not exist, the object is outside the organization, or the device does not use the template.',
    },
    ...orgId,
    body: z.object({
      object,
      name,
      isKiosk,
      expiresOn: instant.describe('Expiry: 1 hour to 366 days ahead, up to 731 days for a wall display.'),
    }),
    reply: z.object({
      id: idOf.shareLink,
      token: z.string().describe('Token for the header `Authorization: share <token>`.'),
      url: z.string().describe('URL of the page. The token follows `#`, which browsers do not send.'),
      expiresOn,
    }),
    hasSecrets: true,
    example: {
      body: { object: { kind: 'dashboard' }, name: 'Reception', isKiosk: false, expiresOn: '2026-12-03T00:00:00Z' },
    },
  }),
  revoke: post('/org/:orgId/share-links/:linkId/revoke/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Revoke a share link',
    description: 'It becomes invalid, and its streams end. Works for links of every user.',
    errors: { ObjectNotFound: 'the organization has no such link.' },
    params: z.object({ orgId: pathId.org, linkId: pathId.shareLink }),
    body: nothing,
    reply: z.object({}),
  }),
}
