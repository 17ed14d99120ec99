import type { Queries } from '@busbar/database'

/** What decides whether a parameter is read. */
export interface PollSwitches {
  paramId: number
  deviceId: number
  netId: number
  deviceOffOn: Date | null
  netOffOn: Date | null
}

export const pollSwitchesOf = (sql: Queries, orgId: number, paramIds: readonly number[]) => sql<PollSwitches[]>`
  select p.id as "paramId", d.id as "deviceId", n.id as "netId", d.disabled_on as "deviceOffOn", n.disabled_on as "netOffOn"
  from param p
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where p.org_id = ${orgId} and p.id = any(${paramIds}::bigint[])`

export interface SwitchRow {
  kind: 'device' | 'net'
  id: number
  on: Date
  isOff: boolean
}

/** More is never done by hand. */
const rowsMax = 20_000

/** Who was switched on or off, oldest first. A network's record may be of its note alone. */
export const switchesOf = (sql: Queries, orgId: number, deviceIds: readonly number[], netIds: readonly number[]) => sql<
  SwitchRow[]
>`
  select object_kind as kind, object_id::bigint as id, recorded_on as "on",
    case when object_kind = 'device' then after ->> 'enabled' = 'false' else after ->> 'disabledOn' is not null end as "isOff"
  from audit
  where org_id = ${orgId} and action in ('device.change-disable', 'net.change-disable')
    and ((object_kind = 'device' and object_id = any(${deviceIds.map(String)}))
      or (object_kind = 'net' and object_id = any(${netIds.map(String)}) and after ? 'disabledOn'))
  order by audit.id limit ${rowsMax}`
