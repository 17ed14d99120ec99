import { idNumber, instant, integer, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { paramFields } from '../../devices/params/params.contract.ts'
import { facts, idOf, pathId, uuidOf } from '../../fields/fields.ts'
import { polledDevice, polling } from '../../history/links/links.contract.ts'

/** Limit for the devices of an organization; larger ones share it between their networks. */
export const devicesMax = 1000
const daysMax = 92
/** Longest absence that the overview covers. */
export const sinceDaysMax = 31
/** Newest items of each type. */
export const sinceMax = 20

const orgId = { params: z.object({ orgId: pathId.org }) }
const share = z
  .number()
  .nullable()
  .describe('Share of successful reads, 0 to 1; null without reads, for example while paused.')

const hours = z.array(
  z.object({
    from: timestamp.describe('Start of the hour.'),
    energy: z.number().nullable().describe('Known energy; null if none is known.'),
    isComplete: z.boolean().describe('Whether the hour is over and all readings are complete.'),
  }),
)

export const overview = {
  links: get('/org/:orgId/overview/links/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Connection and polling state of all networks',
    description:
      'Returns the contents of `/net/:netId/connection-status/` and `/net/:netId/statistics/` for all networks at once.',
    ...orgId,
    reply: z.array(
      z.object({
        netId: idOf.net,
        connected: z.boolean().describe('Whether the network is connected.'),
        since: timestamp.optional().describe('Start of the current connection state.'),
        lastError: z.string().optional().describe('Last error.'),
        lastErrorOn: timestamp.optional().describe('Time of the last error.'),
        disabledOn: timestamp.optional().describe('Time when the network was disabled; missing while enabled.'),
        polling: polling.optional().describe('Polling statistics; missing without polling.'),
        devices: z.array(polledDevice).describe('Devices of the network.'),
      }),
    ),
  }),
  firstSteps: get('/org/:orgId/overview/first-steps/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Setup progress of an organization',
    description: 'From the first network to the first alert notification sent; a test counts.',
    ...orgId,
    reply: z.object({
      hasNet: z.boolean().describe('Whether a network exists.'),
      hasReading: z.boolean().describe('Whether a device has responded.'),
      hasContact: z.boolean().describe('Whether recipients are configured: a contact, or an action of an alert.'),
      hasAlert: z.boolean().describe('Whether an alert exists.'),
      hasMessage: z.boolean().describe('Whether a notification has been sent.'),
    }),
  }),
  keyParams: get('/org/:orgId/overview/key-params/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Key parameter of each network',
    description:
      'The parameter selected with `keyParamId` of the network. Otherwise a tracked numeric parameter: a power in W, kW or MW (preferably a total), else the first with a unit, else the first. Networks without one are omitted.',
    ...orgId,
    reply: z.array(
      z.object({
        netId: idOf.net,
        paramId: idOf.param,
        isChosen: z.boolean().describe('Whether a user selected it.'),
        deviceId: idOf.device,
        deviceName: z.string().describe('Device name.'),
        updatePeriodSec: z.number().describe('Polling period of its device in seconds.'),
        isTracked: facts.isTracked,
        name: paramFields.shape.name,
        label: facts.label,
        unitName: facts.unitName,
        valueType: paramFields.shape.valueType,
        precision: z.number().optional().describe('Displayed decimals; missing if undefined.'),
        multiplier: z.string().describe('Multiplier of the raw value, a decimal.'),
        shift: z.string().describe('Offset added to the value, a decimal.'),
        isNumber: z.boolean().describe('Whether its values are plain numbers without labels.'),
      }),
    ),
  }),
  availability: get('/org/:orgId/overview/availability/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Availability of all networks in the last days',
    description:
      'Calculated as for `/net/:netId/availability/`, in steps of 24 hours. In an organization with more than 1000 devices, an equal number of devices per network is used, oldest first.',
    ...orgId,
    query: z.object({
      days: integer(1, daysMax).default(30).describe('Number of days, 1 to 92; 30 by default.'),
    }),
    reply: z.object({
      from: timestamp.describe('Start of the first step.'),
      nets: z
        .array(
          z.object({
            netId: idNumber.describe('Network ID.'),
            share,
            shares: z.array(share).describe('Availability of each step, oldest first.'),
            reasons: z
              .record(z.string(), z.number())
              .describe('Failed reads in the whole period, by reason such as `Timeout`.'),
          }),
        )
        .describe('Networks in the order of creation.'),
    }),
  }),
  alarms: get('/org/:orgId/overview/alarms/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Locations of firing alerts',
    description:
      'The first parameter of each network that a firing alert uses, at most 1000. `/org/:orgId/alerts/states/` returns the alerts themselves.',
    ...orgId,
    reply: z.array(
      z.object({
        alertId: idOf.alert,
        netId: idOf.net,
        netName: z.string().describe('Name of the network.'),
        deviceId: idOf.device,
        deviceName: z.string().describe('Device name.'),
        paramId: idOf.param,
      }),
    ),
  }),
  energy: get('/org/:orgId/overview/energy/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Hourly energy of today and yesterday',
    description:
      "Total of all top-level branches of the organization's first tree, in its time zone; empty without a tree.",
    ...orgId,
    cost: 2,
    reply: z.object({
      tree: z
        .object({
          id: uuidOf.tree,
          name: z.string().describe('Tree name.'),
          timeZone: z.string().describe('Time zone of hours and days.'),
          unit: z.string().optional().describe('Unit, such as `kWh`; missing if there are several.'),
          today: hours.describe('Hours of today up to the current one.'),
          yesterday: hours.describe('Hours of yesterday.'),
        })
        .optional()
        .describe('Missing without a tree.'),
    }),
  }),
  since: get('/org/:orgId/overview/since/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Events since a given time',
    description:
      'Alerts that fired and resolved, device outages, and values written, for a returning user. At most 31 days and the newest 20 outages and writes. In an organization with more than 1000 devices, outages of the devices used by `availability`.',
    ...orgId,
    query: z.object({
      from: instant.optional().describe('Start; one day ago by default, limited to 31 days ago.'),
    }),
    cost: 2,
    reply: z.object({
      from: timestamp.describe('Start of the period.'),
      alerts: z
        .object({
          began: z.number().describe('Number of times alerts fired.'),
          ended: z.number().describe('Number of times alerts resolved.'),
          longest: z
            .object({
              name: z.string().describe('Name of the alert at that time.'),
              seconds: z.number().describe('Duration in seconds.'),
            })
            .optional()
            .describe('The longest resolved event; missing without one.'),
        })
        .describe('Logged alert events.'),
      outages: z
        .array(
          z.object({
            deviceId: idOf.device,
            deviceName: z.string().describe('Device name.'),
            netName: z.string().describe('Name of its network.'),
            from: timestamp.describe('First failed read.'),
            till: timestamp.optional().describe('Last failed read; missing while the device is unresponsive.'),
          }),
        )
        .describe('Devices that stopped responding or recovered, newest first.'),
      writes: z
        .array(
          z.object({
            paramId: idOf.param,
            name: paramFields.shape.name,
            deviceName: z.string().describe('Device name.'),
            netName: z.string().describe('Name of its network.'),
            on: timestamp.describe('Time just before it was sent.'),
            userName: z
              .string()
              .describe('User who wrote it, with the name at that time; empty for the service itself.'),
            before: z.string().nullable().describe('Previous value with its unit or label; null without one.'),
            value: z.string().describe('Written value with its unit or label.'),
          }),
        )
        .describe('Values written to devices, newest first.'),
    }),
  }),
  map: get('/org/:orgId/overview/map/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Map tile server',
    description: 'Configured for the installation; empty if maps have no tiles.',
    ...orgId,
    reply: z.object({
      tiles: z.string().optional().describe('URL of a tile with `{z}`, `{x}` and `{y}` for zoom, column and row.'),
      attribution: z.string().optional().describe('Attribution to show on the map.'),
    }),
  }),
}
