import { columns, type Queries } from '@busbar/database'
import { type BusSettings, busSettingKeys } from '../device.fields.ts'

const busSettings = columns('device', busSettingKeys, 'd')

export interface BulkDevice extends BusSettings {
  id: number
  name: string
  netId: number
  netName: string
  unit: number
  enabled: boolean
  isComputed: boolean
  isKeyOfNet: boolean
}

/** Returns the listed devices that belong to the organization. */
export const bulkDevices = (sql: Queries, orgId: number, ids: readonly number[]) => sql<BulkDevice[]>`
  select d.id, d.name, d.net_id as "netId", n.name as "netName", d.modbus_unit_id as unit, d.disabled_on is null as enabled,
         d.is_computed as "isComputed", ${busSettings},
         exists (select 1 from net_key_param k join param p on p.org_id = k.org_id and p.id = k.param_id
           where k.org_id = d.org_id and k.net_id = d.net_id and p.device_id = d.id) as "isKeyOfNet"
  from device d join net n on n.org_id = d.org_id and n.id = d.net_id
  where d.org_id = ${orgId} and d.id = any(${ids}::bigint[])`

export interface TargetNet {
  id: number
  name: string
  isOn: boolean
  /** Units of devices that are already in the network. */
  units: { deviceId: number; unit: number }[]
}

export const targetNet = async (sql: Queries, orgId: number, netId: number): Promise<TargetNet | undefined> => {
  const [net] = await sql<TargetNet[]>`
    select n.id, n.name, n.disabled_on is null as "isOn",
           coalesce((select json_agg(json_build_object('deviceId', d.id, 'unit', d.modbus_unit_id)) from device d
             where d.org_id = n.org_id and d.net_id = n.id and not d.is_computed), '[]') as units
    from net n where n.org_id = ${orgId} and n.id = ${netId}`
  return net
}

export interface ChangedDevice extends BusSettings {
  id: number
  netId: number
  enabled: boolean
}

/** When one was switched off stays as it was where it is off already. */
export const updateDevices = async (
  tx: Queries,
  orgId: number,
  now: Date,
  devices: readonly ChangedDevice[],
): Promise<void> => {
  await tx`
    update device d set net_id = given."netId", ${busSettings.changes},
      disabled_on = case when given.enabled then null else coalesce(d.disabled_on, ${now}::timestamptz) end
    from jsonb_to_recordset(${tx.json(devices)}) as given (
      id bigint, "netId" bigint, enabled boolean, ${busSettings.types})
    where d.org_id = ${orgId} and d.id = given.id`
  await tx`
    delete from net_key_param k using param p, device d
    where k.org_id = ${orgId} and p.org_id = k.org_id and p.id = k.param_id
      and d.org_id = p.org_id and d.id = p.device_id and d.net_id <> k.net_id`
}

/** How much goes with devices. */
export const countsOf = (sql: Queries, orgId: number, ids: readonly number[]) => sql<
  { id: number; name: string; params: number; alerts: number }[]
>`
  select d.id, d.name,
         (select count(*) from param p where p.org_id = d.org_id and p.device_id = d.id) as params,
         (select count(distinct c.alert_id) from param p
          join alert_condition c on c.org_id = p.org_id and c.param_id = p.id
          where p.org_id = d.org_id and p.device_id = d.id) as alerts
  from device d where d.org_id = ${orgId} and d.id = any(${ids}::bigint[]) order by d.id`

export const deleteDevices = async (tx: Queries, orgId: number, ids: readonly number[]): Promise<void> => {
  await tx`delete from device where org_id = ${orgId} and id = any(${ids}::bigint[])`
}
