import type { Queries } from '@busbar/database'
import type { Role } from '../../accounts/access/roles.ts'
import type { ParamFacts } from '../../history/facts.sql.ts'
import type { RequestedParam } from './realtime.ts'

/** All that is needed to read a parameter now, tracked or not, and to show what was read. */
export interface ReadRow extends ParamFacts, RequestedParam {
  /** Of a computed parameter: it is not read, its inputs are. */
  formula: string | null
}

/** Listed parameters, as far as the caller has one of the roles there. */
export const readRows = (sql: Queries, ids: readonly number[], accountId: number, roles: readonly Role[]) => sql<
  ReadRow[]
>`
  select p.id, p.org_id as "orgId", p.device_id as "deviceId", p.value_type as "valueType", p.precision,
         p.unit_name as "unitName", p.enum, p.register_kind as kind, p.address, p.formula,
         json_build_array(p.value_type, p.byte_order, p.bit_position, p.bits_amount, p.multiplier::text, p.shift::text,
           p.precision, p.min::text, p.max::text,
           case when jsonb_typeof(p.enum) = 'object' then array(select jsonb_object_keys(p.enum)) end,
           p.nan_values, p.coding, case when p.coding is not null then p.address end)::text as format,
         d.modbus_unit_id as unit, d.read_group_size as "readGroupSize", d.disabled_on is not null as "isDeviceOff",
         n.id as "netId", n.protocol, n.disabled_on is not null as "isNetOff"
  from param p
  join membership m on m.org_id = p.org_id and m.account_id = ${accountId} and m.role = any(${roles})
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where p.id = any(${ids}::bigint[])`
