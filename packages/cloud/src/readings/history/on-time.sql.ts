import type { Queries, Statement } from '../../db/sql.ts'
import { dayMs, dayStart, dayText, sqlInstant } from './days.ts'

export interface OnTimeRow {
  paramId: number
  /** The latest hot reading, as in hot-records.ts. */
  hot: Uint8Array | null
  /** The last reading of the latest day that has one; when it is too late, `data` has those around the instant. */
  last: number | null
  lastOn: number | null
  data: Uint8Array | null
  text: string | null
  textOn: number | null
}

/**
 * Of a chunk of the instant's day the block with the instant, and the one before, or all before where that is empty: in one of them is the
 * latest up to the instant. Only these bytes are read from the table. Blocks are of three hours or of six, as many as there are.
 */
const blocksAround = (sql: Queries, till: number): Statement => {
  const block = sql`(${till - dayStart(till)}::int * cardinality(cold.block_ends)::bigint / ${dayMs}::int + 1)::int`
  const end = (back: number): Statement => sql`coalesce(cold.block_ends[${block} - ${back}::int], 0)`
  const begins = sql`case when ${end(1)} > ${end(2)} then ${end(2)} else 0 end`
  return sql`case when cold.block_ends is null then cold.data
    else substring(cold.data from ${begins} + 1 for ${end(0)} - ${begins}) end`
}

/**
 * The latest of each parameter up to an instant, hot, cold, and exact. Polls that read nothing are passed over once for the
 * device, so that one which is out of reach costs no more for a hundred parameters than for one.
 */
export const selectOnTime = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  till: number,
): Promise<OnTimeRow[]> => sql<OnTimeRow[]>`
  with asked as (
    select org_id, id, device_id from param where org_id = ${orgId} and id = any(${[...paramIds]}::bigint[])
  ), device_poll as materialized (
    select d.device_id, h.read_on
    from (select distinct device_id from asked) d
    cross join lateral (
      select read_on from poll
      where org_id = ${orgId} and device_id = d.device_id and read_on <= ${sqlInstant(till)}
        and (errors is null or not errors ? '')
      order by read_on desc limit 1
    ) h
  )
  select p.id as "paramId", hot.bytes as hot,
    cold.last, round(date_part('epoch', cold.last_on) * 1000) as "lastOn",
    case when cold.last_on > ${sqlInstant(till)} then ${blocksAround(sql, till)} end as data,
    exact.text, round(date_part('epoch', exact.read_on) * 1000) as "textOn"
  from asked p
  left join device_poll d on d.device_id = p.device_id
  left join lateral (
    select timestamptz_send(h.read_on) || cell.name::bytea || case
      when cell.name = 'w' then float8send(h.wide[place.at - cell.narrow_at]) else int4send(h.narrow[cell.narrow_at]) end as bytes
    from poll h
    join layout l on l.org_id = h.org_id and l.id = h.layout_id
    cross join lateral (select array_position(l.param_ids, p.id) as at) place
    cross join lateral (
      select substr(l.cells, place.at, 1) as name, length(replace(left(l.cells, place.at), 'w', '')) as narrow_at
    ) cell
    where h.org_id = ${orgId} and h.device_id = p.device_id and h.read_on <= d.read_on and case
      when cell.name = 'w' then h.wide[place.at - cell.narrow_at] is not null else h.narrow[cell.narrow_at] is not null end
    order by h.read_on desc limit 1
  ) hot on true
  left join lateral (
    select c.last, c.last_on, c.data, c.block_ends from chunk c
    where c.org_id = ${orgId} and c.param_id = p.id and c.day <= ${dayText(till)} and c.first_on <= ${sqlInstant(till)}
    order by c.day desc limit 1
  ) cold on true
  left join lateral (
    select e.text, e.read_on from exact e
    where e.org_id = ${orgId} and e.param_id = p.id and e.read_on <= ${sqlInstant(till)}
    order by e.read_on desc limit 1
  ) exact on true`
