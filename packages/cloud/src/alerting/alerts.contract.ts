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
  .describe('Settings that are allowed but will not work, each with its field; missing without warnings.')
const seen = z.object({
  comment: z.string().trim().max(1000).optional().describe('Comment, at most 1000 characters.'),
})
const confirmation = z.object({
  confirmation: z
    .enum(['confirmed', 'confirmed-before', 'inactive'])
    .describe(
      'Whether it was acknowledged by this request, had been acknowledged before, or has nothing to acknowledge.',
    ),
})
const confirmed = z.object({
  on: timestamp.describe('When.'),
  from: z.string().describe('User name, or the channel used for acknowledging.'),
  comment: z.string().optional().describe('Comment of the user.'),
})

/** Why messages about it wait now, and not before when they are sent; `name` of what makes them wait, `reason` and `by` as people said. */
const hold = z.object({
  why: z.enum(holdReasons).describe('Why notifications are delayed.'),
  till: timestamp.optional().describe('End of the delay; missing if unknown.'),
  name: z.string().optional().describe('Name of the maintenance window, or of the dependency.'),
  reason: z.string().optional().describe('Reason entered by a user.'),
  by: z.string().optional().describe('User who muted it.'),
})

/** `lang` is ours. */
const paging = z.object({
  page: integer(1, 1_000_000).optional().describe('Page number, from 1; 1 by default.'),
  itemsOnPage: integer(1, 100).optional().describe('Records per page, 1 to 100; 25 by default.'),
  lang: lang.optional(),
})

/**
 * `resolvedOn` and `confirmedOn` are null before these events. The IDs are an extension; a network's own alert has
 * `netId` instead of `alertId`.
 */
