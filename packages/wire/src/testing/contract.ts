import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { bool, flag, namedFlags } from '../vocabulary/flags.ts'
import { instant, timestamp } from '../vocabulary/instant.ts'
import { decimal, id, idNumber, ids, integer } from '../vocabulary/numbers.ts'
import { lang, nothing, uuid } from '../vocabulary/words.ts'

/** Words of access as a service would have them: some concern an object, some do not. */
export type Access =
  | { access: 'open' | 'session'; object?: never }
  | { access: 'viewer' | 'manager'; object: 'device' | 'tree' }

const { get, post } = endpoints<Access>()

const device = z
  .object({ id: idNumber, name: z.string().max(60), disabledOn: timestamp.optional() })
  .meta({ id: 'Device' })

const devices = {
  get: get('/device/:deviceId/', {
    access: 'viewer',
    object: 'device',
    summary: 'One device.',
    params: z.object({ deviceId: id }),
    reply: device,
  }),
  changeDisable: post('/device/:deviceId/change-disable/', {
    access: 'manager',
    object: 'device',
    summary: 'Switches readings of a device on or off.',
    params: z.object({ deviceId: id }),
    body: z.object({ enabled: z.boolean() }),
    reply: z.object({ availableDevicesQuota: z.number().nullable() }),
    example: { body: { enabled: true } },
  }),
  list: get('/devices/', {
    access: 'session',
    summary: 'Devices by their ids.',
    query: z.object({
      deviceIds: ids(3),
      lang,
      onlyNames: bool.optional(),
      page: integer(1, 100).default(1),
      from: instant.optional(),
    }),
    reply: z.record(z.string(), z.unknown()),
  }),
}

const trees = {
  get: get('/tree/:treeId/', {
    access: 'session',
    summary: 'One tree.',
    params: z.object({ treeId: uuid }),
    reply: z.object({ treeId: z.string() }),
  }),
  create: post('/tree/create/', {
    access: 'session',
    summary: 'A new tree.',
    body: z.strictObject({ name: z.string().min(1), amount: decimal.optional(), since: instant.optional() }),
    reply: z.record(z.string(), z.unknown()),
    extension: true,
  }),
  rename: post('/tree/:treeId/', {
    access: 'session',
    summary: 'Another name.',
    params: z.object({ treeId: uuid }),
    body: z.object({ name: z.string() }),
    reply: z.object({ treeId: z.string(), name: z.string() }),
  }),
}

const rest = {
  version: get('/version/', { access: 'open', summary: 'Which version.', reply: z.object({ version: z.string() }) }),
  reference: post('/reference/', {
    access: 'session',
    summary: 'A body that is a text.',
    body: z.string().min(1),
    reply: z.object({ length: z.int() }),
  }),
  groups: post('/groups/', {
    access: 'session',
    summary: 'A body that is a list.',
    body: z.array(device).max(10),
    reply: z.array(idNumber),
  }),
  dismiss: post('/dismiss/', { access: 'session', summary: 'A body of nothing.', body: nothing, reply: z.object({}) }),
  found: get('/found/', {
    access: 'session',
    summary: 'A flag.',
    query: z.strictObject({ list: flag }),
    reply: z.object({ list: z.boolean() }),
  }),
  settings: get('/settings/', {
    access: 'session',
    summary: 'Flags that name things.',
    query: namedFlags('keys', ['ntp', 'gsm']),
    reply: z.array(z.string()),
  }),
  code: get('/code/:code/', {
    access: 'session',
    summary: 'A text in the path.',
    params: z.object({ code: z.string().max(200) }),
    reply: z.object({ code: z.string() }),
  }),
  file: get('/card/*', {
    access: 'session',
    summary: 'A file by its path.',
    params: z.object({ '*': z.string() }),
    reply: z.string(),
    produces: 'text/csv; charset=utf-8',
  }),
  secret: get('/secret/', {
    access: 'open',
    summary: 'A large answer that only its receiver is to know.',
    reply: z.object({ fine: z.boolean() }),
    hasSecrets: true,
  }),
  fail: post('/fail/', {
    access: 'open',
    summary: 'Fails as it is told to.',
    body: z.object({ how: z.enum(['throw', 'refuse', 'nothing', 'wrong', 'more', 'text', 'bytes', 'wrong text']) }),
    reply: z.object({ fine: z.boolean() }),
  }),
}

export const contract = { devices, trees, rest }
