import { idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../accounts/access/access-contract.ts'
import { facts, idOf, objectName, pathId, quotaLeft } from '../fields/fields.ts'
import { card } from './cards/cards.contract.ts'
import { optionalBusSettings, shownBusSettings } from './device.fields.ts'
import { paramFields, paramObject, slug } from './params/params.contract.ts'

const deviceId = { params: z.object({ deviceId: pathId.device }) }
const netId = { params: z.object({ netId: pathId.net }) }

export const device = z
  .object({
    id: idOf.device,
    netId: idOf.net,
    name: z.string().describe('Device name.'),
    slug: facts.slug,
    modbusUnitId: z.number().describe('Modbus unit ID, 0 to 255.'),
    disabledOn: timestamp.optional().describe('Time when it was disabled; missing while enabled.'),
    ...shownBusSettings,
    initializedFromTemplate: idNumber.optional().describe('ID of the template from which the device was created.'),
  })
  .meta({ id: 'Device', description: 'A device of a network.' })

const deviceFields = z.object({
  name: objectName.describe('Name, 1 to 200 characters.'),
  description: z
    .string()
    .max(2000)
    .nullable()
    .optional()
    .describe('Free text, at most 2000 characters; null removes it.'),
  slug: slug.optional().describe('Slug, unique in the organization; derived from the name if omitted.'),
  modbusUnitId: z.int().min(0).max(255).describe('Modbus unit ID, 0 to 255.'),
  ...optionalBusSettings,
})

const newDevice = deviceFields.extend({
  templateId: idOf.template.optional(),
  card: card.partial().optional().describe('Details of the device.'),
  params: z
    .array(paramFields)
    .max(2000)
    .optional()
    .describe('Parameters in addition to those of the template, at most 2000 in total.'),
})
export type NewDevice = z.output<typeof newDevice>

export const devices = {
  get: get('/device/:deviceId/', {
    access: 'viewer',
    object: 'device',
    summary: 'Get a device',
    description: 'Returns its settings. `/device/:deviceId/widgets/` returns its readings.',
    ...deviceId,
    reply: device,
  }),
  changeDisable: post('/device/:deviceId/change-disable/', {
    access: 'manager',
    object: 'device',
    summary: 'Enable or disable a device',
    description: 'A disabled device is not polled; its readings are kept.',
    errors: { NotAuthorized: 'the caller is no manager, or the device quota of the organization is used up.' },
    ...deviceId,
    body: z.object({ enabled: z.boolean().describe('True to enable, false to disable.') }),
    reply: quotaLeft,
    example: { body: { enabled: false } },
  }),
  trackedParams: get('/device/:deviceId/tracked-params/', {
    access: 'viewer',
    object: 'device',
    summary: 'List the tracked parameters of a device',
    description: 'The parameters that are polled, in device order.',
    ...deviceId,
    reply: z.array(
      z.object({
        id: idOf.param,
        name: z.string().describe('Parameter name.'),
        fullName: facts.fullName,
        category: facts.category,
        label: facts.label,
        unitName: facts.unitName,
      }),
    ),
  }),
  params: get('/device/:deviceId/params/', {
    access: 'viewer',
    object: 'device',
    extension: true,
    summary: 'List all parameters of a device',
    description: 'Returns all their settings: address, type, scaling and limits.',
    ...deviceId,
    reply: z.array(paramObject),
  }),
  create: post('/net/:netId/devices/create/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Create devices',
    description:
      'Each from a template or with its own parameters, at most 200 devices and 20,000 parameters per request; created completely or not at all. Polling starts immediately.',
    errors: {
      NotAuthorized: 'the caller is not a manager, or the device quota would be exceeded.',
      ObjectNotFound: 'the network or template does not exist.',
      IncorrectRequest: 'a parameter is invalid or a slug is in use; the message contains its name.',
    },
    ...netId,
    body: z.object({
      devices: z.array(newDevice).min(1).max(200).describe('The devices, 1 to 200.'),
    }),
    reply: z.object({ deviceIds: z.array(idNumber).describe('IDs of the new devices, in the order of the request.') }),
  }),
  change: post('/device/:deviceId/change/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Change a device',
    description: 'Omitted fields are unchanged. Takes effect with the next poll.',
    errors: { IncorrectRequest: 'the slug is taken, or the body is not of its form.' },
    ...deviceId,
    body: deviceFields.partial(),
    reply: z.object({}),
  }),
  delete: post('/device/:deviceId/delete/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Delete a device',
    description: 'Permanently deletes its parameters and readings.',
    ...deviceId,
    body: nothing,
    reply: quotaLeft,
  }),
  createParams: post('/device/:deviceId/params/create/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Add parameters to a device',
    description: 'Added completely or not at all. At most 2000 parameters per device.',
    errors: { IncorrectRequest: 'a parameter is wrong, a slug is taken, or there would be more than 2000.' },
    ...deviceId,
    body: z.object({ params: z.array(paramFields).min(1).max(2000).describe('Parameters, 1 to 2000.') }),
    reply: z.object({
      paramIds: z.array(idNumber).describe('IDs of the new parameters, in the order of the request.'),
    }),
  }),
}