const logPage = z.object({
  records: z
    .array(
      z.object({
        id: idNumber.describe('Record ID.'),
        alertId: idOf.alert.optional(),
        netId: idOf.net.optional(),
        name: z.string().describe('Name of the alert at that time.'),
        startedOn: timestamp.describe('Time when the alert fired.'),
        resolvedOn: timestamp.nullable().describe('Time when the alert resolved; null while it is firing.'),
        logAs: z.enum(logLevels).describe('Log level.'),
        logAsText: z.string().describe('Log level as text, in the requested language.'),
        status: z.enum(['active', 'confirmed', 'resolved']).describe('State of the record.'),
        confirmedOn: timestamp.nullable().describe('Time of the acknowledgement; null without one.'),
        details: z
          .array(
            z.object({
              date: timestamp.describe('When.'),
              texts: z.array(z.string()).describe('Text in the requested language.'),
            }),
          )
          .describe('History of the event: values, notifications, acknowledgements.'),
      }),
    )
    .describe('Records of this page, newest first.'),
  totalRecords: z.number().describe('Total number of records.'),
  currentPage: z.number().describe('Page number, from 1.'),
  itemsOnPage: z.number().describe('Records per page.'),
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
    description: 'IDs, names and slugs. `/org/:orgId/alerts/states/` returns their states.',
    ...orgId,
    reply: z.array(listed),
  }),
  create: post('/org/:orgId/alerts/create/', {
    access: 'manager',
    object: 'org',
    summary: 'Create an alert',
    description:
      'Invalid values are returned in `errors`, and nothing is created. The alert is evaluated with every following reading of its parameters. At most 10,000 alerts, each with 50 conditions, 20 actions and 20 follow-ups.',
    ...orgId,
    body: definition,
    reply: z.union([z.object({ result: success.result, id: idOf.alert, errors: success.errors, warnings }), refused]),
    example: { body: example },
  }),
  orgLog: get('/org/:orgId/alerts/log/', {
    access: 'viewer',
    object: 'org',
    summary: 'Alert log of an organization',
    description: 'Newest first, including deleted alerts.',
    ...orgId,
    query: paging,
    reply: logPage,
  }),
  states: get('/org/:orgId/alerts/states/', {
    access: 'viewer',
    object: 'org',
    shared: true,
    extension: true,
    summary: 'States of all alerts of an organization',
    description:
      'Reports whether each alert is firing, since when, and whether it is acknowledged. A share link returns only the alerts that the shared object shows, without comments and names of users.',
    ...orgId,
    reply: z.array(
      listed.extend({
        logAs: z.enum(logLevels).describe('Log level.'),
        isEnabled: z.boolean().describe('Whether it is enabled.'),
        isActive: z.boolean().describe('Whether it is firing.'),
        startedOn: timestamp.optional().describe('Time when it last fired.'),
        closedOn: timestamp.optional().describe('Time when it last resolved.'),
        confirmed: confirmed.optional().describe('The acknowledgement; missing without one.'),
        lastRecordId: idNumber.optional().describe('ID of its latest log record.'),
        /** The alert is active, and its values are too old to decide if it should be. */
        isUnjudged: z.boolean().describe('Whether it is firing although its values are too old for evaluation.'),
        undelivered: z.number().describe('Number of undelivered notifications about its last event.'),
        held: hold.optional().describe('Why its notifications are delayed, and until when.'),
        offSince: timestamp.optional().describe('Time when it was disabled; missing if enabled or unknown.'),
        netIds: z.array(idOf.net).describe('Networks used in its conditions.'),
        alertTemplateId: idOf.alertTemplate.optional(),
      }),
    ),
  }),
  ofDevice: get('/device/:deviceId/alerts/', {
    access: 'viewer',
    object: 'device',
    extension: true,
    summary: 'Alerts of a device',
    description: 'Alerts with conditions on parameters of the device, and these conditions.',
    params: z.object({ deviceId: pathId.device }),
    reply: z.array(
      z.object({
        alertId: idOf.alert,
        conditions: z
          .array(z.object({ paramId: idOf.param, kind: z.enum(conditionKinds).describe('Kind of comparison.') }))
          .describe('Conditions on parameters of the device.'),
      }),
    ),
  }),
  get: get('/alert/:alertId/', {
    access: 'viewer',
    object: 'alert',
    summary: 'Get an alert',
    description:
      'Returns the definition with the IDs of its items. Only managers see more than the host of a webhook URL, since the URL may contain a secret.',
    ...alertId,
    reply: alertObject,
    hasSecrets: true,
  }),
  change: post('/alert/:alertId/change/', {
    access: 'manager',
    object: 'alert',
    summary: 'Change an alert',
    description:
      'Replaces the definition. Unchanged items keep their IDs and state. Invalid values are returned in `errors`, and nothing is changed. An alert created by a template can only be changed there.',
    ...alertId,
    body: definition,
    reply: z.union([z.object({ result: success.result, errors: success.errors, warnings }), refused]),
    example: { body: example },
  }),
  log: get('/alert/:alertId/log/', {
    access: 'viewer',
    object: 'alert',
    summary: 'Log of an alert',
    description: 'Newest first.',
    ...alertId,
    query: paging,
    reply: logPage,
  }),
  status: get('/alert/:alertId/status/', {
    access: 'viewer',
    object: 'alert',
    summary: 'State of an alert',
    description: 'Returns whether it is firing and the state of its conditions.',
    ...alertId,
    reply: z.object({
      id: idOf.alert,
      lastRecordId: idNumber.optional().describe('ID of its latest log record.'),
      isActive: z.boolean().describe('Whether it is firing.'),
      startedOn: timestamp.optional().describe('Time when it last fired.'),
      closedOn: timestamp.optional().describe('Time when it last resolved.'),
      confirmed: confirmed.optional().describe('The acknowledgement; missing without one.'),
      isUnjudged: z.boolean().describe('Whether its values are too old for evaluation.'),
      undelivered: z.array(undelivered).describe('Number of undelivered notifications about its last event.'),
      held: hold.optional().describe('Why its notifications are delayed, and until when.'),
      conditions: z
        .record(
          z.string(),
          z.object({
            lastValue: z.number().nullable().describe('Last value of the parameter; null without one.'),
            isTriggered: z.boolean().describe('Whether the condition is met.'),
            isOld: z.boolean().describe('Whether the value is too old for evaluation.'),
          }),
        )
        .describe('Conditions by ID.'),
    }),
  }),
  warnings: get('/alert/:alertId/warnings/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'Warnings of an alert',
    description: 'Settings of the alert that will not work at present.',
    ...alertId,
    reply: z.object({
      warnings: z.array(z.string()).describe('Each warning begins with its field, such as `conditions.0.value: `.'),
    }),
  }),
  delete: post('/alert/:alertId/delete/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Delete an alert and keep its log',
    description: 'Its log is kept. An alert created by a template can only be deleted with the template.',
    errors: { IncorrectRequest: 'it belongs to an alert template.' },
    ...alertId,
    body: nothing,
    reply: z.object({}),
  }),
  changeDisable: post('/alert/:alertId/change-disable/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Enable or disable an alert',
    description:
      'A disabled alert resolves immediately, without notifications. For an alert of a template this creates an exception for its device.',
    ...alertId,
    body: z.object({ enabled: z.boolean().describe('True to enable, false to disable.') }),
    reply: z.object({}),
  }),
  confirm: post('/alert/:alertId/confirm/', {
    access: 'operator',
    object: 'alert',
    extension: true,
    summary: 'Acknowledge an alert',
    description:
      'Follow-ups of the stage `not-confirmed` are cancelled. The response reports whether it had been acknowledged before or has nothing to acknowledge.',
    ...alertId,
    body: seen,
    reply: confirmation,
  }),
  confirmOutage: post('/net/:netId/confirm-outage/', {
    access: 'operator',
    object: 'net',
    extension: true,
    summary: 'Acknowledge the outage of a network',
    description: 'Acknowledges the log record with this `netId`; returns the same as for an alert.',
    params: z.object({ netId: pathId.net }),
    body: seen,
    reply: confirmation,
  }),
  testAction: post('/alert/:alertId/test-action/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Send a test notification of an alert',
    description: 'Sends what an action or a follow-up would send, marked as a test. Nothing is written to devices.',
    errors: { ObjectNotFound: 'there is no such alert or action.' },
    ...alertId,
    body: z.object({ actionId: idNumber.describe('ID of the action or follow-up.') }),
    reply: z.union([z.object({ status: z.literal('ok').describe('The notification was sent.') }), failed]),
  }),
}
