import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'
import { optionalBusSettings } from '../device.fields.ts'
import { paramChanges, paramFields, slug } from '../params/params.contract.ts'

const devicesAtOnce = 1000
const withParamsAtOnce = 200

const org = { object: 'org', extension: true, params: z.object({ orgId: pathId.org }) } as const
const isTrial = z
  .boolean()
  .default(false)
  .describe('True changes nothing, and answers what would change; false if left out.')
const errors = {
  ObjectNotFound: 'one of the devices, or the network, is not of the organization.',
  NotAuthorized: 'the caller is no manager, or the device quota would be passed.',
}

const deviceChanges = z.object({
  netId: idOf.net.optional().describe('Network to which they go; readings, alerts and dashboards stay with them.'),
  enabled: z.boolean().optional().describe('True switches them on, false off.'),
  ...optionalBusSettings,
})
export type DeviceChanges = z.output<typeof deviceChanges>

/** What people should know before they do it. */
const warnings = ['unit-taken', 'net-off', 'key-value'] as const
export type Warning = (typeof warnings)[number]

const named = { deviceId: idOf.device, name: z.string().describe('Name of the device.') }
const set = deviceChanges.extend({ netName: z.string().optional().describe('Name of the network.') })

export const bulk = {
  changeDevices: post('/org/:orgId/devices/change-many/', {
    access: 'manager',
    summary: 'Change or move many devices',
    description:
      'All or none. What is not given stays. A device that moves keeps its parameters, readings, alerts and places on dashboards; from then on it is read in the other network.',
    errors,
    ...org,
    body: z.object({
      deviceIds: z.array(idOf.device).min(1).max(devicesAtOnce).describe('Devices, 1 to 1000.'),
      changes: deviceChanges.describe('What to change in all of them.'),
      isTrial,
    }),
    reply: z.object({
      devices: z
        .array(
          z.object({
            ...named,
            before: set.describe('What changes, as it was.'),
            after: set.describe('What changes, as it is then.'),
            warnings: z
              .array(z.enum(warnings))
              .describe(
                '`unit-taken`: another device of the network has the same unit id; `net-off`: the network is switched off; `key-value`: a value of it stands for the network that it leaves.',
              ),
          }),
        )
        .describe('Devices that are changed, in the order of the request; those that are so already are left out.'),
    }),
    example: { body: { deviceIds: [1], changes: { updatePeriodSec: 30 }, isTrial: true } },
  }),
  deleteDevices: post('/org/:orgId/devices/delete-many/', {
    access: 'manager',
    summary: 'Delete many devices',
    description: 'With their parameters and all that was read from them, for good; all or none.',
    errors,
    ...org,
    body: z.object({
      deviceIds: z.array(idOf.device).min(1).max(devicesAtOnce).describe('Devices, 1 to 1000.'),
      isTrial,
    }),
    reply: z.object({
      devices: z
        .array(
          z.object({
            ...named,
            params: z.number().describe('Parameters that go with it.'),
            alerts: z.number().describe('Alerts that look at one of them.'),
          }),
        )
        .describe('Devices that are deleted.'),
    }),
    example: { body: { deviceIds: [1], isTrial: true } },
  }),
  changeParams: post('/org/:orgId/devices/params/', {
    access: 'manager',
    summary: 'Add, change and delete parameters of many devices',
    description:
      'In each of the devices, by the slugs of parameters; all or none. What a device has already is not added, and what it does not have is neither changed nor deleted: the answer names it.',
    errors: {
      ...errors,
      IncorrectRequest: 'a parameter is wrong, or a device would have more than 2000; the message names it.',
    },
    ...org,
    body: z.object({
      deviceIds: z.array(idOf.device).min(1).max(withParamsAtOnce).describe('Devices, 1 to 200.'),
      add: z
        .array(paramFields.required({ slug: true }))
        .max(100)
        .default([])
        .describe('Parameters that each gets, at most 100.'),
      change: z
        .array(
          z.object({
            slug: slug.describe('Slug of the parameter.'),
            to: paramChanges.omit({ slug: true }).describe('What is not given stays.'),
          }),
        )
        .max(100)
        .default([])
        .describe('Parameters that are changed, at most 100.'),
      delete: z.array(slug).max(1000).default([]).describe('Slugs of parameters that are deleted, at most 1000.'),
      isTrial,
    }),
    reply: z.object({
      devices: z
        .array(
          z.object({
            ...named,
            added: z.array(z.string()).describe('Slugs of parameters that it gets.'),
            changed: z.array(z.string()).describe('Slugs of parameters that change.'),
            deleted: z.array(z.string()).describe('Slugs of parameters that it loses, with their readings.'),
            skipped: z
              .array(z.string())
              .describe(
                'Slugs that are there already and were to be added, or are not there and were to be changed or deleted.',
              ),
          }),
        )
        .describe('Each device, in the order of the request.'),
    }),
    example: { body: { deviceIds: [1], delete: ['spare'], isTrial: true } },
  }),
}
