import { columns, type Queries } from '@busbar/database'
import { busSettingKeys } from '../../devices/device.fields.ts'
import { paramSettings } from '../../devices/params/params.sql.ts'
import { type TemplateFields, templateFields } from '../../devices/templates/templates.sql.ts'
import type { LinkChange, NewDevice, NewNet, NewParam, NewQuiet, NewTemplate, TemplateName } from './import.rules.ts'

/** New ids, from lowest to highest. */
export const reserveIds = async (
  tx: Queries,
  table: 'template' | 'net' | 'device' | 'param',
  count: number,
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Names of shipped templates and those of the organization. */
export const templateNames = (tx: Queries, orgId: number): Promise<TemplateName[]> => tx<TemplateName[]>`
  select id, org_id as "orgId", name, manufacturer, version from template where org_id in (0, ${orgId}) order by id`

/** Templates that the organization has already, just as they are: their places in the list, and their ids. */
export const sameTemplates = (
  tx: Queries,
  orgId: number,
  templates: readonly TemplateFields[],
): Promise<{ place: number; id: number }[]> => tx<{ place: number; id: number }[]>`
  select place, t.id
  from jsonb_to_recordset(${tx.json(templates.map((one, place) => ({ ...one, place })))}) as given (
    place integer, name text, manufacturer text, version text, kind text, skus text[], "readGroupSize" integer, "writeFunction" text,
    "paramTemplates" jsonb)
  join template t on t.org_id = ${orgId} and (t.name, t.manufacturer, t.version, t.skus, t.read_group_size, t.write_function,
    t.param_templates) = (given.name, given.manufacturer, given.version, given.skus, given."readGroupSize",
    given."writeFunction", given."paramTemplates") and t.kind is not distinct from given.kind`

export const netSlugs = (tx: Queries, orgId: number): Promise<{ slug: string }[]> => tx<{ slug: string }[]>`
  select slug from net where org_id = ${orgId}`

/** Which of these networks are switched on. */
export const netsOn = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<{ id: number }[]>`
  select id from net where org_id = ${orgId} and id = any(${ids}::bigint[]) and disabled_on is null`

export const deviceSlugs = (tx: Queries, orgId: number): Promise<{ slug: string }[]> => tx<{ slug: string }[]>`
  select slug from device where org_id = ${orgId}`

export const paramSlugs = (
  tx: Queries,
  orgId: number,
  deviceIds: number[],
): Promise<{ deviceId: number; slug: string }[]> => tx<{ deviceId: number; slug: string }[]>`
  select device_id as "deviceId", slug from param where org_id = ${orgId} and device_id = any(${deviceIds}::bigint[])`

/** A parameter in a device that is not of its kind. */
export const misplacedParams = (tx: Queries, orgId: number): Promise<{ slug: string }[]> => tx<{ slug: string }[]>`
  select p.slug from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId} and d.is_computed <> (p.register_kind = 'computed') limit 1`

/** Which of these networks are of the organization; they stay while the transaction runs. */
export const lockNets = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<{ id: number }[]>`
  select id from net where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

export const lockDevices = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<
  { id: number }[]
>`
  select id from device where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

export const lockParams = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<
  { id: number }[]
>`
  select id from param where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

export const lockAlertTemplates = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<
  { id: number }[]
>`
  select id from alert_template where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

export const lockAlerts = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<
  { id: number }[]
>`
  select id from alert where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

export const lockTemplates = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<
  { id: number }[]
>`
  select id from template where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

export const lockContacts = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<
  { id: number }[]
>`
  select id from contact where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

export const lockGroups = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<
  { id: number }[]
>`
  select id from contact_group where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

export const lockPolicies = (tx: Queries, orgId: number, ids: number[]): Promise<{ id: number }[]> => tx<
  { id: number }[]
>`
  select id from escalation_policy where org_id = ${orgId} and id = any(${ids}::bigint[]) for key share`

const newTemplate = columns('template', ['id', ...templateFields])

export const insertTemplates = async (tx: Queries, orgId: number, templates: readonly NewTemplate[]): Promise<void> => {
  await tx`
    insert into template (org_id, ${newTemplate.names})
    select ${orgId}, ${newTemplate.given} from jsonb_to_recordset(${tx.json(templates)}) as given (${newTemplate.types})`
}

const newNet = columns('net', [
  'id',
  'name',
  'description',
  'slug',
  'solution',
  'protocol',
  'controllerKind',
  'controllerModbusUnitId',
  'ip',
  'port',
  'latitude',
  'longitude',
  'disabledOn',
  'disabledBy',
  'disabledNote',
])

export const insertNets = async (
  tx: Queries,
  orgId: number,
  createdOn: Date,
  nets: readonly NewNet[],
): Promise<void> => {
  await tx`
    insert into net (org_id, created_on, ${newNet.names})
    select ${orgId}, ${createdOn}::timestamptz, ${newNet.given}
    from jsonb_to_recordset(${tx.json(nets.map(({ devicePasswords: _sealed, ...net }) => net))}) as given (${newNet.types})`
}

/** How the cloud talks with them; what is not given stays as it is for a new network. */
export const changeLinks = async (tx: Queries, orgId: number, links: readonly LinkChange[]): Promise<void> => {
  await tx`
    update net set timeout_ms = coalesce(given."timeoutMs", net.timeout_ms),
      exchange_depth = coalesce(given."exchangeDepth", net.exchange_depth),
      is_keyless_allowed = coalesce(given."isKeylessAllowed", net.is_keyless_allowed),
      is_password_unproven_allowed = coalesce(given."isPasswordUnprovenAllowed", net.is_password_unproven_allowed),
      is_writing_allowed = coalesce(given."isWritingAllowed", net.is_writing_allowed)
    from jsonb_to_recordset(${tx.json(links)}) as given (
      id bigint, "timeoutMs" integer, "exchangeDepth" integer, "isKeylessAllowed" boolean,
      "isPasswordUnprovenAllowed" boolean, "isWritingAllowed" boolean)
    where net.org_id = ${orgId} and net.id = given.id`
}

export const insertQuietTimes = async (tx: Queries, orgId: number, quiet: readonly NewQuiet[]): Promise<void> => {
  await tx`
    insert into net_quiet_times (org_id, net_id, active_hours, windows)
    select ${orgId}, "netId", nullif("activeHours", 'null'), windows
    from jsonb_to_recordset(${tx.json(quiet)}) as given ("netId" bigint, "activeHours" jsonb, windows jsonb)`
}

const newDevice = columns('device', [
  'id',
  'netId',
  'name',
  'description',
  'slug',
  'modbusUnitId',
  ...busSettingKeys,
  'disabledOn',
  'templateOrgId',
  'templateId',
])

export const insertDevices = async (
  tx: Queries,
  orgId: number,
  createdOn: Date,
  devices: readonly NewDevice[],
): Promise<void> => {
  await tx`
    insert into device (org_id, created_on, is_computed, ${newDevice.names})
    select ${orgId}, ${createdOn}::timestamptz, coalesce("isComputed", false), ${newDevice.given}
    from jsonb_to_recordset(${tx.json(devices)}) as given ("isComputed" boolean, ${newDevice.types})`
}

const newParam = columns('param', ['id', 'deviceId', ...paramSettings, 'keepDays'])

export const insertParams = async (tx: Queries, orgId: number, params: readonly NewParam[]): Promise<void> => {
  await tx`
    insert into param (org_id, ${newParam.names})
    select ${orgId}, ${newParam.given} from jsonb_to_recordset(${tx.json(params)}) as given (${newParam.types})`
  await tx`
    insert into meter_exchange (org_id, param_id, exchanged_on, end_value, start_value, reason, created_on)
    select ${orgId}, p.id, x."on", x."endValue", x."startValue", x.reason, x."on"
    from jsonb_to_recordset(${tx.json(params)}) as p (id bigint, exchanges jsonb)
    cross join lateral jsonb_to_recordset(p.exchanges) as x (
      "on" timestamptz, "endValue" numeric, "startValue" numeric, reason text)`
  await tx`
    insert into net_key_param (org_id, net_id, param_id)
    select ${orgId}, d.net_id, p.id
    from jsonb_to_recordset(${tx.json(params.filter(({ isKey }) => isKey).map(({ id, deviceId }) => ({ id, deviceId })))})
      as p (id bigint, "deviceId" bigint)
    join device d on d.org_id = ${orgId} and d.id = p."deviceId"
    order by p.id on conflict do nothing`
}
