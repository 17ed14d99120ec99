import { idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { facts, idOf, pathId, quotaLeft, refused, success, visibleText } from '../../fields/fields.ts'
import { device } from '../devices.contract.ts'

export const solutions = ['standalone', 'ice', 'rpm416', 'em130', 'opcb221'] as const
export const protocols = ['modbustcp', 'rtu-over-tcp', 'ascii-over-tcp'] as const
/** Controller of a network: any gateway, or one with controller registers. */
export const controllerKinds = ['generic', 'controller', 'ice', 'rpm416', 'em130', 'opcb221'] as const

const netId = { params: z.object({ netId: pathId.net }) }
const orgId = { params: z.object({ orgId: pathId.org }) }
const solution = z.enum(solutions).describe('Type of installation; the console has special pages for some types.')
/** A MAC is shown in lower case with colons. A network that calls in has no address: its ip is empty and its port 0. */
const lid = z
  .union([
    z.object({ backward: z.string().describe('MAC address of the gateway, in lower case with colons.') }),
    z.object({ direct: z.string().describe('Address and port to connect to, such as `192.0.2.7:502`.') }),
  ])
  .describe('Connection type: `backward` or `direct`.')

const knownConnection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('direct').describe('The cloud connects to this address.'),
    ip: z.string().describe('IP address or host name, at most 253 characters.'),
    port: z.number().describe('TCP port, 1 to 65535.'),
  }),
  z.object({
    kind: z.literal('backward').describe('The gateway with this MAC address connects to the cloud.'),
    mac: z.string().describe('MAC address of the gateway, such as `02:00:5e:10:00:01`.'),
    connectCode: z.string().optional().describe('Connect code, which authorizes binding the gateway.'),
  }),
  z.object({
    kind: z.literal('connect-code').describe('The gateway with this connect code.'),
    code: z.string().describe('Connect code.'),
  }),
  z.object({
    kind: z.literal('activation-code').describe('The gateway that shows this activation code.'),
    code: z.number().describe('Activation code, eight digits.'),
  }),
])
export type KnownConnection = z.output<typeof knownConnection>
export const connectionKinds = knownConnection.options.map(({ shape }) => shape.kind.value)

/** Connection of a network: to an address, or from a gateway with this MAC. An unknown type is reported in `errors`. */
const connection = z
  .union(
    [
      knownConnection,
      z.object({
        kind: z
          .string()
          .refine((kind) => !connectionKinds.some((known) => known === kind), { abort: true })
          .describe('Any other type is refused in `errors`.'),
      }),
    ],
    `must be {kind, ip, port} for direct, {kind, mac, connectCode?} for backward, {kind, code} for ${connectionKinds.slice(2).join(' and ')}`,
  )
  .describe('Connection: to an address, or from a gateway.')

/** Ours: where it stands. */
const place = {
  latitude: z.number().optional().describe('Extension: latitude in degrees north; missing without a location.'),
  longitude: z.number().optional().describe('Extension: longitude in degrees east; missing without a location.'),
}

/** Ours: what stands for it beside others. */
const keyParam = {
  keyParamId: idNumber.optional().describe('Extension: ID of the selected key parameter; missing without a selection.'),
}

/** Invalid values are reported in the reply's `errors`, so the schema only checks JSON types. */
const changes = z.object({
  name: visibleText.optional().describe('Name, 1 to 200 characters.'),
  description: z.string().nullable().optional().describe('Free text, at most 2000 characters; null removes it.'),
  slug: z.string().optional().describe('Slug, unique in the organization; derived from the name if omitted.'),
  solution: z
    .string()
    .optional()
    .describe('Type of installation: `standalone`, `ice`, `rpm416`, `em130` or `opcb221`.'),
  protocol: z
    .string()
    .optional()
    .describe('Protocol of the connection: `modbustcp`, `rtu-over-tcp` or `ascii-over-tcp`.'),
  controllerKind: z
    .string()
    .optional()
    .describe('Head device of the network: `generic`, `controller`, `ice`, `rpm416`, `em130` or `opcb221`.'),
  controllerModbusUnitId: z.number().optional().describe('Modbus unit ID of that controller, 0 to 255.'),
  devicePasswords: z
    .array(z.string())
    .max(16)
    .optional()
    .describe('Passwords of the controller, at most 16 of 19 ASCII characters.'),
  connection: connection.optional().describe('Connection of the network; unchanged if omitted.'),
  latitude: z
    .number()
    .nullable()
    .optional()
    .describe('Extension: latitude in degrees north, -90 to 90; null removes the location.'),
  longitude: z
    .number()
    .nullable()
    .optional()
    .describe('Extension: longitude in degrees east, -180 to 180; requires `latitude`.'),
  keyParamId: idNumber
    .nullable()
    .optional()
    .describe('Extension: ID of the key parameter shown on the overview; null for automatic selection.'),
})
export type NetChanges = z.output<typeof changes>

const outcome = z.union([
  /** `note` is ours: what the caller has to know, such as that the gateway has never called in. */
  z.object({
    result: success.result,
    id: idOf.net,
    errors: success.errors,
    note: z.string().optional().describe('Warnings, for example that the gateway has never connected.'),
  }),
  refused,
])

