import { idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId, uuidOf } from '../../fields/fields.ts'

export const linksMax = { object: 50, org: 500 } as const
const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** How long a link may live; one for a screen on a wall longer. */
export const lifetimeMs = { min: hourMs, max: 366 * dayMs, kioskMax: 731 * dayMs } as const

const orgId = { params: z.object({ orgId: pathId.org }) }
const name = objectName.describe('What people know the link by, 1 to 200 characters.')
const isKiosk = z.boolean().describe('Whether it is for a screen on a wall: it may live 2 years, and opens as one.')
const expiresOn = timestamp.describe('When it ends by itself.')

const object = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('dashboard').describe('A dashboard.'),
      dashboardId: idNumber.optional().describe('Id of the dashboard; the default one if left out.'),
      deviceId: idOf.device
        .optional()
        .describe(
          'The device that is shown, of a dashboard for any device of a template; whoever has the link cannot choose.',
        ),
    }),
    z.object({ kind: z.literal('picture').describe('A visualization.'), visId: idOf.vis }),
    z.object({ kind: z.literal('report').describe('A resource report.'), reportId: uuidOf.report }),
  ])
  .describe('What is shared.')
/** A dashboard that is shared, as it is told to who made the link and to who has it. */
export const sharedDashboard = z.object({
  kind: z.literal('dashboard').describe('A dashboard.'),
  dashboardId: idOf.dashboard,
  isDefault: z.boolean().describe("Whether it is the organization's default dashboard."),
  deviceId: idOf.device.optional().describe('The device that is shown, of a dashboard for any device of a template.'),
})
/** A visualization that is shared. */
export const sharedPicture = z.object({ kind: z.literal('picture').describe('A visualization.'), visId: idOf.vis })
/** A report that is shared. */
export const sharedReport = z.object({
  kind: z.literal('report').describe('A resource report.'),
  reportId: uuidOf.report,
})
const sharedName = { name: z.string().describe('Name of what is shared.') }
const sharedObject = z
  .discriminatedUnion('kind', [
    sharedDashboard.extend(sharedName),
    sharedPicture.extend(sharedName),
    sharedReport.extend(sharedName),
  ])
  .describe('What is shared.')

const link = z.object({
  id: idOf.shareLink,
  name: z.string().describe('What people know the link by.'),
  object: sharedObject,
  isKiosk,
  createdOn: timestamp.describe('When it was made.'),
  createdBy: z.string().describe('Who made it.'),
  isMakerGone: z
    .boolean()
    .describe('Whether who made it could no longer do so: left the organization, or has a lesser role now.'),
  expiresOn,
  lastUsedOn: timestamp.optional().describe('When it was last used, to the minute; missing where it never was.'),
  openings: z.number().describe('How often its page was opened.'),
  places: z.number().describe('From how many addresses; 100 stands for 100 and more.'),
})

export const shareLinks = {
  list: get('/org/:orgId/share-links/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Share links of an organization',
    description: 'Latest first, at most 500. Those that have expired are listed for 30 days.',
    ...orgId,
    reply: z.array(link),
  }),
  create: post('/org/:orgId/share-links/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Share an object by a link',
    description:
      'Whoever has the link sees the object and what it shows at that moment, and changes nothing. The token is answered once: only its hash is stored. A link lives on when its maker leaves; every manager and owner can revoke it. At most 50 for an object and 500 for an organization.',
    errors: {
      IncorrectRequest: 'the link would live shorter or longer than it may, or there are too many.',
      ObjectNotFound:
        "there is no such organization, or the object is not the organization's, or the device not of its template.",
    },
    ...orgId,
    body: z.object({
      object,
      name,
      isKiosk,
      expiresOn: instant.describe('When it ends by itself: in 1 hour to 366 days, for a kiosk in up to 731 days.'),
    }),
    reply: z.object({
      id: idOf.shareLink,
      token: z.string().describe('Opens the object, in the header `Authorization: share <token>`.'),
      url: z.string().describe('Address of the page. The token stands behind `#`, which browsers send nowhere.'),
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
    description: 'It opens nothing from then on, and its streams end. Whoever made it.',
    errors: { ObjectNotFound: 'the organization has no such link.' },
    params: z.object({ orgId: pathId.org, linkId: pathId.shareLink }),
    body: nothing,
    reply: z.object({}),
  }),
}
