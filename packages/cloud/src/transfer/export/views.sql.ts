import type { Queries } from '@busbar/database'
import type { BoardRow } from '../../dashboards/boards/boards.sql.ts'

export interface ExportedBoard
  extends Pick<BoardRow, 'id' | 'name' | 'isDefault' | 'columns' | 'refreshSec' | 'variable' | 'widgets'> {
  /** The template of the variable, where it is a shipped one: it has another id elsewhere. */
  shippedTemplate: { name: string; manufacturer: string; version: string } | null
}

/** All dashboards with their widgets. */
export const allDashboards = (tx: Queries, orgId: number) => tx<ExportedBoard[]>`
  select d.id, d.name, d.is_default as "isDefault", d.columns, d.refresh_sec as "refreshSec", d.variable, d.widgets,
         case when t.org_id = 0
           then jsonb_build_object('name', t.name, 'manufacturer', t.manufacturer, 'version', t.version)
         end as "shippedTemplate"
  from dashboard d left join template t on t.id = (d.variable ->> 'templateId')::bigint and t.org_id in (0, d.org_id)
  where d.org_id = ${orgId} order by d.id`

/** How many characters all drawings of an organization have together. */
export const drawingChars = async (tx: Queries, orgId: number): Promise<number> => {
  const [row] = await tx<[{ chars: number }]>`
    select coalesce(sum(length(source)), 0)::bigint as chars from visualization where org_id = ${orgId}`
  return row.chars
}

/** Saved data of all visualizations. */
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

/** Facts on parameters that sensors need. */
export const sensorParams = (tx: Queries, orgId: number, ids: readonly number[]) => tx<SensorParam[]>`
  select id, device_id as "deviceId", value_type as "valueType" from param
  where org_id = ${orgId} and id = any(${ids}::bigint[])`