export const nets = {
  list: get('/org/:orgId/nets/', {
    access: 'viewer',
    object: 'org',
    summary: 'List the networks of an organization',
    description:
      'In the order of creation, with their connections. `/net/:netId/` returns the details, `/net/:netId/devices/` the devices.',
    ...orgId,
    reply: z.array(
      z.object({
        id: idOf.net,
        name: z.string().describe('Network name.'),
        slug: facts.slug,
        lid,
        ...place,
        ...keyParam,
      }),
    ),
  }),
  create: post('/org/:orgId/nets/create/', {
    access: 'manager',
    object: 'org',
    summary: 'Create a network',
    description:
      'Invalid values are returned in `errors`, and nothing is created. A network with an address is connected immediately; the address must be allowed by the installation and not claimed by another organization. A code binds the gateway that shows it.',
    ...orgId,
    body: changes.extend({
      name: visibleText.describe('Name, 1 to 200 characters.'),
      connection,
      allowWriting: z
        .boolean()
        .optional()
        .describe('Extension: false to forbid writing to its devices until an owner allows it.'),
    }),
    reply: outcome,
    example: { body: { name: 'Boiler room', connection: { kind: 'direct', ip: '192.0.2.7', port: 502 } } },
  }),
  tree: get('/org/:orgId/nets/device-param-tree/', {
    access: 'viewer',
    object: 'org',
    summary: 'All networks, devices and parameters by ID',
    description:
      'Three levels of objects keyed by ID, for programs that need all names and addresses at once. The response is large: request it rarely.',
    ...orgId,
    reply: z.record(
      z.string(),
      z.object({
        name: z.string().describe('Network name.'),
        description: facts.description,
        slug: facts.slug,
        solution,
        mac: z.string().optional().describe('MAC address of the gateway.'),
        ip: z.string().describe('Address to connect to; empty for a gateway connection.'),
        port: z.number().describe('Port to connect to; 0 for a gateway connection.'),
        devices: z
          .record(
            z.string(),
            z.object({
              name: z.string().describe('Device name.'),
              description: facts.description,
              slug: facts.slug,
              modbusUnitId: z.number().describe('Modbus unit ID, 0 to 255.'),
              parameters: z
                .record(
                  z.string(),
                  z.object({
                    name: z.string().describe('Parameter name.'),
                    description: facts.description,
                    slug: facts.slug,
                    fullName: facts.fullName,
                    address: facts.address,
                    isTracked: facts.isTracked,
                    isProgrammable: facts.isProgrammable,
                    label: facts.label,
                    unitName: facts.unitName,
                  }),
                )
                .describe('Parameters of the device by ID.'),
            }),
          )
          .describe('Devices of the network by ID.'),
      }),
    ),
  }),
  get: get('/net/:netId/', {
    access: 'viewer',
    object: 'net',
    summary: 'Get a network',
    description: 'The passwords of its controller are shown to managers and owners; other callers get an empty list.',
    hasSecrets: true,
    ...netId,
    reply: z.object({
      id: idOf.net,
      orgId: idOf.org,
      name: z.string().describe('Network name.'),
      description: facts.description,
      slug: facts.slug,
      solution,
      createdOn: timestamp.describe('Creation time.'),
      disabledOn: timestamp.optional().describe('Time when it was disabled; missing while enabled.'),
      disabledBy: z
        .enum(['admin', 'billing', 'user'])
        .optional()
        .describe('Who disabled it. Only the administrator or billing can enable a network that they disabled.'),
      disabledNote: z.string().optional().describe('Reason for disabling it.'),
      ...place,
      ...keyParam,
      ip: z.string().describe('Address to connect to; empty for a gateway connection.'),
      port: z.number().describe('Port to connect to; 0 for a gateway connection.'),
      mac: z.string().optional().describe('MAC address of the gateway.'),
      protocol: z.enum(protocols).describe('Protocol of the connection.'),
      controllerKind: z.string().describe('Head device of the network.'),
      controllerModbusUnitId: z.number().describe('Modbus unit ID of the controller.'),
      devicePasswords: z.array(z.string()).describe('Passwords of the controller; empty below the role manager.'),
      /** Ours: there are some, but the key that opens them is not here. */
      arePasswordsLocked: z
        .literal(true)
        .optional()
        .describe(
          'True if there are passwords that cannot be decrypted because the key of the installation is missing.',
        ),
    }),
  }),
  change: post('/net/:netId/change/', {
    access: 'manager',
    object: 'net',
    summary: 'Change a network',
    description:
      'Omitted fields are unchanged. Invalid values are returned in `errors`, and nothing is changed. A new connection takes effect immediately.',
    ...netId,
    body: changes,
    reply: outcome,
  }),
  changeDisable: post('/net/:netId/change-disable/', {
    access: 'manager',
    object: 'net',
    summary: 'Enable or disable a network',
    description:
      'The devices of a disabled network are not polled, and its connections are closed. A network disabled by an administrator or billing stays disabled.',
    errors: {
      NotAuthorized: 'the caller is not a manager, or an administrator or billing disabled it.',
    },
    ...netId,
    body: z.object({
      enabled: z.boolean().describe('True to enable, false to disable.'),
      note: z.string().max(1000).optional().describe('Reason, at most 1000 characters; shown with the network.'),
    }),
    reply: quotaLeft,
  }),
  changeSolution: post('/net/:netId/change-solution/', {
    access: 'manager',
    object: 'net',
    summary: 'Change the type of a network',
    description: 'Readings and devices are kept.',
    ...netId,
    body: z.object({ solution }),
    reply: z.object({}),
  }),
  devices: get('/net/:netId/devices/', {
    access: 'viewer',
    object: 'net',
    summary: 'List the devices of a network',
    description: 'Includes disabled devices.',
    ...netId,
    reply: z.array(device),
  }),
  delete: post('/net/:netId/delete/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Delete a network',
    description: 'Permanently deletes its devices, parameters and readings.',
    ...netId,
    body: nothing,
    reply: z.object({}),
  }),
}
