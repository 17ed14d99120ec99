import { idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'
import { idsMax } from '../../fields/ids-max.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
const windowId = { params: z.object({ orgId: pathId.org, windowId: pathId.window }) }

const day = z.int().min(1).max(7).describe('Day of the week, 1 Monday to 7 Sunday.')
const hours = {
  fromMinute: z.int().min(0).max(1439).describe("Start in minutes of the day, in the organization's time zone."),
  tillMinute: z
    .int()
    .min(0)
    .max(1440)
    .describe('End in minutes of the day; if not after the start, on the following day.'),
}
const weekly = z.object({
  kind: z.literal('weekly').describe('Weekly.'),
  days: z.array(day).min(1).max(7).describe('Days of the week on which it starts.'),
  ...hours,
})
/** `nth` 1 to 4: that one of the month; -1: the last. */
const monthly = z.object({
  kind: z.literal('monthly').describe('Monthly.'),
  nth: z.literal([1, 2, 3, 4, -1]).describe('Which of these weekdays of the month; -1 for the last.'),
  day,
  ...hours,
})
const onceInput = z
  .object({
    kind: z.literal('once').describe('Once.'),
    from: instant.describe('Start.'),
    till: instant.describe('End.'),
  })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })
const shownOnce = z.object({
  kind: z.literal('once').describe('Once.'),
  from: timestamp.describe('Start.'),
  till: timestamp.describe('End.'),
})

const ruleInput = z.discriminatedUnion('kind', [weekly, monthly, onceInput])
export type RuleInput = z.output<typeof ruleInput>

const objects = {
  netIds: z.array(idNumber).max(idsMax).describe('Affected networks, at most 1000.'),
  deviceIds: z.array(idNumber).max(idsMax).describe('Affected devices, at most 1000.'),
  alertIds: z.array(idNumber).max(idsMax).describe('Affected alerts, at most 1000.'),
}
const name = objectName.describe('Name, 1 to 200 characters.')
const reason = z.string().trim().max(1000).describe('Reason, at most 1000 characters.')

export const windowInput = z.object({
  name,
  reason: reason.optional(),
  rule: ruleInput.describe('Schedule.'),
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
  rule: z.discriminatedUnion('kind', [weekly, monthly, shownOnce]).describe('Schedule.'),
  ...objects,
})

const next = z
  .array(z.object({ from: timestamp.describe('Start.'), till: timestamp.describe('End.') }))
  .describe('The next three occurrences.')

const example = {
  name: 'Pump service',
  reason: 'Filters are changed',
  rule: { kind: 'weekly', days: [2, 4], fromMinute: 480, tillMinute: 600 },
  deviceIds: [7],
}

/**
 * Planned maintenance: alerts are evaluated and logged without messages, and those that are active at its end are
 * reported then.
 */
export const maintenance = {
  list: get('/org/:orgId/maintenance-windows/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'List maintenance windows',
    description: "In the organization's time zone, each with its next three occurrences.",
    ...orgId,
    reply: z.array(
      shownWindow.extend({
        createdBy: z.string().describe('User who created it.'),
        createdOn: timestamp.describe('Creation time.'),
        next,
      }),
    ),
  }),
  create: post('/org/:orgId/maintenance-windows/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create a maintenance window',
    description:
      'For networks, devices or single alerts: weekly, on one weekday of each month, or once. A window whose end is not after its start continues past midnight. Alerts are still evaluated and logged, and recipients are notified of alerts that are firing at the end.',
    ...orgId,
    body: windowInput,
    reply: z.object({ id: idOf.window }),
    example: { body: example },
  }),
  preview: post('/org/:orgId/maintenance-windows/preview/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Preview a maintenance schedule',
    description: 'Returns the next three occurrences and the time zone used.',
    ...orgId,
    body: z.object({ rule: ruleInput.describe('Schedule.') }),
    reply: z.object({ timeZone: z.string().describe('Time zone of the organization.'), next }),
    example: { body: { rule: { kind: 'monthly', nth: -1, day: 7, fromMinute: 1320, tillMinute: 120 } } },
  }),
  change: post('/org/:orgId/maintenance-window/:windowId/change/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change a maintenance window',
    description: 'Replaces the window.',
    ...windowId,
    body: windowInput,
    reply: z.object({}),
    example: { body: example },
  }),
  delete: post('/org/:orgId/maintenance-window/:windowId/delete/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Delete a maintenance window',
    description: 'Delayed notifications are sent immediately.',
    ...windowId,
    body: nothing,
    reply: z.object({}),
  }),
}
