import type { Queries } from '@busbar/database'
import { dayText } from '../history/days/days.ts'

/** Rows deleted by one statement. */
const sliceMax = 2000

/** Organizations with a retention period. */
export const forgettingOrgs = async (sql: Queries): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select o.id from org o
    where o.keep_days is not null or exists (select 1 from param p where p.org_id = o.id and p.keep_days is not null) order by o.id`
  return rows.map(({ id }) => id)
}

/**
 * Deletes some chunks of an organization whose whole day is past their parameter's retention, and returns the number.
 * Days that energy trees have yet to process are kept. Stored energy of deleted days becomes final, because it could
 * only be recalculated from fewer readings.
 */
export const deleteOldChunks = async (tx: Queries, orgId: number, now: number): Promise<number> => {
  const old = await tx<{ paramId: number; day: string }[]>`
    select c.param_id as "paramId", c.day::text as day
    from chunk c
    join (select p.id, coalesce(p.keep_days, o.keep_days) as keep_days from param p join org o on o.id = p.org_id
      where p.org_id = ${orgId} and coalesce(p.keep_days, o.keep_days) is not null) k on k.id = c.param_id
    where c.org_id = ${orgId} and c.day < ${dayText(now)}::date - k.keep_days
      and not exists (
        select 1 from (
          select s.param_id, s.is_new, m.day
          from sense_series s left join sense_mark m on m.org_id = s.org_id and m.series_id = s.id and m.day >= coalesce(s.final_before, m.day)
          where s.org_id = ${orgId} and (s.is_new or m.day is not null)
        ) wanted
        where wanted.param_id = c.param_id and (wanted.is_new or wanted.day between c.day - 1 and c.day + 1))
    limit ${sliceMax}`
  if (old.length === 0) return 0
  const [params, days] = [old.map(({ paramId }) => paramId), old.map(({ day }) => day)]
  const gone = await tx`
    delete from chunk where org_id = ${orgId}
      and (param_id, day) in (select unnest(${params}::bigint[]), unnest(${days}::date[]))
    returning 1`
  await tx`
    update sense_series s set final_before = greatest(s.final_before, d.till)
    from (select param_id, max(day) + 1 as till from unnest(${params}::bigint[], ${days}::date[]) as u (param_id, day) group by param_id) d
    where s.org_id = ${orgId} and s.param_id = d.param_id and (s.final_before is null or s.final_before < d.till)`
  return gone.length
}

/** Deletes texts and digits in the same way. */
export const deleteOldExact = async (tx: Queries, orgId: number, now: number): Promise<number> => {
  const old = await tx<{ paramId: number; readOn: Date }[]>`
    select e.param_id as "paramId", e.read_on as "readOn"
    from exact e
    join (select p.id, (${dayText(now)}::date - coalesce(p.keep_days, o.keep_days))::timestamp at time zone 'UTC' as till
      from param p join org o on o.id = p.org_id
      where p.org_id = ${orgId} and coalesce(p.keep_days, o.keep_days) is not null) k on k.id = e.param_id
    where e.org_id = ${orgId} and e.read_on < k.till
    limit ${sliceMax}`
  if (old.length === 0) return 0
  const gone = await tx`
    delete from exact where org_id = ${orgId} and (param_id, read_on) in (
      select unnest(${old.map(({ paramId }) => paramId)}::bigint[]), unnest(${old.map(({ readOn }) => readOn)}::timestamptz[]))
    returning 1`
  return gone.length
}
