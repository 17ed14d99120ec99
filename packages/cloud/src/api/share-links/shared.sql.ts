import type { Queries } from '../../db/sql.ts'
import type { Texts } from '../params/names.rules.ts'
import type { ParamFields } from '../params/params.contract.ts'
import type { PolledRow } from '../readings/links/links.sql.ts'

export interface OpenedBoard {
  name: string
  isDefault: boolean
  orgName: string
}

export const openedBoard = async (
  sql: Queries,
  orgId: number,
  dashboardId: number,
): Promise<OpenedBoard | undefined> => {
  const [row] = await sql<OpenedBoard[]>`
    select d.name, d.is_default as "isDefault", o.name as "orgName"
    from dashboard d join org o on o.id = d.org_id where d.org_id = ${orgId} and d.id = ${dashboardId}`
  return row
}

export interface SharedParam {
  id: number
  deviceId: number
  name: Texts
  label: string | null
  valueType: ParamFields['valueType']
  multiplier: string
  shift: string
  precision: number | null
  unitName: string | null
  enum: NonNullable<ParamFields['enum']> | null
  isTracked: boolean
}

export const sharedParams = (sql: Queries, orgId: number, paramIds: readonly number[]) => sql<SharedParam[]>`
  select id, device_id as "deviceId", name, label, value_type as "valueType", multiplier, shift, precision,
         unit_name as "unitName", enum, is_tracked as "isTracked"
  from param where org_id = ${orgId} and id = any(${paramIds}::bigint[]) order by id`

export type SharedDevice = Omit<PolledRow, 'modbusUnitId'> & { netName: string }

export const sharedDevices = (sql: Queries, orgId: number, deviceIds: readonly number[]) => sql<SharedDevice[]>`
  select d.id as "deviceId", d.name, n.name as "netName", d.update_period_sec as "updatePeriodSec",
         l.read_on as "lastGoodReadOn", l.errors, l.failed_on as "failedOn",
         coalesce(d.disabled_on, n.disabled_on) as "pausedOn", n.mac is not null as "isCalledIn"
  from device d
  join net n on n.org_id = d.org_id and n.id = d.net_id
  left join last_poll l on l.org_id = d.org_id and l.device_id = d.id
  where d.org_id = ${orgId} and d.id = any(${deviceIds}::bigint[])
  order by d.id`
