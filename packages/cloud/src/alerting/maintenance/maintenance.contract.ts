import { idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'
import { idsMax } from '../../fields/ids-max.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
const windowId = { params: z.object({ orgId: pathId.org, windowId: pathId.window }) }

const day = z.int().min(1).max(7).describe('Day of the week, 1 Monday to 7 Sunday.')
const hours = {
  fromMinute: z
    .int()
    .min(0)
    .max(1439)
    .describe('Minute of the day at which it begins, by the clocks of the organization.'),
  tillMinute: z.int().min(0).max(1440).describe('Minute at which it ends; not after the beginning: on the next day.'),
}
const weekly = z.object({
  kind: z.literal('weekly').describe('Each week.'),
  days: z.array(day).min(1).max(7).describe('Days of the week on which it begins.'),
  ...hours,
})
/** `nth` 1 to 4: that one of the month; -1: the last. */
const monthly = z.object({
  kind: z.literal('monthly').describe('Each month.'),
  nth: z.literal([1, 2, 3, 4, -1]).describe('Which of these days of the month; -1 for the last.'),
  day,
  ...hours,
})
const onceInput = z
  .object({
    kind: z.literal('once').describe('Once.'),
    from: instant.describe('When it begins.'),
    till: instant.describe('When it ends.'),
  })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })
const shownOnce = z.object({
  kind: z.literal('once').describe('Once.'),
  from: timestamp.describe('When it begins.'),
  till: timestamp.describe('When it ends.'),
})

const ruleInput = z.discriminatedUnion('kind', [weekly, monthly, onceInput])
export type RuleInput = z.output<typeof ruleInput>

const objects = {
  netIds: z.array(idNumber).max(idsMax).describe('Networks that it covers, at most 1000.'),
  deviceIds: z.array(idNumber).max(idsMax).describe('Devices that it covers, at most 1000.'),
  alertIds: z.array(idNumber).max(idsMax).describe('Alerts that it covers, at most 1000.'),
}
const name = objectName.describe('Name, 1 to 200 characters.')
const reason = z.string().trim().max(1000).describe('Why, at most 1000 characters.')

export const windowInput = z.object({
  name,
  reason: reason.optional(),
  rule: ruleInput.describe('When it is.'),
  netIds: objects.netIds.optional(),
  deviceIds: objects.deviceIds.optional(),
  alertIds: objects.alertIds.optional(),
})
export type WindowInput = z.output<typeof windowInput>

/** As it is stored and exported. */
export const shownWindow = z.object({
  id: idOf.window,
  name,
  reason: reason.optional(),
  rule: z.discriminatedUnion('kind', [weekly, monthly, shownOnce]).describe('When it is.'),
  ...objects,
})

const next = z
  .array(z.object({ from: timestamp.describe('When it begins.'), till: timestamp.describe('When it ends.') }))
  .describe('The next three times.')

const example = {
  name: 'Pump service',
  reason: 'Filters are changed',
  rule: { kind: 'weekly', days: [2, 4], fromMinute: 480, tillMinute: 600 },
  deviceIds: [7],
}

/** Planned maintenance: alerts are judged and logged without messages, and what is active when it ends is told then. */
export const maintenance = {
  list: get('/org/:orgId/maintenance-windows/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Maintenance windows',
    description: 'By the clocks of the time zone of the organization, each with its next three times.',
    ...orgId,
    reply: z.array(
      shownWindow.extend({
        createdBy: z.string().describe('Who made it.'),
        createdOn: timestamp.describe('When it was made.'),
        next,
      }),
    ),
  }),
  create: post('/org/:orgId/maintenance-windows/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Plan maintenance',
    description:
      'Of networks, devices or single alerts: weekly, on one weekday of each month, or once. A window whose end is not after its beginning goes on over midnight. Alerts are judged and logged meanwhile, and what is active at the end is told then.',
    ...orgId,
    body: windowInput,
    reply: z.object({ id: idOf.window }),
    example: { body: example },
  }),
  preview: post('/org/:orgId/maintenance-windows/preview/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'When maintenance would be',
    description: 'The next three times of a window with this rule, and the time zone by whose clocks.',
    ...orgId,
    body: z.object({ rule: ruleInput.describe('When it is.') }),
    reply: z.object({ timeZone: z.string().describe('Time zone of the organization.'), next }),
    example: { body: { rule: { kind: 'monthly', nth: -1, day: 7, fromMinute: 1320, tillMinute: 120 } } },
  }),
  change: post('/org/:orgId/maintenance-window/:windowId/change/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change planned maintenance',
    description: 'Replaces what the window is.',
    ...windowId,
    body: windowInput,
    reply: z.object({}),
    example: { body: example },
  }),
  delete: post('/org/:orgId/maintenance-window/:windowId/delete/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Delete planned maintenance',
    description: 'What it holds back is told at once.',
    ...windowId,
    body: nothing,
    reply: z.object({}),
  }),
}
