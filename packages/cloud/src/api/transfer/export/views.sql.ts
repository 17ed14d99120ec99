import type { Queries } from '../../../db/sql.ts'
import type { DashboardRow } from '../../dashboards/dashboards.sql.ts'

/** All dashboards, each with its parameters in their order. */
export const allDashboards = (tx: Queries, orgId: number) => tx<(DashboardRow & { widgets: number[] })[]>`
  select d.id, d.name, d.is_default as "isDefault", d.columns, d.refresh_sec as "refreshSec",
         array(select w.param_id from dashboard_widget w where w.org_id = d.org_id and w.dashboard_id = d.id
               order by w.position, w.param_id) as widgets
  from dashboard d where d.org_id = ${orgId} order by d.id`

/** How many characters all drawings of an organization have together. */
export const drawnChars = async (tx: Queries, orgId: number): Promise<number> => {
  const [row] = await tx<[{ chars: number }]>`
    select coalesce(sum(length(source)), 0)::bigint as chars from visualization where org_id = ${orgId}`
  return row.chars
}

/** What was saved in which visualization. */
export const allSavedData = (tx: Queries, orgId: number) => tx<{ visId: number; data: Record<string, string> }[]>`
  select visualization_id as "visId", json_object_agg(code, value order by code) as data
  from visualization_data where org_id = ${orgId} group by visualization_id`

export const insertSavedData = async (
  tx: Queries,
  orgId: number,
  visId: number,
  data: Readonly<Record<string, string>>,
): Promise<void> => {
  await tx`
    insert into visualization_data (org_id, visualization_id, code, value)
    select ${orgId}, ${visId}, key, value from jsonb_each_text(${tx.json(data)})`
}

export interface SensorParam {
  id: number
  deviceId: number
  valueType: string
}

/** What sensors need to know of these parameters. */
export const sensorParams = (tx: Queries, orgId: number, ids: readonly number[]) => tx<SensorParam[]>`
  select id, device_id as "deviceId", value_type as "valueType" from param
  where org_id = ${orgId} and id = any(${ids}::bigint[])`
