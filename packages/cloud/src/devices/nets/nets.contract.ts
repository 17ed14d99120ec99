import { idNumber, nothing, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { facts, idOf, pathId, quotaLeft, refused, success, visibleText } from '../../fields/fields.ts'
import { device } from '../devices.contract.ts'

export const solutions = ['standalone', 'ice', 'rpm416', 'em130', 'opcb221'] as const
export const protocols = ['modbustcp', 'rtu-over-tcp', 'ascii-over-tcp'] as const
/** What stands at the head of a network: any gateway, or one with the registers of a controller. */
export const controllerKinds = ['generic', 'controller', 'ice', 'rpm416', 'em130', 'opcb221'] as const

const netId = { params: z.object({ netId: pathId.net }) }
const orgId = { params: z.object({ orgId: pathId.org }) }
const solution = z.enum(solutions).describe('Kind of installation, for which the console shows pages of its own.')
/** A MAC is shown in lower case with colons. A network that calls in has no address: its ip is empty and its port 0. */
const lid = z
  .union([
    z.object({ backward: z.string().describe('MAC of the gateway that calls in, in lower case with colons.') }),
    z.object({ direct: z.string().describe('Address and port that are dialled, such as `192.0.2.7:502`.') }),
  ])
  .describe('How the network is reached: `backward` or `direct`.')

const knownConnection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('direct').describe('The cloud dials this address.'),
    ip: z.string().describe('IP address or host name, at most 253 characters.'),
    port: z.number().describe('TCP port, 1 to 65535.'),
  }),
  z.object({
    kind: z.literal('backward').describe('The gateway with this MAC calls in.'),
    mac: z.string().describe('MAC of the gateway, such as `02:00:5e:10:00:01`.'),
    connectCode: z.string().optional().describe('Connect code, which proves that the gateway may be bound.'),
  }),
  z.object({
    kind: z.literal('connect-code').describe('The gateway that this connect code leads to.'),
    code: z.string().describe('Connect code.'),
  }),
  z.object({
    kind: z.literal('activation-code').describe('The gateway that shows this activation code.'),
    code: z.number().describe('Activation code, eight digits.'),
  }),
])
export type KnownConnection = z.output<typeof knownConnection>
export const connectionKinds = knownConnection.options.map(({ shape }) => shape.kind.value)

/** How a network is reached: dialled at an address, or calling in under its MAC. An unknown kind is told in `errors`. */
const connection = z
  .union(
    [
      knownConnection,
      z.object({
        kind: z
          .string()
          .refine((kind) => !connectionKinds.some((known) => known === kind), { abort: true })
          .describe('Any other kind is refused in `errors`.'),
      }),
    ],
    `must be {kind, ip, port} for direct, {kind, mac, connectCode?} for backward, {kind, code} for ${connectionKinds.slice(2).join(' and ')}`,
  )
  .describe('How the network is reached: dialled at an address, or calling in by a gateway.')

/** Ours: where it stands. */
const place = {
  latitude: z.number().optional().describe('Extension: degrees north; missing where no place was given.'),
  longitude: z.number().optional().describe('Extension: degrees east; missing where no place was given.'),
}

/** Ours: what stands for it beside others. */
const keyParam = {
  keyParamId: idNumber
    .optional()
    .describe('Extension: id of the parameter that was chosen to stand for the network; missing where none was.'),
}

/** Values that are wrong are told in the answer's `errors`, so only their JSON types are held here. */
const changes = z.object({
  name: visibleText.optional().describe('Name, 1 to 200 characters.'),
  description: z.string().nullable().optional().describe('Free text, at most 2000 characters; null takes it away.'),
  slug: z.string().optional().describe('Short name, unique in the organization; made from the name if left out.'),
  solution: z
    .string()
    .optional()
    .describe('Kind of installation: `standalone`, `ice`, `rpm416`, `em130` or `opcb221`.'),
  protocol: z.string().optional().describe('Protocol on the link: `modbustcp`, `rtu-over-tcp` or `ascii-over-tcp`.'),
  controllerKind: z
    .string()
    .optional()
    .describe(
      'What stands at the head of the network: `generic`, `controller`, `ice`, `rpm416`, `em130` or `opcb221`.',
    ),
  controllerModbusUnitId: z.number().optional().describe('Modbus unit id of that controller, 0 to 255.'),
  devicePasswords: z
    .array(z.string())
    .max(16)
    .optional()
    .describe('Passwords of the controller, at most 16 of 19 ASCII characters.'),
  connection: connection.optional().describe('How the network is reached; if left out, as before.'),
  latitude: z
    .number()
    .nullable()
    .optional()
    .describe('Extension: degrees north, -90 to 90; null takes the place away.'),
  longitude: z
    .number()
    .nullable()
    .optional()
    .describe('Extension: degrees east, -180 to 180; given together with `latitude`.'),
  keyParamId: idNumber
    .nullable()
    .optional()
    .describe(
      'Extension: id of the parameter of this network that stands for it on the overview; null lets the service choose.',
    ),
})
export type NetChanges = z.output<typeof changes>

const outcome = z.union([
  /** `note` is ours: what the caller has to know, such as that the gateway has never called in. */
  z.object({
    result: success.result,
    id: idOf.net,
    errors: success.errors,
    note: z
      .string()
      .optional()
      .describe('What the caller should know, for example that the gateway has never called in.'),
  }),
  refused,
])

