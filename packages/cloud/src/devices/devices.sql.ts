import { batchLoader, columns, type Queries, type RowOf } from '@busbar/database'
import { listText } from '@busbar/database/arrays'
import { textsByPosition } from '../fields/written-answer.ts'
import { busSettingKeys } from './device.fields.ts'
import type { Texts } from './params/names.rules.ts'
import type { ParamFields } from './params/params.contract.ts'

const settings = columns('device', ['name', 'description', 'slug', 'modbusUnitId', ...busSettingKeys])
/** Settings that users edit. */
export type DeviceSettings = RowOf<typeof settings>

const shown = columns('device', [
  'id',
  'netId',
  'name',
  'slug',
  'modbusUnitId',
  'disabledOn',
  ...busSettingKeys,
  'templateId as initializedFromTemplate',
])
export type DeviceRow = RowOf<typeof shown>

/** Devices of a network, or one. */
export const devicesOf = (sql: Queries, orgId: number, of: { netId: number } | { deviceId: number }) => sql<
  DeviceRow[]
>`
  select ${shown} from device
  where org_id = ${orgId}
    and (net_id = ${'netId' in of ? of.netId : null} or id = ${'deviceId' in of ? of.deviceId : null})
  order by id`

interface DeviceKey {
  orgId: number
  deviceId: number
}

const busSettings = columns('device', busSettingKeys)

/** Returns a device as JSON text. */
export const writtenDevice = batchLoader(
  ({ deviceId }: DeviceKey) => String(deviceId),
  async (sql, keys) => {
    const rows = await sql`
      select turn, concat('{"id":', id, ',"netId":', net_id, ',"name":', to_json(name), ',"slug":', to_json(slug),
        ',"modbusUnitId":', modbus_unit_id,
        ',"disabledOn":"' || to_char(disabled_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"',
        ${busSettings.members},
        ',"initializedFromTemplate":' || template_id, '}')
      from unnest(${listText(keys.map(({ orgId }) => orgId))}::bigint[],
                  ${listText(keys.map(({ deviceId }) => deviceId))}::bigint[]) with ordinality as asked (org_id, id, turn)
      join device using (org_id, id)`.raw()
    return textsByPosition(rows, keys.length)
  },
)

export const settingsOfDevice = async (
  sql: Queries,
  orgId: number,
  deviceId: number,
): Promise<DeviceSettings | undefined> => {
  const [stored] = await sql<DeviceSettings[]>`
    select ${settings} from device where org_id = ${orgId} and id = ${deviceId}`
  return stored
}

export const updateDevice = async (tx: Queries, orgId: number, deviceId: number, to: DeviceSettings): Promise<void> => {
  await tx`
    update device set ${settings.changes}
    from jsonb_to_recordset(${tx.json([to])}) as given (${settings.types})
    where org_id = ${orgId} and id = ${deviceId}`
}

export const setDisabledOn = async (tx: Queries, orgId: number, deviceId: number, on: Date | null): Promise<void> => {
  await tx`update device set disabled_on = ${on} where org_id = ${orgId} and id = ${deviceId}`
}

export const deleteDevice = async (
  tx: Queries,
  orgId: number,
  deviceId: number,
): Promise<{ name: string; slug: string; netId: number } | undefined> => {
  const [deleted] = await tx<{ name: string; slug: string; netId: number }[]>`
    delete from device where org_id = ${orgId} and id = ${deviceId} returning name, slug, net_id as "netId"`
  return deleted
}

/** Slugs of devices that fit one of the patterns. */
export const deviceSlugs = async (sql: Queries, orgId: number, patterns: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ slug: string }[]>`
    select slug from device where org_id = ${orgId} and slug like any(${patterns})`
  return rows.map(({ slug }) => slug)
}

export const hasNet = async (sql: Queries, orgId: number, netId: number): Promise<boolean> => {
  const rows = await sql`select 1 from net where org_id = ${orgId} and id = ${netId}`
  return rows.length > 0
}

const used = columns('template', ['id', 'orgId', 'readGroupSize', 'writeFunction', 'paramTemplates'])
export type UsedTemplate = RowOf<typeof used, { paramTemplates: ParamFields[] }>

/** Listed templates as far as the organization may use them: the shipped ones (0) and its own. */
export const usableTemplates = (sql: Queries, orgId: number, ids: readonly number[]) => sql<UsedTemplate[]>`
  select ${used} from template where id = any(${ids}) and org_id in (0, ${orgId})`

const inserted = columns('device', [
  'name',
  'description',
  'slug',
  'modbusUnitId',
  ...busSettingKeys,
  'templateOrgId',
  'templateId',
])
export type DeviceToInsert = RowOf<typeof inserted>

/** Stores devices in their order and gives their ids in it. */
export const insertDevices = async (
  tx: Queries,
  orgId: number,
  netId: number,
  createdOn: Date,
  devices: readonly DeviceToInsert[],
): Promise<number[]> => {
  const rows = await tx<{ id: number }[]>`
    insert into device (org_id, net_id, created_on, ${inserted.names})
    select ${orgId}, ${netId}, ${createdOn}::timestamptz, ${inserted.given}
    from jsonb_to_recordset(${tx.json(devices.map((device, place) => ({ ...device, place })))}) as given (
      place integer, ${inserted.types})
    order by place
    returning id`
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

export interface TrackedParam {
  id: number
  name: Texts
  deviceName: string
  category: Texts | null
  label: string | null
  unitName: string | null
}

export const trackedParams = (sql: Queries, orgId: number, deviceId: number) => sql<TrackedParam[]>`
  select p.id, p.name, d.name as "deviceName", p.category, p.label, p.unit_name as "unitName"
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId} and p.device_id = ${deviceId} and p.is_tracked
  order by p.id`
