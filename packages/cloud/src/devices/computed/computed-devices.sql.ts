import type { Queries } from '@busbar/database'

export interface ComputedRow {
  orgId: number
  id: number
  netId: number
  periodSec: number
  params: { id: number; formula: string; precision: number | null }[]
}

/** Organizations that have computed devices, or whose networks changed. */
export const orgsOfNets = async (sql: Queries, netIds: readonly number[] | null): Promise<number[]> => {
  const rows =
    netIds === null
      ? await sql<{ orgId: number }[]>`select distinct org_id as "orgId" from device where is_computed`
      : await sql<{ orgId: number }[]>`
          select distinct n.org_id as "orgId" from net n
          where n.id = any(${netIds}::bigint[])
            and exists (select 1 from device d where d.org_id = n.org_id and d.is_computed)`
  return rows.map(({ orgId }) => orgId)
}

/** Those that are on, with the parameters that are tracked. */
export const computedRows = (sql: Queries, orgId: number) => sql<ComputedRow[]>`
  select d.org_id as "orgId", d.id, d.net_id as "netId", d.update_period_sec as "periodSec",
         coalesce((select json_agg(json_build_object('id', p.id, 'formula', p.formula, 'precision', p.precision))
           from param p where p.org_id = d.org_id and p.device_id = d.id and p.is_tracked), '[]') as params
  from device d join net n on n.org_id = d.org_id and n.id = d.net_id
  where d.org_id = ${orgId} and d.is_computed and d.disabled_on is null and n.disabled_on is null
  order by d.id`

export const inputPlaces = (sql: Queries, orgId: number, ids: readonly number[]) => sql<
  { id: number; deviceId: number; periodSec: number }[]
>`
  select p.id, p.device_id as "deviceId", d.update_period_sec as "periodSec"
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId} and p.id = any(${ids}::bigint[])`
