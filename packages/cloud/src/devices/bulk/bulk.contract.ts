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
  .describe('True for a dry run that returns the changes without applying them; false by default.')
const errors = {
  ObjectNotFound: 'one of the devices, or the network, is outside the organization.',
  NotAuthorized: 'the caller is not a manager, or the device quota would be exceeded.',
}

const deviceChanges = z.object({
  netId: idOf.net
    .optional()
    .describe('Network to move the devices to; readings, alerts and dashboards stay with them.'),
  enabled: z.boolean().optional().describe('True to enable them, false to disable them.'),
  ...optionalBusSettings,
})
export type DeviceChanges = z.output<typeof deviceChanges>

/** Warnings that users should see before they confirm. */
const warnings = ['unit-taken', 'net-off', 'key-value'] as const
export type Warning = (typeof warnings)[number]

const named = { deviceId: idOf.device, name: z.string().describe('Device name.') }
const set = deviceChanges.extend({ netName: z.string().optional().describe('Network name.') })

export const bulk = {
  changeDevices: post('/org/:orgId/devices/change-many/', {
    access: 'manager',
    summary: 'Change or move several devices',
    description:
      'Applied completely or not at all. Omitted fields are unchanged. A moved device keeps its parameters, readings, alerts and dashboard widgets and is polled in the new network.',
    errors,
    ...org,
    body: z.object({
      deviceIds: z.array(idOf.device).min(1).max(devicesAtOnce).describe('Devices, 1 to 1000.'),
      changes: deviceChanges.describe('Changes to all of them.'),
      isTrial,
    }),
    reply: z.object({
      devices: z
        .array(
          z.object({
            ...named,
            before: set.describe('Values before the change.'),
            after: set.describe('Values after the change.'),
            warnings: z
              .array(z.enum(warnings))
              .describe(
                '`unit-taken`: another device of the network has the same unit ID; `net-off`: the network is disabled; `key-value`: one of its parameters is the key parameter of its previous network.',
              ),
          }),
        )
        .describe('Changed devices, in the order of the request; devices without a change are omitted.'),
    }),
    example: { body: { deviceIds: [1], changes: { updatePeriodSec: 30 }, isTrial: true } },
  }),
  deleteDevices: post('/org/:orgId/devices/delete-many/', {
    access: 'manager',
    summary: 'Delete several devices',
    description: 'Permanently deletes them with their parameters and readings; completely or not at all.',
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
            params: z.number().describe('Parameters deleted with it.'),
            alerts: z.number().describe('Alerts with conditions on its parameters.'),
          }),
        )
        .describe('Deleted devices.'),
    }),
    example: { body: { deviceIds: [1], isTrial: true } },
  }),
  changeParams: post('/org/:orgId/devices/params/', {
    access: 'manager',
    summary: 'Add, change and delete parameters of several devices',
    description:
      'Parameters are identified by slug in each device; applied completely or not at all. Existing parameters are not added again, and missing ones are neither changed nor deleted: the response lists them.',
    errors: {
      ...errors,
      IncorrectRequest: 'a parameter is invalid, or a device would have more than 2000; the message contains its name.',
    },
    ...org,
    body: z.object({
      deviceIds: z.array(idOf.device).min(1).max(withParamsAtOnce).describe('Devices, 1 to 200.'),
      add: z
        .array(paramFields.required({ slug: true }))
        .max(100)
        .default([])
        .describe('Parameters to add, at most 100.'),
      change: z
        .array(
          z.object({
            slug: slug.describe('Parameter slug.'),
            to: paramChanges.omit({ slug: true }).describe('New values; omitted fields are unchanged.'),
          }),
        )
        .max(100)
        .default([])
        .describe('Parameters to change, at most 100.'),
      delete: z.array(slug).max(1000).default([]).describe('Slugs of parameters to delete, at most 1000.'),
      isTrial,
    }),
    reply: z.object({
      devices: z
        .array(
          z.object({
            ...named,
            added: z.array(z.string()).describe('Slugs of added parameters.'),
            changed: z.array(z.string()).describe('Slugs of changed parameters.'),
            deleted: z.array(z.string()).describe('Slugs of parameters deleted with their readings.'),
            skipped: z
              .array(z.string())
              .describe('Slugs of parameters to add that already exist, or to change or delete that do not exist.'),
          }),
        )
        .describe('Devices in the order of the request.'),
    }),
    example: { body: { deviceIds: [1], delete: ['spare'], isTrial: true } },
  }),
}
