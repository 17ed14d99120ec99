import type { Queries } from '../../db/sql.ts'
import { ArrayText } from './array-text.ts'
import { type DeviceKey, keyColumns } from './devices.sql.ts'
import type { Layout } from './layout.ts'

/** A layout that is wanted. */
export interface WantedLayout extends DeviceKey, Omit<Layout, 'id'> {}

export interface DeviceLayouts {
  deviceId: number
  /** All parameters that the device has, tracked or not. */
  paramIds: number[]
  layouts: Layout[]
}

/** Cells only widen: those of the newest layouts are the widest. */
const layoutsMax = 16

/** The newest layouts of each device, the newest first. Devices that are no more are left out. */
export const findLayouts = (sql: Queries, keys: Iterable<DeviceKey>): Promise<DeviceLayouts[]> => {
  const [orgs, devices] = keyColumns(keys)
  return sql<DeviceLayouts[]>`
    select d.id as "deviceId", array(select p.id from param p where p.org_id = d.org_id and p.device_id = d.id) as "paramIds",
      (select coalesce(json_agg(y order by y.id desc), '[]') from (
        select l.id, l.param_ids as "paramIds", l.cells from layout l
        where l.org_id = d.org_id and l.device_id = d.id order by l.id desc limit ${layoutsMax}) y) as layouts
    from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    join device d on d.org_id = u.org_id and d.id = u.device_id`
}

/** Makes them, each with its identity. Those of devices that are no more are left out. */
export const addLayouts = (
  sql: Queries,
  wanted: readonly WantedLayout[],
): Promise<(Layout & { deviceId: number })[]> => {
  const [orgs, devices] = keyColumns(wanted)
  const [paramIds, cells] = [new ArrayText(), new ArrayText()]
  for (const layout of wanted) {
    paramIds.addArray(`{${layout.paramIds.join()}}`)
    cells.addText(layout.cells)
  }
  return sql<(Layout & { deviceId: number })[]>`
    insert into layout (org_id, device_id, param_ids, cells)
    select d.org_id, d.id, u.param_ids::bigint[], u.cells
    from unnest(${orgs}::bigint[], ${devices}::bigint[], ${paramIds.toString()}::text[], ${cells.toString()}::text[])
      as u (org_id, device_id, param_ids, cells)
    join device d on d.org_id = u.org_id and d.id = u.device_id
    returning id, device_id as "deviceId", param_ids as "paramIds", cells`
}
