import type { Queries } from '@busbar/database'
import type { Texts } from '../params/names.rules.ts'

export interface StoredFormula {
  id: number
  deviceId: number
  formula: string
}

export const formulasOf = (sql: Queries, orgId: number) => sql<StoredFormula[]>`
  select id, device_id as "deviceId", formula from param
  where org_id = ${orgId} and register_kind = 'computed' order by id`

export interface InputRow {
  id: number
  orgId: number
  deviceId: number
  deviceName: string
  name: Texts
  label: string | null
  unitName: string | null
  valueType: string
}

/** Returns the listed parameters that belong to the organization. */
export const inputRows = (sql: Queries, orgId: number, ids: readonly number[]) => sql<InputRow[]>`
  select p.id, p.org_id as "orgId", p.device_id as "deviceId", d.name as "deviceName", p.name, p.label,
         p.unit_name as "unitName", p.value_type as "valueType"
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId} and p.id = any(${ids}::bigint[])`

export const isComputedDevice = async (sql: Queries, orgId: number, deviceId: number): Promise<boolean | undefined> => {
  const [device] = await sql<{ isComputed: boolean }[]>`
    select is_computed as "isComputed" from device where org_id = ${orgId} and id = ${deviceId}`
  return device?.isComputed
}

/** Returns whether any listed parameter is computed. */
export const hasComputed = async (sql: Queries, orgId: number, ids: readonly number[]): Promise<boolean> => {
  const rows = await sql`
    select 1 from param where org_id = ${orgId} and id = any(${ids}) and register_kind = 'computed' limit 1`
  return rows.length > 0
}

export const setComputed = async (tx: Queries, orgId: number, deviceId: number): Promise<void> => {
  await tx`update device set is_computed = true where org_id = ${orgId} and id = ${deviceId}`
}
