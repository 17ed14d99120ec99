import type { Queries } from '@busbar/database'
import type { LastRow } from '@busbar/readings/last-values'
import type { NamedFacts } from '../history/facts.sql.ts'

export interface DashboardRow {
  id: number
  name: string
  isDefault: boolean
  columns: number
  refreshSec: number
}

/** The dashboard of this id, or the default one; null is the default one as well. */
export type DashboardRef = number | null

export const dashboardOf = async (
  sql: Queries,
  orgId: number,
  which: DashboardRef,
): Promise<DashboardRow | undefined> => {
  const [row] = await sql<DashboardRow[]>`
    select id, name, is_default as "isDefault", columns, refresh_sec as "refreshSec" from dashboard
    where org_id = ${orgId} and (id = ${which} or (${which}::bigint is null and is_default))`
  return row
}

export const otherDashboards = (sql: Queries, orgId: number) => sql<{ id: number; name: string }[]>`
  select id, name from dashboard where org_id = ${orgId} and not is_default order by id`

export const insertDashboard = async (
  tx: Queries,
  orgId: number,
  row: Omit<DashboardRow, 'id'>,
  createdOn: Date,
): Promise<number> => {
  const [made] = await tx<[{ id: number }]>`
    insert into dashboard (org_id, name, is_default, columns, refresh_sec, created_on)
    values (${orgId}, ${row.name}, ${row.isDefault}, ${row.columns}, ${row.refreshSec}, ${createdOn}) returning id`
  return made.id
}

export const updateDashboard = async (tx: Queries, orgId: number, row: DashboardRow): Promise<void> => {
  await tx`
    update dashboard set name = ${row.name}, columns = ${row.columns}, refresh_sec = ${row.refreshSec}
    where org_id = ${orgId} and id = ${row.id}`
}

export const deleteDashboard = async (tx: Queries, orgId: number, dashboardId: number): Promise<void> => {
  await tx`delete from dashboard where org_id = ${orgId} and id = ${dashboardId}`
}

/** The parameters on a dashboard, in their order. */
export const tileIds = async (sql: Queries, orgId: number, dashboardId: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select p.id from dashboard_tile w join param p on p.org_id = w.org_id and p.id = w.param_id
    where w.org_id = ${orgId} and w.dashboard_id = ${dashboardId} order by w.position`
  return rows.map(({ id }) => id)
}

/** Facts on the parameters of a dashboard, in their order. */
export const widgetFacts = (sql: Queries, orgId: number, which: DashboardRef) => sql<NamedFacts[]>`
  select p.id, p.org_id as "orgId", p.device_id as "deviceId", p.value_type as "valueType", p.precision,
         p.unit_name as "unitName", p.enum, p.name, p.label, p.is_programmable as "isProgrammable",
         d.name as "deviceName", d.disabled_on as "deviceDisabledOn"
  from dashboard_tile w
  join param p on p.org_id = w.org_id and p.id = w.param_id
  join device d on d.org_id = p.org_id and d.id = p.device_id
  where w.org_id = ${orgId} and (w.dashboard_id = ${which} or (${which}::bigint is null and w.is_default))
  order by w.position`

/** A device with the parameters of it that are on a dashboard, and with what was last read of it. */
export interface LightRow extends LastRow {
  widgets: { paramId: number; position: number }[]
}

/** All that light needs, in one statement. A device that was never polled has nulls. */
export const lightRows = (sql: Queries, orgId: number, which: DashboardRef) => sql<LightRow[]>`
  with shown as (
    select p.device_id, json_agg(json_build_object('paramId', w.param_id, 'position', w.position)) as widgets
    from dashboard_tile w
    join param p on p.org_id = w.org_id and p.id = w.param_id
    where w.org_id = ${orgId} and (w.dashboard_id = ${which} or (${which}::bigint is null and w.is_default))
    group by p.device_id)
  select s.widgets, s.device_id as "deviceId", (extract(epoch from l.read_on) * 1000)::bigint as "readOn",
    l.layout_id as "layoutId", to_json(y.param_ids) as "paramIds", y.cells, to_json(l.narrow) as narrow,
    to_json(l.wide) as wide, l.older, l.texts, l.imported, l.errors, (extract(epoch from l.failed_on) * 1000)::bigint as "failedOn",
    coalesce(l.version, 0) as version
  from shown s
  left join last_poll l on l.org_id = ${orgId} and l.device_id = s.device_id
  left join layout y on y.org_id = ${orgId} and y.id = l.layout_id`
