import type { Queries } from '@busbar/database'
import type { Texts } from '../../devices/params/names.rules.ts'
import { shippedOrgId } from '../../devices/templates/templates.sql.ts'
import type { ParamFacts } from '../../history/facts.sql.ts'
import type { PolledRow } from '../../history/links/links.sql.ts'
import type { Variable, Widget } from '../widgets.contract.ts'

/** Names of objects by type and ID. */
export type KnownNames = Partial<Record<'param' | 'device' | 'net' | 'vis', Readonly<Record<string, string>>>>

export interface BoardRow {
  id: number
  orgId: number
  name: string
  isDefault: boolean
  columns: number
  refreshSec: number
  version: number
  changedOn: Date | null
  changedBy: string | null
  variable: Variable | null
  widgets: Widget[]
  known: KnownNames
}

/** A dashboard with its grid, whosever it is: who asks has been let in by its id. */
export const boardById = async (sql: Queries, dashboardId: number): Promise<BoardRow | undefined> => {
  const [row] = await sql<BoardRow[]>`
    select id, org_id as "orgId", name, is_default as "isDefault", columns, refresh_sec as "refreshSec", version,
           changed_on as "changedOn", changed_by as "changedBy", variable, widgets, known
    from dashboard where id = ${dashboardId}`
  return row
}

export interface ListedBoard {
  id: number
  name: string
  isDefault: boolean
  widgetCount: number
  changedOn: Date | null
  changedBy: string | null
}

/** All of an organization, the default one first if it has a row. */
export const boardsOf = (sql: Queries, orgId: number) => sql<ListedBoard[]>`
  select id, name, is_default as "isDefault", jsonb_array_length(widgets) as "widgetCount",
         changed_on as "changedOn", changed_by as "changedBy"
  from dashboard where org_id = ${orgId} order by is_default desc, id`

export type SavedBoard = Pick<BoardRow, 'name' | 'refreshSec' | 'variable' | 'widgets' | 'known'>

export const updateBoard = async (
  tx: Queries,
  { orgId, id }: Pick<BoardRow, 'orgId' | 'id'>,
  board: SavedBoard,
  by: { on: Date; name: string | null },
): Promise<void> => {
  await tx`
    update dashboard set name = ${board.name}, refresh_sec = ${board.refreshSec},
      variable = ${board.variable === null ? null : tx.json({ ...board.variable })},
      widgets = ${tx.json(board.widgets)}, known = ${tx.json(board.known)}, version = version + 1,
      changed_on = ${by.on}, changed_by = ${by.name}
    where org_id = ${orgId} and id = ${id}`
}

export interface NameRow {
  kind: 'param' | 'device' | 'net' | 'vis'
  id: number
  name: string
}

/** Returns the names of those objects that belong to the organization. */
export const namesOf = (
  sql: Queries,
  orgId: number,
  ids: {
    paramIds: readonly number[]
    deviceIds: readonly number[]
    netIds: readonly number[]
    visIds: readonly number[]
  },
) => sql<NameRow[]>`
  select 'param' as kind, p.id, d.name || ': ' || shown_text(p.name) as name
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId} and p.id = any(${ids.paramIds}::bigint[])
  union all select 'device', id, name from device where org_id = ${orgId} and id = any(${ids.deviceIds}::bigint[])
  union all select 'net', id, name from net where org_id = ${orgId} and id = any(${ids.netIds}::bigint[])
  union all select 'vis', id, name from visualization where org_id = ${orgId} and id = any(${ids.visIds}::bigint[])`

/** Devices of the organization that are made from a template, at most 1000. */
export const devicesOfTemplate = (sql: Queries, orgId: number, templateId: number) => sql<
  { id: number; name: string; netName: string }[]
>`
  select d.id, d.name, n.name as "netName" from device d join net n on n.org_id = d.org_id and n.id = d.net_id
  where d.org_id = ${orgId} and d.template_id = ${templateId} order by n.name, d.name, d.id limit 1000`

/** The parameters of a device that have one of these short names. */
export const paramsByKey = (sql: Queries, orgId: number, deviceId: number, keys: readonly string[]) => sql<
  { id: number; key: string }[]
