import { id, idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { paramFields, paramObject, slug } from '../params/params.contract.ts'

export const writeFunctions = ['normal', 'always-6', 'always-16'] as const

const deviceId = { params: z.object({ deviceId: id }) }
const netId = { params: z.object({ netId: id }) }

export const device = z
  .object({
    id: idNumber,
    netId: idNumber,
    name: z.string(),
    slug: z.string(),
    modbusUnitId: z.number(),
    disabledOn: timestamp.optional(),
    updatePeriodSec: z.number(),
    readGroupSize: z.number(),
    writeFunction: z.enum(writeFunctions),
    modbusTimeoutRetriesNum: z.number(),
    initializedFromTemplate: idNumber.optional(),
  })
  .meta({ id: 'Device' })

const deviceFields = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2000).nullable().optional(),
  slug: slug.optional(),
  modbusUnitId: z.int().min(0).max(255),
  updatePeriodSec: z.int().min(1).max(86_400).optional(),
  readGroupSize: z.int().min(1).max(255).optional(),
  writeFunction: z.enum(writeFunctions).optional(),
  modbusTimeoutRetriesNum: z.int().min(0).max(10).optional(),
})

export type WriteFunction = (typeof writeFunctions)[number]

const newDevice = deviceFields.extend({
  templateId: idNumber.optional(),
  params: z.array(paramFields).max(2000).optional(),
})
export type NewDevice = z.output<typeof newDevice>

const quotaLeft = z.object({ availableDevicesQuota: z.number().nullable() })

export const devices = {
  get: get('/device/:deviceId/', {
    access: 'viewer',
    object: 'device',
    summary: 'A device',
    ...deviceId,
    reply: device,
  }),
  changeDisable: post('/device/:deviceId/change-disable/', {
    access: 'manager',
    object: 'device',
    summary: 'Switch a device on or off; off, it is not read',
    ...deviceId,
    body: z.object({ enabled: z.boolean() }),
    reply: quotaLeft,
    example: { body: { enabled: false }, reply: { availableDevicesQuota: 4 } },
  }),
  trackedParams: get('/device/:deviceId/tracked-params/', {
    access: 'viewer',
    object: 'device',
    summary: 'Parameters of a device that are read in the background',
    ...deviceId,
    reply: z.array(
      z.object({
        id: idNumber,
        name: z.string(),
        fullName: z.string(),
        category: z.string().optional(),
        label: z.string().optional(),
        unitName: z.string().optional(),
      }),
    ),
  }),
  params: get('/device/:deviceId/params/', {
    access: 'viewer',
    object: 'device',
    extension: true,
    summary: 'All parameters of a device with all their settings',
    ...deviceId,
    reply: z.array(paramObject),
  }),
  create: post('/net/:netId/devices/create/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Make devices, each from a template or with parameters of its own; all or none',
    ...netId,
    body: z.object({
      devices: z.array(newDevice).min(1).max(200),
    }),
    reply: z.object({ deviceIds: z.array(idNumber) }),
  }),
  change: post('/device/:deviceId/change/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Change a device; what is not given stays',
    ...deviceId,
    body: deviceFields.partial(),
    reply: z.object({}),
  }),
  delete: post('/device/:deviceId/delete/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Delete a device with its parameters and all that was read from them',
    ...deviceId,
    body: nothing,
    reply: quotaLeft,
  }),
  createParams: post('/device/:deviceId/params/create/', {
    access: 'manager',
    object: 'device',
    extension: true,
    summary: 'Add parameters to a device; all or none',
    ...deviceId,
    body: z.object({ params: z.array(paramFields).min(1).max(2000) }),
    reply: z.object({ paramIds: z.array(idNumber) }),
  }),
}
