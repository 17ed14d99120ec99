import { id, idNumber, integer, lang, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { logLevels } from '../../alerts/alert.ts'
import { alertObject, definition } from './definition.contract.ts'
import { undelivered } from './deliveries.contract.ts'

const alertId = { params: z.object({ alertId: id }) }
const orgId = { params: z.object({ orgId: id }) }
const listed = z.object({ id: idNumber, name: z.string(), slug: z.string() })
/** Ours: what is allowed and will not work, each with its field. Left out where there is nothing of that. */
const warnings = z.array(z.string()).optional()
const refused = z.object({ result: z.literal('error'), errors: z.record(z.string(), z.string()) })
const seen = z.object({ comment: z.string().trim().max(1000).optional() })
const confirmation = z.object({ confirmation: z.enum(['confirmed', 'confirmed-before', 'inactive']) })
const confirmed = z.object({ on: timestamp, from: z.string(), comment: z.string().optional() })

/** `lang` is ours. */
const paging = z.object({
  page: integer(1, 1_000_000).optional(),
  itemsOnPage: integer(1, 100).optional(),
  lang: lang.optional(),
})

/** `resolvedOn` and `confirmedOn` are null while it is not. The ids are ours; a network's own alert has `netId` in place of `alertId`. */
const logPage = z.object({
  records: z.array(
    z.object({
      id: idNumber,
      alertId: idNumber.optional(),
      netId: idNumber.optional(),
      name: z.string(),
      startedOn: timestamp,
      resolvedOn: timestamp.nullable(),
      logAs: z.enum(logLevels),
      logAsText: z.string(),
      status: z.enum(['active', 'confirmed', 'resolved']),
      confirmedOn: timestamp.nullable(),
      details: z.array(z.object({ date: timestamp, texts: z.array(z.string()) })),
    }),
  ),
  totalRecords: z.number(),
  currentPage: z.number(),
  itemsOnPage: z.number(),
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
    ...orgId,
    reply: z.array(listed),
  }),
  create: post('/org/:orgId/alerts/create/', {
    access: 'manager',
    object: 'org',
    summary: 'Make an alert',
    ...orgId,
    body: definition,
    reply: z.union([z.object({ result: z.literal('success'), id: idNumber, errors: z.object({}), warnings }), refused]),
    example: { body: example },
  }),
  orgLog: get('/org/:orgId/alerts/log/', {
    access: 'viewer',
    object: 'org',
    summary: 'What became of all alerts of an organization, newest first, also of those that are gone',
    ...orgId,
    query: paging,
    reply: logPage,
  }),
  states: get('/org/:orgId/alerts/states/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'How all alerts of an organization stand',
    ...orgId,
    reply: z.array(
      listed.extend({
        logAs: z.enum(logLevels),
        isEnabled: z.boolean(),
        isActive: z.boolean(),
        startedOn: timestamp.optional(),
        closedOn: timestamp.optional(),
        confirmed: confirmed.optional(),
        lastRecordId: idNumber.optional(),
        /** It is active, and its values are too old to say whether it still should be. */
        isUnjudged: z.boolean(),
        /** How many messages about its last activation were given up. */
        undelivered: z.number(),
      }),
    ),
  }),
  get: get('/alert/:alertId/', {
    access: 'viewer',
    object: 'alert',
    summary: 'An alert. Of a webhook only managers see more than the host: its address may be a secret',
    ...alertId,
    reply: alertObject,
    hasSecrets: true,
  }),
  change: post('/alert/:alertId/change/', {
    access: 'manager',
    object: 'alert',
    summary: 'Replace what an alert is; items that are the same as before keep their ids, and what they have seen',
    ...alertId,
    body: definition,
    reply: z.union([z.object({ result: z.literal('success'), errors: z.object({}), warnings }), refused]),
    example: { body: example },
  }),
  log: get('/alert/:alertId/log/', {
    access: 'viewer',
    object: 'alert',
    summary: 'What became of an alert, newest first',
    ...alertId,
    query: paging,
    reply: logPage,
  }),
  status: get('/alert/:alertId/status/', {
    access: 'viewer',
    object: 'alert',
    summary:
      'How an alert stands; lastValue of a condition is null before its parameter has one. isUnjudged: values are too old (isOld) to say ' +
      'whether there is reason for it. undelivered: messages about its last activation that were given up',
    ...alertId,
    reply: z.object({
      id: idNumber,
      lastRecordId: idNumber.optional(),
      isActive: z.boolean(),
      startedOn: timestamp.optional(),
      closedOn: timestamp.optional(),
      confirmed: confirmed.optional(),
      isUnjudged: z.boolean(),
      undelivered: z.array(undelivered),
      conditions: z.record(
        z.string(),
        z.object({ lastValue: z.number().nullable(), isTriggered: z.boolean(), isOld: z.boolean() }),
      ),
    }),
  }),
  warnings: get('/alert/:alertId/warnings/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary:
      'What is set of an alert and will not work, as things are now; each begins with its field, as `conditions.0.value: `',
    ...alertId,
    reply: z.object({ warnings: z.array(z.string()) }),
  }),
  delete: post('/alert/:alertId/delete/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Delete an alert; its log stays',
    ...alertId,
    body: nothing,
    reply: z.object({}),
  }),
  changeDisable: post('/alert/:alertId/change-disable/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Switch an alert on or off; one that is switched off is over at once, and nobody is told of that',
    ...alertId,
    body: z.object({ enabled: z.boolean() }),
    reply: z.object({}),
  }),
  confirm: post('/alert/:alertId/confirm/', {
    access: 'operator',
    object: 'alert',
    extension: true,
    summary:
      'Say that somebody has seen the alert; it tells whether somebody was first, or there is nothing to confirm',
    ...alertId,
    body: seen,
    reply: confirmation,
  }),
  confirmOutage: post('/net/:netId/confirm-outage/', {
    access: 'operator',
    object: 'net',
    extension: true,
    summary:
      'Say that somebody has seen that a network is out: the record of the log that has this `netId`. It tells the same as for an alert',
    params: z.object({ netId: id }),
    body: seen,
    reply: confirmation,
  }),
  testAction: post('/alert/:alertId/test-action/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Send what an action or a follow-up would send, marked as a test. Nothing is written to devices',
    ...alertId,
    body: z.object({ actionId: idNumber }),
    reply: z.union([
      z.object({ status: z.literal('ok') }),
      z.object({ status: z.literal('error'), errorMessage: z.string() }),
    ]),
  }),
}
