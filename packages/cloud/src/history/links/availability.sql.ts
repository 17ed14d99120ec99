import type { Queries } from '@busbar/database'

/** A device and the number by which it is judged; null where it has none. */
export interface CountedDevice {
  deviceId: number
  name: string
  paramId: number | null
}

/**
 * One tracked numeric parameter of each device. Parameters that failed alone at the last poll are skipped, because a
 * refused parameter does not represent the device.
 */
export const countedDevices = (
  sql: Queries,
  orgId: number,
  { netId = null, deviceId = null }: { netId?: number | null; deviceId?: number | null },
  limit: number,
) => sql<CountedDevice[]>`
  select d.id as "deviceId", d.name, (
      select p.id from param p
      where p.org_id = d.org_id and p.device_id = d.id and p.is_tracked and p.value_type <> 'string'
      order by coalesce(jsonb_exists(l.errors, p.id::text), false), p.id limit 1) as "paramId"
  from device d left join last_poll l on l.org_id = ${orgId} and l.device_id = d.id
  where d.org_id = ${orgId} and (${netId}::bigint is null or d.net_id = ${netId}) and (${deviceId}::bigint is null or d.id = ${deviceId})
  order by d.id limit ${limit}`
