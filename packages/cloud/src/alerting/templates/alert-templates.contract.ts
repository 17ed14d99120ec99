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

const param = z.string().describe('Slug of the parameter in devices of the template, such as `u1`.')

/** Invalid values are reported in the response's `errors`, as for alerts. */
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
  kind: z.enum(conditionKinds).describe('Condition type.'),
  value: z.number().describe('Limit for this device.'),
})
const exception = z.object({
  isOff: z.boolean().describe('Whether the alert is disabled for this device.'),
  limits: z
    .array(limit)
    .max(50)
    .describe('Limits that replace those of the template, by parameter and condition type.'),
})

const listed = z.object({
  id: idOf.alertTemplate,
  name: z.string().describe('Name of the template.'),
  templateId: idOf.template,
  templateName: z.string().describe('Name of the device template.'),
  logAs: alertObject.shape.logAs,
  isEnabled: z.boolean().describe('Whether its alerts are enabled.'),
  deviceCount: z.number().describe('Number of devices of the device template.'),
  alertCount: z.number().describe('Number of alerts created.'),
})

const shownDevice = z.object({
  deviceId: idOf.device,
  deviceName: z.string().describe('Device name.'),
  netId: idOf.net,
  netName: z.string().describe('Network name.'),
  alertId: idOf.alert.optional(),
  isActive: z.boolean().describe('Whether its alert is firing.'),
  startedOn: timestamp.optional().describe('Time when its alert last fired.'),
  missing: z.array(param).optional().describe('Parameters missing in the device; it has no alert.'),
  problem: z.string().optional().describe('Other reason why the device has no alert.'),
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
          kind: z.enum(conditionKinds).describe('Comparison type.'),
          value: z.number().describe('Limit, seconds, bit or change, depending on the type.'),
          holdSec: z.number().describe('Fire delay in seconds; for `change-over` the period of the change.'),
          deadband: z
            .number()
            .describe('How far a value must return beyond the limit before the condition clears; 0 for none.'),
        }),
      )
      .describe('Conditions.'),
    actions: z.array(alertObject.shape.actions.valueType).describe('Actions when an alert fires.'),
    followUps: z.array(alertObject.shape.followUps.valueType).describe('Actions at later stages.'),
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
    description: 'Each template creates one alert for every device of a device template.',
    ...orgId,
    reply: z.array(listed),
  }),
  params: get('/org/:orgId/alert-templates/params/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Parameters of a device template',
    description: 'The slugs of parameters in devices of a device template, for use in conditions.',
    errors: { ObjectNotFound: 'there is no such organization or device template.' },
    ...orgId,
    query: z.object({ templateId: pathId.template, lang: lang.optional() }),
    reply: z.array(
      z.object({
        param,
        name: z.string().describe('Parameter name, in the requested language.'),
        label: facts.label,
        unitName: facts.unitName,
      }),
    ),
  }),
  create: post('/org/:orgId/alert-templates/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create an alert template',
    description:
      'Creates one alert for every existing and future device of the device template. Conditions refer to parameters by slug. A device without such a parameter has no alert and is listed. Device writes are not available. At most 100 templates; their alerts count towards the limit.',
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
    summary: 'Get an alert template',
    description:
      'Returns the definition and the devices with their alerts and exceptions, at most 2000. Only managers see more than the host of a webhook URL.',
    errors: { ObjectNotFound: 'there is no such template in the organization.' },
    ...one,
    reply: alertTemplateFields.extend({
      id: idOf.alertTemplate,
      templateId: idOf.template,
      templateName: z.string().describe('Name of the device template.'),
      deviceCount: z.number().describe('Number of devices of the device template.'),
      devices: z.array(shownDevice).describe('Devices of the device template, at most 2000.'),
    }),
    hasSecrets: true,
  }),
  change: post('/org/:orgId/alert-template/:alertTemplateId/change/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Change an alert template',
    description:
      'Changes all its alerts in one transaction. Their state is kept as when a single alert is changed. Omitted optional fields are unchanged.',
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
    summary: 'Enable or disable an alert template',
    description: 'Applies to all its alerts, except for devices with a disabled alert.',
    errors: { ObjectNotFound: 'there is no such template in the organization.' },
    ...one,
    body: z.object({ enabled: z.boolean().describe('True to enable, false to disable.') }),
    reply: z.object({}),
  }),
  setException: post('/org/:orgId/alert-template/:alertTemplateId/exception/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Set an exception for a device',
    description:
      'Disables the alert for the device or sets its own limits. Omitting both removes the exception. A limit applies if the template has a condition of the same type on the same parameter.',
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
    description: 'Its alerts are deleted and their log is kept, or they are kept as independent alerts.',
    errors: { ObjectNotFound: 'there is no such template in the organization.' },
    ...one,
    body: z.object({ alerts: z.enum(['delete', 'keep']).describe('Whether its alerts are deleted or kept.') }),
    reply: z.object({}),
  }),
}
