import type { Queries } from '../../db/sql.ts'
import type { PlannedWindow } from '../holds.ts'

/** A window with one thing that it covers. */
export interface CoverRow extends PlannedWindow {
  netId: number | null
  deviceId: number | null
  alertId: number | null
}

/** Which windows cover these, in their order. */
export const coverRows = (
  sql: Queries,
  { alertIds, deviceIds, netIds }: Record<'alertIds' | 'deviceIds' | 'netIds', readonly number[]>,
) => sql<CoverRow[]>`
  select w.id, w.name, w.reason, o.time_zone as "timeZone", w.rule,
         c.net_id as "netId", c.device_id as "deviceId", c.alert_id as "alertId"
  from maintenance_window_object c
  join maintenance_window w on w.org_id = c.org_id and w.id = c.window_id
  join org o on o.id = w.org_id
  where c.alert_id = any(${[...alertIds]}::bigint[]) or c.device_id = any(${[...deviceIds]}::bigint[])
     or c.net_id = any(${[...netIds]}::bigint[])
  order by w.id`
