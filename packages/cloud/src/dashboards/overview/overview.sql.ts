import type { Queries } from '@busbar/database'
import type { ValueType } from '@busbar/modbus'
import type { Texts } from '../../devices/params/names.rules.ts'

export interface OverviewNet {
  netId: number
  disabledOn: Date | null
}

export const netsOfOrg = (sql: Queries, orgId: number) => sql<OverviewNet[]>`
  select id as "netId", disabled_on as "disabledOn" from net where org_id = ${orgId} order by id`

export interface KeyParam {
  netId: number
  paramId: number
  isChosen: boolean
  deviceId: number
  deviceName: string
  updatePeriodSec: number
  isTracked: boolean
  name: Texts
  label: string | null
  unitName: string | null
  valueType: ValueType
  precision: number | null
  multiplier: string
  shift: string
  isNumber: boolean
}

/** Key parameters as defined in the contract. A total is recognized by its English name in templates. */
export const keyParamsOf = (sql: Queries, orgId: number) => sql<KeyParam[]>`
  select distinct on (n.id) n.id as "netId", p.id as "paramId", p.id is not distinct from k.param_id as "isChosen",
         d.id as "deviceId", d.name as "deviceName", d.update_period_sec as "updatePeriodSec",
         p.is_tracked as "isTracked", p.name, p.label, p.unit_name as "unitName", p.value_type as "valueType",
         p.precision, p.multiplier::text, p.shift::text,
         p.enum is null and p.value_type in ('u16', 's16', 'u32', 's32', 'u64', 's64', 'f32', 'f64', 'bcd16', 'bcd32') as "isNumber"
  from net n
  left join net_key_param k on k.org_id = n.org_id and k.net_id = n.id
  join device d on d.org_id = n.org_id and d.net_id = n.id
  join param p on p.org_id = d.org_id and p.device_id = d.id
  where n.org_id = ${orgId} and (p.id = k.param_id or p.is_tracked and p.value_type <> 'string')
  order by n.id, p.id is not distinct from k.param_id desc, d.disabled_on is not null,
           p.enum is null and coalesce(p.unit_name in ('W', 'kW', 'MW'), false) desc,
           coalesce(p.unit_name in ('W', 'kW', 'MW'), false) and shown_text(p.name) ~* '\\mtotal\\M' desc,
           p.enum is null and p.unit_name is not null desc, d.id, p.id`

export interface CountedNetDevice {
  netId: number
  netName: string
  deviceId: number
  deviceName: string
  paramId: number
  lastGoodReadOn: Date | null
}

/** A tracked numeric parameter of each device, for a limited number of devices per network. */
export const countedOfOrg = (sql: Queries, orgId: number, devicesOfNet: number) => sql<CountedNetDevice[]>`
  select d.net_id as "netId", n.name as "netName", d.id as "deviceId", d.name as "deviceName", p.id as "paramId",
         l.read_on as "lastGoodReadOn"
  from (select org_id, id, net_id, name, row_number() over (partition by net_id order by id) as place
        from device where org_id = ${orgId}) d
  join net n on n.org_id = d.org_id and n.id = d.net_id
  left join last_poll l on l.org_id = ${orgId} and l.device_id = d.id
  cross join lateral (
    select id from param
    where org_id = d.org_id and device_id = d.id and is_tracked and value_type <> 'string'
    order by coalesce(jsonb_exists(l.errors, id::text), false), id limit 1) p
  where d.place <= ${devicesOfNet} order by d.net_id, d.id`

export interface ActivePlace {
  alertId: number
  netId: number
  netName: string
  deviceId: number
  deviceName: string
  paramId: number
}

/** The first parameter of each active alert in each network that it watches. */
export const activeAlertParams = (sql: Queries, orgId: number): Promise<ActivePlace[]> => sql<ActivePlace[]>`
  select distinct on (s.alert_id, n.id) s.alert_id as "alertId", n.id as "netId", n.name as "netName",
         d.id as "deviceId", d.name as "deviceName", p.id as "paramId"
  from alert_state s
  join alert_condition c on c.org_id = s.org_id and c.alert_id = s.alert_id
  join param p on p.org_id = c.org_id and p.id = c.param_id
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where s.org_id = ${orgId} and jsonb_typeof(s.state -> 'episode') = 'object'
  order by s.alert_id, n.id, c.id limit 1000`

interface FirstSteps {
  hasNet: boolean
  hasReading: boolean
  hasContact: boolean
  hasAlert: boolean
  hasMessage: boolean
}

export const firstStepsOf = async (sql: Queries, orgId: number): Promise<FirstSteps> => {
  const [row] = await sql<[FirstSteps]>`
    select exists (select 1 from net where org_id = ${orgId}) as "hasNet",
      exists (select 1 from last_poll where org_id = ${orgId} and read_on is not null) as "hasReading",
      exists (select 1 from contact where org_id = ${orgId})
        or exists (select 1 from alert_action where org_id = ${orgId} and type <> 'write-param') as "hasContact",
      exists (select 1 from alert where org_id = ${orgId}) as "hasAlert",
      exists (select 1 from message where org_id = ${orgId} and state = 'sent' and type <> 'write-param') as "hasMessage"`
  return row
}
