import { idNumber, instant, integer, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { paramFields } from '../../devices/params/params.contract.ts'
import { facts, idOf, pathId, uuidOf } from '../../fields/fields.ts'
import { polledDevice, polling } from '../../history/links/links.contract.ts'

/** Of an organization with more devices, networks share this number between them. */
export const devicesMax = 1000
const daysMax = 92
/** Who was away longer looks into the lists. */
export const sinceDaysMax = 31
/** Of each kind, the newest. */
export const sinceMax = 20

const orgId = { params: z.object({ orgId: pathId.org }) }
const share = z
  .number()
  .nullable()
  .describe('Part of the reads that were answered with a value, 0 to 1; null where nothing was asked, as while paused.')

const hours = z.array(
  z.object({
    from: timestamp.describe('Beginning of the hour.'),
    energy: z.number().nullable().describe('Energy of what is known; null where nothing is.'),
    isComplete: z.boolean().describe('It is over, and all that the energy is made of was read all the time.'),
  }),
)

export const overview = {
  links: get('/org/:orgId/overview/links/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'How all networks of an organization are reached and read',
    description:
      'What `/net/:netId/connection-status/` and `/net/:netId/statistics/` say of one network, of all of them at once.',
    ...orgId,
    reply: z.array(
      z.object({
        netId: idOf.net,
        connected: z.boolean().describe('Whether there is a connection now.'),
        since: timestamp.optional().describe('Since when it is so.'),
        lastError: z.string().optional().describe('What went wrong last.'),
        lastErrorOn: timestamp.optional().describe('When that was.'),
        disabledOn: timestamp.optional().describe('When the network was switched off; missing while it is on.'),
        polling: polling.optional().describe('Figures of the network; missing where nothing is polled.'),
        devices: z.array(polledDevice).describe('Each device of the network.'),
      }),
    ),
  }),
  firstSteps: get('/org/:orgId/overview/first-steps/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'How far an organization has come',
    description: 'From the first network to the first message about an alert that has left; a test counts.',
    ...orgId,
    reply: z.object({
      hasNet: z.boolean().describe('Whether there is a network.'),
      hasReading: z.boolean().describe('Whether a device has answered.'),
      hasContact: z.boolean().describe('Whether somebody is told: a contact, or an action of an alert.'),
      hasAlert: z.boolean().describe('Whether there is an alert.'),
      hasMessage: z.boolean().describe('Whether a message has been sent.'),
    }),
  }),
  keyParams: get('/org/:orgId/overview/key-params/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'The parameter that stands for each network',
    description:
      'The one that was chosen with `keyParamId` of the network. Where none was, a tracked number of it: of power in W, kW or MW a total before others, else the first that has a unit, else the first. Networks without one are left out.',
    ...orgId,
    reply: z.array(
      z.object({
        netId: idOf.net,
        paramId: idOf.param,
        isChosen: z.boolean().describe('Whether a person chose it.'),
        deviceId: idOf.device,
        deviceName: z.string().describe('Name of its device.'),
        updatePeriodSec: z.number().describe('Its device is read every so many seconds.'),
        isTracked: facts.isTracked,
        name: paramFields.shape.name,
        label: facts.label,
        unitName: facts.unitName,
        valueType: paramFields.shape.valueType,
        precision: z.number().optional().describe('Decimals that are shown; missing where nothing says how many.'),
        multiplier: z.string().describe('Factor of the raw value, a decimal.'),
        shift: z.string().describe('Offset of the value, a decimal.'),
        isNumber: z.boolean().describe('Whether its values are plain numbers, without names for them.'),
      }),
    ),
  }),
  availability: get('/org/:orgId/overview/availability/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'How much of the last days each network was read',
    description:
      'As `/net/:netId/availability/` counts it, in steps of 24 hours. Of an organization with more than 1000 devices, as many of each network as that number allows, those that were made first.',
    ...orgId,
    query: z.object({
      days: integer(1, daysMax).default(30).describe('Length of the span in days, 1 to 92; 30 if left out.'),
    }),
    reply: z.object({
      from: timestamp.describe('Beginning of the first step.'),
      nets: z
        .array(
          z.object({
            netId: idNumber.describe('Id of the network.'),
            share,
            shares: z.array(share).describe('The same of each step, oldest first.'),
            reasons: z
              .record(z.string(), z.number())
              .describe('Reads that failed in the whole span, by reason such as `Timeout`.'),
          }),
        )
        .describe('Networks in the order in which they were made.'),
    }),
  }),
  alarms: get('/org/:orgId/overview/alarms/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Where alerts are that are active',
    description:
      'The first parameter of each network that an active alert watches, at most 1000. What the alerts are is in `/org/:orgId/alerts/states/`.',
    ...orgId,
    reply: z.array(
      z.object({
        alertId: idOf.alert,
        netId: idOf.net,
        netName: z.string().describe('Name of the network.'),
        deviceId: idOf.device,
        deviceName: z.string().describe('Name of the device.'),
        paramId: idOf.param,
      }),
    ),
  }),
  energy: get('/org/:orgId/overview/energy/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Energy of today and yesterday, by the hour',
    description:
      "Of the organization's first tree, all its top branches together, by the clock of its time zone; empty where there is no tree.",
    ...orgId,
    cost: 2,
    reply: z.object({
      tree: z
        .object({
          id: uuidOf.tree,
          name: z.string().describe('Name of the tree.'),
          timeZone: z.string().describe('Time zone by which hours and days are cut.'),
          unit: z.string().optional().describe('Unit of the figures, such as `kWh`; missing where they have several.'),
          today: hours.describe('Hours of today up to the present one.'),
          yesterday: hours.describe('Hours of yesterday.'),
        })
        .optional()
        .describe('Missing where there is no tree.'),
    }),
  }),
  since: get('/org/:orgId/overview/since/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'What happened since a moment',
    description:
      'How many alerts began and ended, which devices were silent or still are, and what was written; for who comes back. At most 31 days and the 20 newest outages and writes. Of an organization with more than 1000 devices, outages of as many as `availability` counts.',
    ...orgId,
    query: z.object({
      from: instant
        .optional()
        .describe('Moment; a day ago if left out, and one more than 31 days ago counts as 31 days ago.'),
    }),
    cost: 2,
    reply: z.object({
      from: timestamp.describe('Moment since which it is told.'),
      alerts: z
        .object({
          began: z.number().describe('Alerts that became active, each time counted.'),
          ended: z.number().describe('Alerts that were over, each time counted.'),
          longest: z
            .object({
              name: z.string().describe('Name of the alert, as it was then.'),
              seconds: z.number().describe('How long it was active.'),
            })
            .optional()
            .describe('The longest of those that were over; missing where none was.'),
        })
        .describe('Alerts of the log.'),
      outages: z
        .array(
          z.object({
            deviceId: idOf.device,
            deviceName: z.string().describe('Name of the device.'),
            netName: z.string().describe('Name of its network.'),
            from: timestamp.describe('First read that failed.'),
            till: timestamp.optional().describe('Last read that failed; missing while the device is silent.'),
          }),
        )
        .describe('Devices that fell silent or came back, newest first.'),
      writes: z
        .array(
          z.object({
            paramId: idOf.param,
            name: paramFields.shape.name,
            deviceName: z.string().describe('Name of the device.'),
            netName: z.string().describe('Name of its network.'),
            on: timestamp.describe('When it was about to be sent.'),
            userName: z
              .string()
              .describe('Who wrote it: name of the user, as it was then; empty for the service itself.'),
            before: z.string().nullable().describe('Value before, with its unit or label; null where there was none.'),
            value: z.string().describe('Value that was to be written, with its unit or label.'),
          }),
        )
        .describe('Values that were sent to devices, newest first.'),
    }),
  }),
  map: get('/org/:orgId/overview/map/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Where pictures for maps come from',
    description: 'As the installation is set up; empty where maps are drawn without pictures.',
    ...orgId,
    reply: z.object({
      tiles: z
        .string()
        .optional()
        .describe('Address of a tile, with `{z}`, `{x}` and `{y}` for its zoom, column and row.'),
      attribution: z.string().optional().describe('Whose they are, to be shown beside them.'),
    }),
  }),
}