export const nets = {
  list: get('/org/:orgId/nets/', {
    access: 'viewer',
    object: 'org',
    summary: 'Networks of an organization',
    description:
      'In the order in which they were made, with how each is reached. Details are in `/net/:netId/`, devices in `/net/:netId/devices/`.',
    ...orgId,
    reply: z.array(
      z.object({
        id: idOf.net,
        name: z.string().describe('Name of the network.'),
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
    summary: 'Make a network',
    description:
      'Wrong values are answered in `errors`, and then nothing is made. A network that is dialled connects at once; the address must be one that the installation allows, and not one that another organization has read from. A code binds the gateway that shows it.',
    ...orgId,
    body: changes.extend({
      name: visibleText.describe('Name, 1 to 200 characters.'),
      connection,
      allowWriting: z
        .boolean()
        .optional()
        .describe('Extension: with false nothing may be written to its devices until an owner allows it.'),
    }),
    reply: outcome,
    example: { body: { name: 'Boiler room', connection: { kind: 'direct', ip: '192.0.2.7', port: 502 } } },
  }),
  tree: get('/org/:orgId/nets/device-param-tree/', {
    access: 'viewer',
    object: 'org',
    summary: 'All networks, devices and parameters by their ids',
    description:
      'Three levels of objects keyed by id, for programs that need names and addresses of everything at once. It is large: ask for it seldom.',
    ...orgId,
    reply: z.record(
      z.string(),
      z.object({
        name: z.string().describe('Name of the network.'),
        description: facts.description,
        slug: facts.slug,
        solution,
        mac: z.string().optional().describe('MAC of the gateway that calls in.'),
        ip: z.string().describe('Address that is dialled; empty for a network that calls in.'),
        port: z.number().describe('Port that is dialled; 0 for a network that calls in.'),
        devices: z
          .record(
            z.string(),
            z.object({
              name: z.string().describe('Name of the device.'),
              description: facts.description,
              slug: facts.slug,
              modbusUnitId: z.number().describe('Modbus unit id, 0 to 255.'),
              parameters: z
                .record(
                  z.string(),
                  z.object({
                    name: z.string().describe('Name of the parameter.'),
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
                .describe('Parameters of the device by their ids.'),
            }),
          )
          .describe('Devices of the network by their ids.'),
      }),
    ),
  }),
  get: get('/net/:netId/', {
    access: 'viewer',
    object: 'net',
    summary: 'A network',
    description: 'Passwords of its controller are shown to managers and owners; others get an empty list.',
    hasSecrets: true,
    ...netId,
    reply: z.object({
      id: idOf.net,
      orgId: idOf.org,
      name: z.string().describe('Name of the network.'),
      description: facts.description,
      slug: facts.slug,
      solution,
      createdOn: timestamp.describe('When the network was made.'),
      disabledOn: timestamp.optional().describe('When it was switched off; missing while it is on.'),
      disabledBy: z
        .enum(['admin', 'billing', 'user'])
        .optional()
        .describe('Who switched it off. What the administrator or billing switched off only they switch on.'),
      disabledNote: z.string().optional().describe('Why it was switched off.'),
      ...place,
      ...keyParam,
      ip: z.string().describe('Address that is dialled; empty for a network that calls in.'),
      port: z.number().describe('Port that is dialled; 0 for a network that calls in.'),
      mac: z.string().optional().describe('MAC of the gateway that calls in.'),
      protocol: z.enum(protocols).describe('Protocol on the link.'),
      controllerKind: z.string().describe('What stands at the head of the network.'),
      controllerModbusUnitId: z.number().describe('Modbus unit id of the controller.'),
      devicePasswords: z.array(z.string()).describe('Passwords of the controller; empty for those below manager.'),
      /** Ours: there are some, but the key that opens them is not here. */
      arePasswordsLocked: z
        .literal(true)
        .optional()
        .describe(
          'True where there are passwords that cannot be opened because the key of the installation is missing.',
        ),
    }),
  }),
  change: post('/net/:netId/change/', {
    access: 'manager',
    object: 'net',
    summary: 'Change a network',
    description:
      'What is not given stays. Wrong values are answered in `errors`, and then nothing is changed. A new connection takes effect at once.',
    ...netId,
    body: changes,
    reply: outcome,
  }),
  changeDisable: post('/net/:netId/change-disable/', {
    access: 'manager',
    object: 'net',
    summary: 'Switch a network on or off',
    description:
      'Off, its devices are not read, and its connections end. What an administrator or billing switched off stays off.',
    errors: {
      NotAuthorized: 'the caller is no manager, or an administrator or billing switched it off.',
    },
    ...netId,
    body: z.object({
      enabled: z.boolean().describe('True switches on, false off.'),
      note: z.string().max(1000).optional().describe('Why, at most 1000 characters; shown with the network.'),
    }),
    reply: quotaLeft,
  }),
  changeSolution: post('/net/:netId/change-solution/', {
    access: 'manager',
    object: 'net',
    summary: 'Change the kind of installation of a network',
    description: 'Readings and devices stay as they are.',
    ...netId,
    body: z.object({ solution }),
    reply: z.object({}),
  }),
  devices: get('/net/:netId/devices/', {
    access: 'viewer',
    object: 'net',
    summary: 'Devices of a network',
    description: 'All of them, with those that are switched off.',
    ...netId,
    reply: z.array(device),
  }),
  delete: post('/net/:netId/delete/', {
    access: 'manager',
    object: 'net',
    extension: true,
    summary: 'Delete a network',
    description: 'Deletes its devices, parameters and all that was read from them, for good.',
    ...netId,
    body: nothing,
    reply: z.object({}),
  }),
}
