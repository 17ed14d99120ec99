import type { Queries } from '@busbar/database'
import type { Role } from '../accounts/access/roles.ts'
import type { Texts } from '../devices/params/names.rules.ts'
import type { DisplayFormat } from '../fields/formatted-value.ts'

/** Facts that are needed to find and show the values of a parameter. */
export interface ParamFacts extends DisplayFormat {
  id: number
  orgId: number
  deviceId: number
}

/** Listed parameters, as far as the caller has one of the roles there. Ids come as `{1,2,3}`, which is read quickest. */
export const factsOfParams = (
  sql: Queries,
  ids: readonly number[],
  accountId: number,
  roles: readonly Role[],
): Promise<ParamFacts[]> => sql<ParamFacts[]>`
  select p.id, p.org_id as "orgId", p.device_id as "deviceId", p.value_type as "valueType", p.precision,
         p.unit_name as "unitName", p.enum
  from param p
  join membership m on m.org_id = p.org_id and m.account_id = ${accountId} and m.role = any(${roles})
  where p.id = any(${`{${ids.join(',')}}`}::text::bigint[])`

/** Listed parameters that belong to the organization. */
export const factsOfShared = (sql: Queries, orgId: number, ids: readonly number[]) => sql<ParamFacts[]>`
  select p.id, p.org_id as "orgId", p.device_id as "deviceId", p.value_type as "valueType", p.precision,
         p.unit_name as "unitName", p.enum
  from param p where p.org_id = ${orgId} and p.id = any(${`{${ids.join(',')}}`}::text::bigint[])`

/** The same with names, for what people read. */
export interface NamedFacts extends ParamFacts {
  name: Texts
  label: string | null
  unitName: string | null
  isProgrammable: boolean
  deviceName: string
  deviceDisabledOn: Date | null
}

/** Listed parameters with their names, as far as the caller has one of the roles there. */
export const namedParams = (sql: Queries, ids: readonly number[], accountId: number, roles: readonly Role[]) => sql<
  NamedFacts[]
>`
  select p.id, p.org_id as "orgId", p.device_id as "deviceId", p.value_type as "valueType", p.precision,
         p.unit_name as "unitName", p.enum, p.name, p.label, p.is_programmable as "isProgrammable",
         d.name as "deviceName", d.disabled_on as "deviceDisabledOn"
  from param p
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join membership m on m.org_id = p.org_id and m.account_id = ${accountId} and m.role = any(${roles})
  where p.id = any(${ids}::bigint[])`

/** Tracked parameters of a device, or one parameter whether it is tracked or not. */
export const shownParams = (sql: Queries, orgId: number, of: { deviceId: number } | { paramId: number }) => sql<
  NamedFacts[]
>`
  select p.id, p.org_id as "orgId", p.device_id as "deviceId", p.value_type as "valueType", p.precision,
         p.unit_name as "unitName", p.enum, p.name, p.label, p.is_programmable as "isProgrammable",
         d.name as "deviceName", d.disabled_on as "deviceDisabledOn"
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId}
    and ((p.device_id = ${'deviceId' in of ? of.deviceId : null} and p.is_tracked) or p.id = ${'paramId' in of ? of.paramId : null})
  order by p.id`

/** Listed parameters that belong to the organization. */
export const paramsOfOrg = async (sql: Queries, orgId: number, ids: readonly number[]): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`select id from param where org_id = ${orgId} and id = any(${ids}::bigint[])`
  return rows.map(({ id }) => id)
}

/** State of a device: enabled or not, and its last poll. */
export interface DeviceFacts {
  netId: number
  isDeviceOff: boolean
  isNetOff: boolean
  lastReadOn: Date | null
}

export const factsOfDevice = async (
  sql: Queries,
  orgId: number,
  deviceId: number,
): Promise<DeviceFacts | undefined> => {
  const [facts] = await sql<DeviceFacts[]>`
    select d.net_id as "netId", d.disabled_on is not null as "isDeviceOff", n.disabled_on is not null as "isNetOff", l.read_on as "lastReadOn"
    from device d
    join net n on n.org_id = d.org_id and n.id = d.net_id
    left join last_poll l on l.org_id = ${orgId} and l.device_id = d.id
    where d.org_id = ${orgId} and d.id = ${deviceId}`
  return facts
}
