import { conditionKinds, holdReasons, logLevels } from '@busbar/alerts/model'
import { idNumber, integer, lang, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../accounts/access/access-contract.ts'
import { facts, failed, idOf, pathId, refused, success } from '../fields/fields.ts'
import { alertObject, definition } from './definition/definition.contract.ts'
import { undelivered } from './history/deliveries.contract.ts'

const alertId = { params: z.object({ alertId: pathId.alert }) }
const orgId = { params: z.object({ orgId: pathId.org }) }
const listed = z.object({ id: idOf.alert, name: z.string().describe('Name of the alert.'), slug: facts.slug })
/** Ours: left out where there is nothing of that. */
const warnings = z
  .array(z.string())
  .optional()
  .describe('What is allowed and will not work, each with its field; left out where there is nothing of that.')
const seen = z.object({
  comment: z.string().trim().max(1000).optional().describe('What the person has to say, at most 1000 characters.'),
})
const confirmation = z.object({
  confirmation: z
    .enum(['confirmed', 'confirmed-before', 'inactive'])
    .describe('Whether it is confirmed now, was confirmed before, or there is nothing to confirm.'),
})
const confirmed = z.object({
  on: timestamp.describe('When.'),
  from: z.string().describe('User name, or the channel by which it was confirmed.'),
  comment: z.string().optional().describe('What the person had to say.'),
})

/** Why messages about it wait now, and not before when they are sent; `name` of what makes them wait, `reason` and `by` as people said. */
const hold = z.object({
  why: z.enum(holdReasons).describe('Why messages wait.'),
  till: timestamp.optional().describe('Until when; missing where nobody knows.'),
  name: z.string().optional().describe('Name of the maintenance window, or of what the alert depends on.'),
  reason: z.string().optional().describe('What people said about it.'),
  by: z.string().optional().describe('Who muted it.'),
})

/** `lang` is ours. */
const paging = z.object({
  page: integer(1, 1_000_000).optional().describe('Page to answer, from 1; 1 if left out.'),
  itemsOnPage: integer(1, 100).optional().describe('Records of a page, 1 to 100; 25 if left out.'),
  lang: lang.optional(),
})

/** `resolvedOn` and `confirmedOn` are null while it is not. The ids are ours; a network's own alert has `netId` in place of `alertId`. */
const logPage = z.object({
  records: z
    .array(
      z.object({
        id: idNumber.describe('Id of the record.'),
        alertId: idOf.alert.optional(),
        netId: idOf.net.optional(),
        name: z.string().describe('Name of the alert, as it was then.'),
        startedOn: timestamp.describe('When the alert became active.'),
        resolvedOn: timestamp.nullable().describe('When it was over; null while it is not.'),
        logAs: z.enum(logLevels).describe('Level as which it is logged.'),
        logAsText: z.string().describe('The level as text, in the language asked for.'),
        status: z.enum(['active', 'confirmed', 'resolved']).describe('Where the record stands.'),
        confirmedOn: timestamp.nullable().describe('When somebody confirmed it; null while nobody has.'),
        details: z
          .array(
            z.object({
              date: timestamp.describe('When.'),
              texts: z.array(z.string()).describe('What, in the language asked for.'),
            }),
          )
          .describe('What happened: values, messages, confirmations.'),
      }),
    )
    .describe('Records of the page, newest first.'),
  totalRecords: z.number().describe('Records in all.'),
  currentPage: z.number().describe('Page that is answered, from 1.'),
  itemsOnPage: z.number().describe('Records of a page.'),
})

const example = {
  name: 'Overvoltage',
  conditionLogic: 'any',
  logAs: 'failure',
  conditions: [{ paramId: 7, kind: 'g', value: 250, holdSec: 30, deadband: 5 }],
  actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' }],
  followUps: [{ stage: 'not-confirmed', timeoutMinutes: 15, type: 'sms', recepient: '+48600100200' }],
}

export const alerts = {
  list: get('/org/:orgId/alerts/', {
    access: 'demo',
    object: 'org',
    summary: 'Alerts of an organization',
    description: 'Ids, names and slugs. `/org/:orgId/alerts/states/` tells how they stand.',
    ...orgId,
    reply: z.array(listed),
  }),
  create: post('/org/:orgId/alerts/create/', {
    access: 'manager',
    object: 'org',
    summary: 'Make an alert',
    description:
      'Wrong values are answered in `errors`, and then nothing is made. The alert is judged from then on, with every reading of its parameters. At most 10,000 alerts, each with 50 conditions, 20 actions and 20 follow-ups.',
    ...orgId,
    body: definition,
    reply: z.union([z.object({ result: success.result, id: idOf.alert, errors: success.errors, warnings }), refused]),
    example: { body: example },
  }),
  orgLog: get('/org/:orgId/alerts/log/', {
    access: 'viewer',
    object: 'org',
    summary: 'Log of all alerts of an organization',
    description: 'Newest first, also of alerts that were deleted.',
    ...orgId,
    query: paging,
    reply: logPage,
  }),
  states: get('/org/:orgId/alerts/states/', {
    access: 'viewer',
    object: 'org',
    shared: true,
    extension: true,
    summary: 'How all alerts of an organization stand',
    description:
      'Whether each is active, since when, and whether somebody confirmed it. By a share link those that the shared object shows, without what people said and who they are.',
    ...orgId,
    reply: z.array(
      listed.extend({
        logAs: z.enum(logLevels).describe('Level as which it is logged.'),
        isEnabled: z.boolean().describe('Whether it is judged.'),
        isActive: z.boolean().describe('Whether it is active now.'),
        startedOn: timestamp.optional().describe('When it last became active.'),
        closedOn: timestamp.optional().describe('When it was last over.'),
        confirmed: confirmed.optional().describe('Who confirmed it; missing while nobody has.'),
        lastRecordId: idNumber.optional().describe('Id of its latest log record.'),
        /** It is active, and its values are too old to say whether it still should be. */
        isUnjudged: z.boolean().describe('It is active, and its values are too old to say whether it still should be.'),
        undelivered: z.number().describe('How many messages about its last activation were given up.'),
        held: hold.optional().describe('Why messages about it wait, and until when.'),
        offSince: timestamp
          .optional()
          .describe('Since when it is switched off; missing while it is on, or where nobody knows.'),
        netIds: z.array(idOf.net).describe('Networks that its conditions look at.'),
        alertTemplateId: idOf.alertTemplate.optional(),
      }),
    ),
  }),
  ofDevice: get('/device/:deviceId/alerts/', {
    access: 'viewer',
    object: 'device',
    extension: true,
    summary: 'Alerts that look at a device',
    description: 'Alerts with a condition on a parameter of the device, and these conditions.',
    params: z.object({ deviceId: pathId.device }),
    reply: z.array(
      z.object({
        alertId: idOf.alert,
        conditions: z
          .array(z.object({ paramId: idOf.param, kind: z.enum(conditionKinds).describe('Kind of comparison.') }))
          .describe('Those that look at the device.'),
      }),
    ),
  }),
  get: get('/alert/:alertId/', {
    access: 'viewer',
    object: 'alert',
    summary: 'An alert',
    description:
      "What people set, with the ids of its items. Of a webhook's address only managers see more than the host: it may hold a secret.",
    ...alertId,
    reply: alertObject,
    hasSecrets: true,
  }),
  change: post('/alert/:alertId/change/', {
    access: 'manager',
    object: 'alert',
    summary: 'Change an alert',
    description:
      'Replaces what the alert is. Items that are the same as before keep their ids and what they have seen. Wrong values are answered in `errors`, and then nothing is changed. One that a template has made is changed there alone.',
    ...alertId,
    body: definition,
    reply: z.union([z.object({ result: success.result, errors: success.errors, warnings }), refused]),
    example: { body: example },
  }),
  log: get('/alert/:alertId/log/', {
    access: 'viewer',
    object: 'alert',
    summary: 'Log of an alert',
    description: 'What became of it, newest first.',
    ...alertId,
    query: paging,
    reply: logPage,
  }),
  status: get('/alert/:alertId/status/', {
    access: 'viewer',
    object: 'alert',
    summary: 'How an alert stands',
    description: 'Whether it is active and what its conditions have seen.',
    ...alertId,
    reply: z.object({
      id: idOf.alert,
      lastRecordId: idNumber.optional().describe('Id of its latest log record.'),
      isActive: z.boolean().describe('Whether it is active now.'),
      startedOn: timestamp.optional().describe('When it last became active.'),
      closedOn: timestamp.optional().describe('When it was last over.'),
      confirmed: confirmed.optional().describe('Who confirmed it; missing while nobody has.'),
      isUnjudged: z.boolean().describe('Values are too old to say whether there is reason for it.'),
      undelivered: z.array(undelivered).describe('Messages about its last activation that were given up.'),
      held: hold.optional().describe('Why messages about it wait, and until when.'),
      conditions: z
        .record(
          z.string(),
          z.object({
            lastValue: z.number().nullable().describe('Last value of the parameter; null before it has one.'),
            isTriggered: z.boolean().describe('Whether the condition holds.'),
            isOld: z.boolean().describe('Whether the value is too old to count.'),
          }),
        )
        .describe('Its conditions by their ids.'),
    }),
  }),
  warnings: get('/alert/:alertId/warnings/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'What of an alert will not work',
    description: 'What is set of an alert and will not work, as things are now.',
    ...alertId,
    reply: z.object({
      warnings: z.array(z.string()).describe('Each begins with its field, as `conditions.0.value: `.'),
    }),
  }),
  delete: post('/alert/:alertId/delete/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Delete an alert; its log stays',
    description: 'Its log stays. One that a template has made is deleted with it alone.',
    errors: { IncorrectRequest: 'it belongs to an alert template.' },
    ...alertId,
    body: nothing,
    reply: z.object({}),
  }),
  changeDisable: post('/alert/:alertId/change-disable/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Switch an alert on or off',
    description:
      'One that is switched off is over at once, and nobody is told of that. Of a template, it is an exception for its device.',
    ...alertId,
    body: z.object({ enabled: z.boolean().describe('True switches on, false off.') }),
    reply: z.object({}),
  }),
  confirm: post('/alert/:alertId/confirm/', {
    access: 'operator',
    object: 'alert',
    extension: true,
    summary: 'Confirm an alert',
    description:
      'Says that somebody has seen it. Follow-ups of the stage `not-confirmed` are dropped. The answer tells whether somebody was first, or there is nothing to confirm.',
    ...alertId,
    body: seen,
    reply: confirmation,
  }),
  confirmOutage: post('/net/:netId/confirm-outage/', {
    access: 'operator',
    object: 'net',
    extension: true,
    summary: 'Confirm that a network is out',
    description: 'Confirms the log record that has this `netId`; answers the same as for an alert.',
    params: z.object({ netId: pathId.net }),
    body: seen,
    reply: confirmation,
  }),
  testAction: post('/alert/:alertId/test-action/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Send a test message of an alert',
    description: 'Sends what an action or a follow-up would send, marked as a test. Nothing is written to devices.',
    errors: { ObjectNotFound: 'there is no such alert or action.' },
    ...alertId,
    body: z.object({ actionId: idNumber.describe('Id of the action or follow-up.') }),
    reply: z.union([z.object({ status: z.literal('ok').describe('It was sent.') }), failed]),
  }),
}
