import type { Queries } from '../../db/sql.ts'
import { ArrayText } from './array-text.ts'

export interface DeviceKey {
  readonly orgId: number
  readonly deviceId: number
}

/** A device's row of `last_poll`, with the layout that its values go by. */
export interface LastRow {
  deviceId: number
  readOn: number | null
  layoutId: number | null
  paramIds: number[] | null
  cells: string | null
  narrow: (number | null)[] | null
  wide: (number | null)[] | null
  older: Record<string, [number, number]> | null
  texts: Record<string, [string, number]> | null
  errors: Record<string, string> | null
  failedOn: number | null
  version: number
}

/** Two columns for `unnest`. */
export const keyColumns = (keys: Iterable<DeviceKey>): [orgs: string, devices: string] => {
  const orgs = new ArrayText()
  const devices = new ArrayText()
  for (const { orgId, deviceId } of keys) {
    orgs.add(orgId)
    devices.add(deviceId)
  }
  return [orgs.toString(), devices.toString()]
}

/** Arrays come as JSON: the client takes a null in an array for NaN. */
export const findLast = (sql: Queries, keys: Iterable<DeviceKey>): Promise<LastRow[]> => {
  const [orgs, devices] = keyColumns(keys)
  return sql<LastRow[]>`
    select p.device_id as "deviceId", (extract(epoch from p.read_on) * 1000)::bigint as "readOn", p.layout_id as "layoutId",
      to_json(y.param_ids) as "paramIds", y.cells, to_json(p.narrow) as narrow, to_json(p.wide) as wide, p.older, p.texts, p.errors,
      (extract(epoch from p.failed_on) * 1000)::bigint as "failedOn", p.version
    from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    join last_poll p on p.org_id = u.org_id and p.device_id = u.device_id
    left join layout y on y.org_id = p.org_id and y.id = p.layout_id`
}

/** Those of the devices that are no more. */
export const findGone = (sql: Queries, keys: Iterable<DeviceKey>): Promise<{ deviceId: number }[]> => {
  const [orgs, devices] = keyColumns(keys)
  return sql<{ deviceId: number }[]>`
    select u.device_id as "deviceId" from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    where not exists (select from device d where d.org_id = u.org_id and d.id = u.device_id)`
}
