import { id, idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../access/words.ts'
import { device } from '../devices/devices.contract.ts'

export const solutions = ['standalone', 'ice', 'rpm416', 'em130', 'opcb221'] as const
export const protocols = ['modbustcp', 'rtu-over-tcp', 'ascii-over-tcp'] as const
/** What stands at the head of a network: any gateway, or one with the registers of a controller. */
export const controllerKinds = ['generic', 'controller', 'ice', 'rpm416', 'em130', 'opcb221'] as const

const netId = { params: z.object({ netId: id }) }
const orgId = { params: z.object({ orgId: id }) }
const solution = z.enum(solutions)
/** A MAC is shown in lower case with colons. A network that calls in has no address: its ip is empty and its port 0. */
const lid = z.union([z.object({ backward: z.string() }), z.object({ direct: z.string() })])

const knownConnection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('direct'), ip: z.string(), port: z.number() }),
  z.object({ kind: z.literal('backward'), mac: z.string(), connectCode: z.string().optional() }),
  z.object({ kind: z.literal('connect-code'), code: z.string() }),
  z.object({ kind: z.literal('activation-code'), code: z.number() }),
])
export type KnownConnection = z.output<typeof knownConnection>
export const connectionKinds = knownConnection.options.map(({ shape }) => shape.kind.value)

/** How a network is reached: dialled at an address, or calling in under its MAC. An unknown kind is told in `errors`. */
const connection = z.union(
  [
    knownConnection,
    z.object({
      kind: z.string().refine((kind) => !connectionKinds.some((known) => known === kind), { abort: true }),
    }),
  ],
  `must be {kind, ip, port} for direct, {kind, mac, connectCode?} for backward, {kind, code} for ${connectionKinds.slice(2).join(' and ')}`,
)

/** Values that are wrong are told in the answer's `errors`, so only their JSON types are held here. */
const changes = z.object({
  name: z.string().optional(),
  description: z.string().nullable().optional(),
  slug: z.string().optional(),
  solution: z.string().optional(),
  protocol: z.string().optional(),
  controllerKind: z.string().optional(),
  controllerModbusUnitId: z.number().optional(),
  devicePasswords: z.array(z.string()).max(16).optional(),
  connection: connection.optional(),
})
export type NetChanges = z.output<typeof changes>

const outcome = z.union([
  /** `note` is ours: what whoever asked has to know, as that the gateway has never called in. */
  z.object({ result: z.literal('success'), id: idNumber, errors: z.object({}), note: z.string().optional() }),
  z.object({ result: z.literal('error'), errors: z.record(z.string(), z.string()) }),
])

const quotaLeft = z.object({ availableDevicesQuota: z.number().nullable() })

export const nets = {
  list: get('/org/:orgId/nets/', {
    access: 'viewer',
    object: 'org',
    summary: 'Networks of an organization',
    ...orgId,
    reply: z.array(z.object({ id: idNumber, name: z.string(), slug: z.string(), lid })),
  }),
  create: post('/org/:orgId/nets/create/', {
    access: 'manager',
    object: 'org',
    summary: 'Make a network',
    ...orgId,
    body: changes.extend({ name: z.string(), connection }),
    reply: outcome,
    example: { body: { name: 'Boiler room', connection: { kind: 'direct', ip: '192.0.2.7', port: 502 } } },
  }),
  tree: get('/org/:orgId/nets/device-param-tree/', {
    access: 'viewer',
    object: 'org',
    summary: 'All networks, devices and parameters of an organization, by their ids',
    ...orgId,
    reply: z.record(
      z.string(),
      z.object({
        name: z.string(),
        description: z.string().optional(),
        slug: z.string(),
        solution,
        mac: z.string().optional(),
        ip: z.string(),
        port: z.number(),
        devices: z.record(
          z.string(),
          z.object({
            name: z.string(),
            description: z.string().optional(),
            slug: z.string(),
            modbusUnitId: z.number(),
            parameters: z.record(
              z.string(),
              z.object({
                name: z.string(),
                description: z.string().optional(),
                slug: z.string(),
                fullName: z.string(),
                address: z.number(),
                isTracked: z.boolean(),
                isProgrammable: z.boolean(),
                label: z.string().optional(),
                unitName: z.string().optional(),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
  get: get('/net/:netId/', {
    access: 'viewer',
    object: 'net',
    summary: 'A network; its passwords are shown to managers',
    hasSecrets: true,
    ...netId,
    reply: z.object({
      id: idNumber,
      orgId: idNumber,
      name: z.string(),
      description: z.string().optional(),
      slug: z.string(),
      solution,
      createdOn: timestamp,
      disabledOn: timestamp.optional(),
      disabledBy: z.enum(['admin', 'billing', 'user']).optional(),
      disabledNote: z.string().optional(),
      ip: z.string(),
      port: z.number(),
      mac: z.string().optional(),
      protocol: z.enum(protocols),
      controllerKind: z.string(),
      controllerModbusUnitId: z.number(),
      devicePasswords: z.array(z.string()),
      /** Ours: there are some, but the key that opens them is not here. */
      arePasswordsLocked: z.literal(true).optional(),
    }),
  }),
  change: post('/net/:netId/change/', {
    access: 'manager',
    object: 'net',
    summary: 'Change a network; what is not given stays',
    ...netId,
    body: changes,
    reply: outcome,
  }),
  changeDisable: post('/net/:netId/change-disable/', {
    access: 'manager',
    object: 'net',
    summary: 'Switch a network on or off; what an administrator switched off stays off',
    ...netId,
    body: z.object({ enabled: z.boolean(), note: z.string().max(1000).optional() }),
    reply: quotaLeft,
  }),
  changeSolution: post('/net/:netId/change-solution/', {
    access: 'manager',
    object: 'net',
    summary: 'Change what kind of installation a network is',
    ...netId,
    body: z.object({ solution }),
    reply: z.object({}),
  }),
  devices: get('/net/:netId/devices/', {
    access: 'viewer',
    object: 'net',
    summary: 'Devices of a network',
    ...netId,
    reply: z.array(device),
  }),
  delete: post('/net/:netId/delete/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Delete a network with its devices, parameters and all that was read from them',
    ...netId,
    body: nothing,
    reply: z.object({}),
  }),
}
