import { conditionKinds } from '@busbar/alerts/model'
import { lang, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { facts, idOf, pathId, refused, success } from '../../fields/fields.ts'
import { alertObject, definition } from '../definition/definition.contract.ts'

const orgId = { params: z.object({ orgId: pathId.org }) }
const one = { params: z.object({ orgId: pathId.org, alertTemplateId: pathId.alertTemplate }) }

export const alertTemplatesMax = 100
export const devicesShownMax = 2000

const param = z.string().describe('Slug that the parameter has in devices of the kind, such as `u1`.')

/** Values that are wrong are told in the answer's `errors`, as with alerts. */
const conditionInput = z.object({
  param,
  kind: definition.shape.conditions.element.shape.kind,
  value: definition.shape.conditions.element.shape.value,
  holdSec: definition.shape.conditions.element.shape.holdSec,
  deadband: definition.shape.conditions.element.shape.deadband,
})
const input = definition.extend({ conditions: z.array(conditionInput).describe('Conditions, at most 50.') })
export type AlertTemplateInput = z.output<typeof input>

const limit = z.object({
  param,
  kind: z.enum(conditionKinds).describe('Kind of the condition.'),
  value: z.number().describe('Limit for this device.'),
})
const exception = z.object({
  isOff: z.boolean().describe('Whether the alert is off for this device.'),
  limits: z.array(limit).max(50).describe('Limits in place of those of the template, by parameter and kind.'),
})

const listed = z.object({
  id: idOf.alertTemplate,
  name: z.string().describe('Name of the template.'),
  templateId: idOf.template,
  templateName: z.string().describe('Name of the device template: the kind.'),
  logAs: alertObject.shape.logAs,
  isEnabled: z.boolean().describe('Whether its alerts are judged.'),
  deviceCount: z.number().describe('Devices of the kind.'),
  alertCount: z.number().describe('Alerts that it has made.'),
})

const shownDevice = z.object({
  deviceId: idOf.device,
  deviceName: z.string().describe('Name of the device.'),
  netId: idOf.net,
  netName: z.string().describe('Name of the network.'),
  alertId: idOf.alert.optional(),
  isActive: z.boolean().describe('Whether its alert is active.'),
  startedOn: timestamp.optional().describe('When its alert last became active.'),
  missing: z.array(param).optional().describe('Parameters that the device lacks: it has no alert.'),
  problem: z.string().optional().describe('Why else the device has no alert.'),
  isOff: exception.shape.isOff,
  limits: exception.shape.limits,
})

/** As it is shown and exported, without its id and kind. */
export const alertTemplateFields = alertObject
  .pick({
    name: true,
    description: true,
    conditionLogic: true,
    logAs: true,
    isEnabled: true,
    holdOffSec: true,
    maxAgeSec: true,
    flapping: true,
    policyId: true,
  })
  .extend({
    conditions: z
      .array(
        z.object({
          param,
          kind: z.enum(conditionKinds).describe('Kind of comparison.'),
          value: z.number().describe('Limit, seconds, bit or change, by the kind.'),
          holdSec: z.number().describe('Seconds for which it must be so; of `change-over` the span of the change.'),
          deadband: z.number().describe('How far back over the limit a value must go; 0 for just back.'),
        }),
      )
      .describe('Conditions.'),
    actions: z.array(alertObject.shape.actions.valueType).describe('What is done when an alert becomes active.'),
    followUps: z.array(alertObject.shape.followUps.valueType).describe('What is done at later stages.'),
  })

const example = {
  name: 'Overvoltage',
  conditionLogic: 'any',
  logAs: 'failure',
  conditions: [{ param: 'p', kind: 'g', value: 250, holdSec: 30, deadband: 5 }],
  actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' }],
}

/** Alerts for all devices of a kind. */
export const alertTemplates = {
  list: get('/org/:orgId/alert-templates/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Alert templates of an organization',
    description: 'Each makes one alert for every device of its kind.',
    ...orgId,
    reply: z.array(listed),
  }),
  params: get('/org/:orgId/alert-templates/params/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'What the parameters of a kind are called',
    description:
      'The slugs that parameters have in devices made from a device template, by which conditions name them.',
    errors: { ObjectNotFound: 'there is no such organization or device template.' },
    ...orgId,
    query: z.object({ templateId: pathId.template, lang: lang.optional() }),
    reply: z.array(
      z.object({
        param,
        name: z.string().describe('Name of the parameter, in the language asked for.'),
        label: facts.label,
        unitName: facts.unitName,
      }),
    ),
  }),
  create: post('/org/:orgId/alert-templates/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make an alert for all devices of a kind',
    description:
      'Makes one alert for every device that was made from the device template, now and whenever one is added. Conditions name parameters by their slugs. A device that lacks one has no alert, and is listed. Nothing is written to devices. At most 100 templates; their alerts count as others.',
    errors: { ObjectNotFound: 'there is no such organization or device template.' },
    ...orgId,
    body: input.extend({ templateId: idOf.template }),
    reply: z.union([z.object({ result: success.result, id: idOf.alertTemplate, errors: success.errors }), refused]),
    example: { body: { templateId: 7, ...example } },
  }),
  get: get('/org/:orgId/alert-template/:alertTemplateId/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'An alert template',
    description:
      "What people set, and the devices of its kind with their alerts and exceptions, the first 2000. Of a webhook's address only managers see more than the host.",
    errors: { ObjectNotFound: 'there is no such template in the organization.' },
    ...one,
    reply: alertTemplateFields.extend({
      id: idOf.alertTemplate,
      templateId: idOf.template,
      templateName: z.string().describe('Name of the device template: the kind.'),
      deviceCount: z.number().describe('Devices of the kind.'),
      devices: z.array(shownDevice).describe('Devices of the kind, at most 2000.'),
    }),
    hasSecrets: true,
  }),
  change: post('/org/:orgId/alert-template/:alertTemplateId/change/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change an alert template',
    description:
      'Changes all its alerts in one go. They keep what they have seen, and are active or not, as when an alert is changed. What is not given of the optional fields stays.',
    errors: { ObjectNotFound: 'there is no such template in the organization.' },
    ...one,
    body: input,
    reply: z.union([z.object(success), refused]),
    example: { body: example },
  }),
  changeDisable: post('/org/:orgId/alert-template/:alertTemplateId/change-disable/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Switch an alert template on or off',
    description: 'Switches all its alerts but those of devices for which it is off.',
    errors: { ObjectNotFound: 'there is no such template in the organization.' },
    ...one,
    body: z.object({ enabled: z.boolean().describe('True switches on, false off.') }),
    reply: z.object({}),
  }),
  setException: post('/org/:orgId/alert-template/:alertTemplateId/exception/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make an exception for a device',
    description:
      'The alert is off for the device, or has limits of its own. Neither takes the exception back. Limits count where the template has a condition on the same parameter, of the same kind.',
    errors: { ObjectNotFound: 'there is no such template, or no such device of its kind.' },
    ...one,
    body: exception.partial().extend({ deviceId: idOf.device }),
    reply: z.object({}),
    example: { body: { deviceId: 7, limits: [{ param: 'p', kind: 'g', value: 260 }] } },
  }),
  delete: post('/org/:orgId/alert-template/:alertTemplateId/delete/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Delete an alert template',
    description: 'Its alerts are deleted with it, and their log stays; or they stay as alerts of their own.',
    errors: { ObjectNotFound: 'there is no such template in the organization.' },
    ...one,
    body: z.object({ alerts: z.enum(['delete', 'keep']).describe('What becomes of its alerts.') }),
    reply: z.object({}),
  }),
}
