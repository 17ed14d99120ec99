import { id, idNumber, instant, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { idsMax } from '../ids-max.ts'

const orgId = { params: z.object({ orgId: id }) }
const windowId = { params: z.object({ orgId: id, windowId: id }) }

const day = z.int().min(1).max(7)
const hours = { fromMinute: z.int().min(0).max(1439), tillMinute: z.int().min(0).max(1440) }
const weekly = z.object({ kind: z.literal('weekly'), days: z.array(day).min(1).max(7), ...hours })
/** `nth` 1 to 4: that one of the month; -1: the last. */
const monthly = z.object({ kind: z.literal('monthly'), nth: z.literal([1, 2, 3, 4, -1]), day, ...hours })
const givenOnce = z
  .object({ kind: z.literal('once'), from: instant, till: instant })
  .refine(({ from, till }) => from.getTime() < till.getTime(), { path: ['till'], message: 'must be after from' })
const shownOnce = z.object({ kind: z.literal('once'), from: timestamp, till: timestamp })

const givenRule = z.discriminatedUnion('kind', [weekly, monthly, givenOnce])
export type GivenRule = z.output<typeof givenRule>

const objects = { netIds: z.array(idNumber), deviceIds: z.array(idNumber), alertIds: z.array(idNumber) }
const name = z.string().trim().min(1).max(200)
const reason = z.string().trim().max(1000)

export const givenWindow = z.object({
  name,
  reason: reason.optional(),
  rule: givenRule,
  netIds: objects.netIds.max(idsMax).optional(),
  deviceIds: objects.deviceIds.max(idsMax).optional(),
  alertIds: objects.alertIds.max(idsMax).optional(),
})
export type GivenWindow = z.output<typeof givenWindow>

/** As it is stored and exported. */
export const shownWindow = z.object({
  id: idNumber,
  name,
  reason: reason.optional(),
  rule: z.discriminatedUnion('kind', [weekly, monthly, shownOnce]),
  netIds: objects.netIds.max(idsMax),
  deviceIds: objects.deviceIds.max(idsMax),
  alertIds: objects.alertIds.max(idsMax),
})

const next = z.array(z.object({ from: timestamp, till: timestamp }))

const example = {
  name: 'Pump service',
  reason: 'Filters are changed',
  rule: { kind: 'weekly', days: [2, 4], fromMinute: 480, tillMinute: 600 },
  deviceIds: [7],
}

/** Maintenance that is planned: alerts are judged and logged, nobody is told, and what is active when it ends is told then. */
export const maintenance = {
  list: get('/org/:orgId/maintenance-windows/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Maintenance windows of an organization, by the clocks of its time zone, each with its next three times',
    ...orgId,
    reply: z.array(shownWindow.extend({ createdBy: z.string(), createdOn: timestamp, next })),
  }),
  create: post('/org/:orgId/maintenance-windows/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary:
      'Plan maintenance of networks, devices or single alerts: weekly, on one weekday of each month, or once. A window whose end is not ' +
      'after its beginning goes on over midnight',
    ...orgId,
    body: givenWindow,
    reply: z.object({ id: idNumber }),
    example: { body: example },
  }),
  preview: post('/org/:orgId/maintenance-windows/preview/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'When a window with this rule would be: its next three times, and the time zone by whose clocks',
    ...orgId,
    body: z.object({ rule: givenRule }),
    reply: z.object({ timeZone: z.string(), next }),
    example: { body: { rule: { kind: 'monthly', nth: -1, day: 7, fromMinute: 1320, tillMinute: 120 } } },
  }),
  change: post('/org/:orgId/maintenance-window/:windowId/change/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Replace what a maintenance window is',
    ...windowId,
    body: givenWindow,
    reply: z.object({}),
    example: { body: example },
  }),
  delete: post('/org/:orgId/maintenance-window/:windowId/delete/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Delete a maintenance window; what it holds back is told at once',
    ...windowId,
    body: nothing,
    reply: z.object({}),
  }),
}
