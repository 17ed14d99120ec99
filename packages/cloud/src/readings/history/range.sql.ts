import type { Queries, Statement } from '../../db/sql.ts'

export interface RangeRow {
  min: number | null
  max: number | null
}

/** The first and last time of any reading of these parameters, texts too. */
export const selectRange = (sql: Queries, orgId: number, paramIds: readonly number[]): Promise<RangeRow[]> => {
  const ids = sql`${[...paramIds]}::bigint[]`
  const hot = (order: Statement) => sql`
    select h.read_on from poll h
    join layout l on l.org_id = h.org_id and l.id = h.layout_id
    cross join lateral (select array_position(l.param_ids, p.id) as at) place
    cross join lateral (
      select substr(l.cells, place.at, 1) as name, length(replace(left(l.cells, place.at), 'w', '')) as narrow_at
    ) cell
    where h.org_id = ${orgId} and h.device_id = p.device_id and (h.errors is null or not h.errors ? '') and case
      when cell.name = 'w' then h.wide[place.at - cell.narrow_at] is not null else h.narrow[cell.narrow_at] is not null end
    order by h.read_on ${order} limit 1`
  const cold = (order: Statement) => sql`
    select first_on, last_on from chunk
    where org_id = ${orgId} and param_id = p.id and count > 0 order by day ${order} limit 1`
  return sql<RangeRow[]>`
    select (extract(epoch from min(least(old.read_on, began.first_on, texts.begins_on))) * 1000)::float8 as min,
      (extract(epoch from max(greatest(new.read_on, ended.last_on, texts.ends_on))) * 1000)::float8 as max
    from param p
    left join lateral (${hot(sql`asc`)}) old on true
    left join lateral (${hot(sql`desc`)}) new on true
    left join lateral (${cold(sql`asc`)}) began on true
    left join lateral (${cold(sql`desc`)}) ended on true
    cross join lateral (
      select min(read_on) as begins_on, max(read_on) as ends_on from exact where org_id = ${orgId} and param_id = p.id
    ) texts
    where p.org_id = ${orgId} and p.id = any(${ids})`
}
