import type { Queries } from '@busbar/database'
import type { ValueType } from '@busbar/modbus'
import { dayText } from '@busbar/readings/history'

/** A parameter with its place, as files name it. */
export interface ExportedParam {
  id: number
  slug: string
  deviceSlug: string
  netSlug: string
  valueType: ValueType
}

/** Selected parameters of an organization; null means all. */
export const exportedParams = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[] | null,
  deviceIds: readonly number[] | null,
): Promise<ExportedParam[]> => sql<ExportedParam[]>`
  select p.id, p.slug, d.slug as "deviceSlug", n.slug as "netSlug", p.value_type as "valueType"
  from param p
  join device d on d.org_id = p.org_id and d.id = p.device_id
  join net n on n.org_id = d.org_id and n.id = d.net_id
  where p.org_id = ${orgId}
    and (${paramIds === null} or p.id = any(${[...(paramIds ?? [])]}::bigint[]))
    and (${deviceIds === null} or p.device_id = any(${[...(deviceIds ?? [])]}::bigint[]))
  order by d.id, p.id`

/** How many readings of these are stored as chunks: all but those of the last hours. */
export const countStored = async (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  from: number,
  till: number,
): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`
    select coalesce(sum(count), 0)::float8 as count from chunk
    where org_id = ${orgId} and param_id = any(${[...paramIds]}::bigint[])
      and day between ${dayText(from)} and ${dayText(till)}`
  return row.count
}

/** The first day of which anything is stored of these, readings or gaps; null where all is of the last hours. */
export const firstStoredDay = async (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
): Promise<number | null> => {
  const [row] = await sql<[{ day: number | null }]>`
    select (min(day) - date '1970-01-01') * 86400000::float8 as day from chunk
    where org_id = ${orgId} and param_id = any(${[...paramIds]}::bigint[])`
  return row.day
}