>`
  select id, slug as key from param
  where org_id = ${orgId} and device_id = ${deviceId} and slug = any(${keys}::text[])`

/** Alerts with a condition on a parameter of one of these devices or networks. */
export const alertsAbout = (
  sql: Queries,
  orgId: number,
  of: { deviceIds: readonly number[]; netIds: readonly number[] },
) => sql<{ alertId: number; deviceId: number; netId: number }[]>`
  select distinct c.alert_id as "alertId", d.id as "deviceId", d.net_id as "netId"
  from alert_condition c
  join param p on p.org_id = c.org_id and p.id = c.param_id
  join device d on d.org_id = p.org_id and d.id = p.device_id
  where c.org_id = ${orgId} and (d.id = any(${of.deviceIds}::bigint[]) or d.net_id = any(${of.netIds}::bigint[]))`

export const alertIdsOf = async (sql: Queries, orgId: number): Promise<number[]> =>
  (await sql<{ id: number }[]>`select id from alert where org_id = ${orgId} order by id`).map(({ id }) => id)

/** A template that the organization may use: its own, or a shipped one. */
export const templateOf = async (
  sql: Queries,
  orgId: number,
  templateId: number,
): Promise<{ id: number; name: string } | undefined> => {
  const [row] = await sql<{ id: number; name: string }[]>`
    select id, name from template where id = ${templateId} and org_id in (${orgId}, ${shippedOrgId})`
  return row
}

export interface BoardParam extends ParamFacts {
  slug: string
  name: Texts
  label: string | null
  multiplier: string
  shift: string
  isTracked: boolean
  isProgrammable: boolean
}

/** Facts on parameters, by ID or by slug within a device. */
export const boardParams = (
  sql: Queries,
  orgId: number,
  ids: readonly number[],
  of: { deviceId: number | null; keys: readonly string[] },
) => sql<BoardParam[]>`
  select id, org_id as "orgId", device_id as "deviceId", value_type as "valueType", precision, unit_name as "unitName", enum,
         slug, name, label, multiplier::text, shift::text, is_tracked as "isTracked", is_programmable as "isProgrammable"
  from param
  where org_id = ${orgId} and (id = any(${ids}::bigint[]) or (device_id = ${of.deviceId} and slug = any(${of.keys}::text[])))
  order by id`

/** Devices with how reading them goes, and where they are. */
export const boardDevices = (sql: Queries, orgId: number, ids: readonly number[]) => sql<
  (PolledRow & { netId: number; netName: string })[]
>`
  select d.id as "deviceId", d.name, d.modbus_unit_id as "modbusUnitId", d.update_period_sec as "updatePeriodSec",
         l.read_on as "lastGoodReadOn", l.errors, l.failed_on as "failedOn",
         coalesce(d.disabled_on, n.disabled_on) as "pausedOn", n.mac is not null as "isCalledIn",
         n.id as "netId", n.name as "netName"
  from device d
  join net n on n.org_id = d.org_id and n.id = d.net_id
  left join last_poll l on l.org_id = ${orgId} and l.device_id = d.id
  where d.org_id = ${orgId} and d.id = any(${ids}::bigint[])
  order by d.id`

/** Short names of the network, the device and the parameter. */
export const pathsOf = (sql: Queries, orgId: number, ids: readonly number[]) => sql<{ id: number; path: string[] }[]>`
  select p.id, array[n.slug, d.slug, p.slug] as path
  from param p
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where p.org_id = ${orgId} and p.id = any(${ids}::bigint[])`

/** Which parameters these short names lead to. */
export const paramsByPath = (
  sql: Queries,
  orgId: number,
  paths: readonly { id: number; path: readonly string[] }[],
) => sql<{ id: number; paramId: number }[]>`
  select r.id, p.id as "paramId"
  from jsonb_to_recordset(${sql.json(paths.map(({ id, path: [net = '', device = '', param = ''] }) => ({ id, net, device, param })))})
    as r (id bigint, net text, device text, param text)
  join net n on n.org_id = ${orgId} and n.slug = r.net
  join device d on d.org_id = n.org_id and d.net_id = n.id and d.slug = r.device
  join param p on p.org_id = d.org_id and p.device_id = d.id and p.slug = r.param`
