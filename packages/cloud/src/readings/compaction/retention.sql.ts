import type { Queries } from '../../db/sql.ts'
import { dayText } from '../history/days.ts'

/** Rows that one statement deletes. */
const sliceMax = 2000

/**
 * Deletes some chunks whose day is wholly older than their parameter is kept; the answer is how many. It waits for days that trees have yet
 * to work out. What they keep of these days is final from then on: it could only be worked out again from less.
 */
export const deleteOldChunks = async (sql: Queries, now: number): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`
    with gone as (
      delete from chunk where (org_id, param_id, day) in (
        select c.org_id, c.param_id, c.day
        from param p join org o on o.id = p.org_id
        join chunk c on c.org_id = p.org_id and c.param_id = p.id
          and c.day < ${dayText(now)}::date - coalesce(p.keep_days, o.keep_days)
        where not exists (
          select from sense_series s left join sense_mark m on m.org_id = s.org_id and m.series_id = s.id
            and m.day between c.day - 1 and c.day + 1 and m.day >= coalesce(s.final_before, m.day)
          where s.org_id = c.org_id and s.param_id = c.param_id and (s.is_new or m.day is not null))
        limit ${sliceMax})
      returning org_id, param_id, day
    ), final as (
      update sense_series s set final_before = greatest(s.final_before, d.till)
      from (select org_id, param_id, max(day) + 1 as till from gone group by org_id, param_id) d
      where s.org_id = d.org_id and s.param_id = d.param_id and (s.final_before is null or s.final_before < d.till)
    )
    select count(*) as count from gone`
  return row.count
}

/** The same for texts and digits. */
export const deleteOldExact = async (sql: Queries, now: number): Promise<number> =>
  (
    await sql`
      delete from exact where (org_id, param_id, read_on) in (
        select e.org_id, e.param_id, e.read_on
        from param p join org o on o.id = p.org_id
        join exact e on e.org_id = p.org_id and e.param_id = p.id
          and e.read_on < (${dayText(now)}::date - coalesce(p.keep_days, o.keep_days))::timestamp at time zone 'UTC'
        limit ${sliceMax})`
  ).count
