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
    name: z.string().describe('Name of the device.'),
    slug: facts.slug,
    modbusUnitId: z.number().describe('Modbus unit id, 0 to 255.'),
    disabledOn: timestamp.optional().describe('When it was switched off; missing while it is on.'),
    ...shownBusSettings,
    initializedFromTemplate: idNumber.optional().describe('Id of the template that the device was made from.'),
  })
  .meta({ id: 'Device', description: 'A device of a network.' })

const deviceFields = z.object({
  name: objectName.describe('Name, 1 to 200 characters.'),
  description: z
    .string()
    .max(2000)
    .nullable()
    .optional()
    .describe('Free text, at most 2000 characters; null takes it away.'),
  slug: slug.optional().describe('Short name, unique in the organization; made from the name if left out.'),
  modbusUnitId: z.int().min(0).max(255).describe('Modbus unit id, 0 to 255.'),
  ...optionalBusSettings,
})

const newDevice = deviceFields.extend({
  templateId: idOf.template.optional(),
  card: card.partial().optional().describe('What is noted of it.'),
  params: z
    .array(paramFields)
    .max(2000)
    .optional()
    .describe('Parameters besides those of the template, at most 2000 in all.'),
})
export type NewDevice = z.output<typeof newDevice>

export const devices = {
  get: get('/device/:deviceId/', {
    access: 'viewer',
    object: 'device',
    summary: 'A device',
    description: 'Its settings. What is read from it is in `/device/:deviceId/widgets/`.',
    ...deviceId,
    reply: device,
  }),
  changeDisable: post('/device/:deviceId/change-disable/', {
    access: 'manager',
    object: 'device',
    summary: 'Switch a device on or off',
    description: 'Off, it is not read in the background; what was read stays.',
    errors: { NotAuthorized: 'the caller is no manager, or the device quota of the organization is used up.' },
    ...deviceId,
    body: z.object({ enabled: z.boolean().describe('True switches on, false off.') }),
    reply: quotaLeft,
    example: { body: { enabled: false } },
  }),
  trackedParams: get('/device/:deviceId/tracked-params/', {
    access: 'viewer',
    object: 'device',
    summary: 'Parameters of a device that are read in the background',
    description: 'Those that are tracked, in the order of the device.',
    ...deviceId,
    reply: z.array(
      z.object({
        id: idOf.param,
        name: z.string().describe('Name of the parameter.'),
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
    summary: 'All parameters of a device',
    description: 'With all their settings: address, type, scale and limits.',
    ...deviceId,
    reply: z.array(paramObject),
  }),
  create: post('/net/:netId/devices/create/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Make devices',
    description:
      'Each from a template or with parameters of its own, at most 200 devices and 20,000 parameters in one request; all or none. They are read from then on.',
    errors: {
      NotAuthorized: 'the caller is no manager, or the device quota would be passed.',
      ObjectNotFound: 'there is no such network or template.',
      IncorrectRequest: 'a parameter is wrong or a slug is taken, which the message names.',
    },
    ...netId,
    body: z.object({
      devices: z.array(newDevice).min(1).max(200).describe('The devices, 1 to 200.'),
    }),
    reply: z.object({ deviceIds: z.array(idNumber).describe('Ids of the new devices, in the order of the request.') }),
  }),
  change: post('/device/:deviceId/change/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Change a device',
    description: 'What is not given stays. Takes effect with the next reading.',
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
    description: 'Deletes its parameters and all that was read from them, for good.',
    ...deviceId,
    body: nothing,
    reply: quotaLeft,
  }),
  createParams: post('/device/:deviceId/params/create/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Add parameters to a device',
    description: 'All or none. A device has at most 2000 parameters.',
    errors: { IncorrectRequest: 'a parameter is wrong, a slug is taken, or there would be more than 2000.' },
    ...deviceId,
    body: z.object({ params: z.array(paramFields).min(1).max(2000).describe('The parameters, 1 to 2000.') }),
    reply: z.object({
      paramIds: z.array(idNumber).describe('Ids of the new parameters, in the order of the request.'),
    }),
  }),
}
