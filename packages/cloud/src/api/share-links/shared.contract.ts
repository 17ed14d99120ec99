import { nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/access-contract.ts'
import { facts, idOf } from '../fields.ts'
import { paramFields } from '../params/params.contract.ts'
import { trouble } from '../readings/links/links.contract.ts'

const opened = z.object({
  object: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('dashboard').describe('A dashboard.'),
        dashboardId: idOf.dashboard,
        isDefault: z.boolean().describe("Whether it is the organization's default dashboard."),
      }),
    ])
    .describe('What is shared.'),
  name: z.string().describe('Name of what is shared.'),
  orgId: idOf.org,
  orgName: z.string().describe('Name of the organization.'),
  isKiosk: z.boolean().describe('Whether it is for a screen on a wall.'),
  expiresOn: timestamp.describe('When the link ends.'),
})

/** As much of a parameter as its values are written by. */
const param = paramFields
  .pick({
    name: true,
    label: true,
    valueType: true,
    multiplier: true,
    shift: true,
    precision: true,
    unitName: true,
    enum: true,
  })
  .extend({ id: idOf.param, deviceId: idOf.device, isTracked: facts.isTracked })
const device = z.object({
  deviceId: idOf.device,
  name: z.string().describe('Name of the device.'),
  netName: z.string().describe('Name of its network.'),
  updatePeriodSec: z.number().describe('It is read every so many seconds.'),
  lastGoodReadOn: timestamp
    .optional()
    .describe('When something was last read from it; missing where nothing ever was.'),
  trouble: trouble.optional().describe('What keeps it from being read; missing where nothing does.'),
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
  facts: get('/shared/facts/', {
    access: 'link',
    extension: true,
    summary: 'Parameters and devices that a shared object shows',
    description:
      'How values are written, and how reading of the devices goes. No addresses, and nothing that is not shown.',
    reply: z.object({
      params: z.array(param).describe('Parameters, by id.'),
      devices: z.array(device).describe('Their devices, by id.'),
    }),
  }),
}
