import type { Queries } from '../../db/types.ts'
import { dayText } from '../history/days.ts'

/** Rows that one statement deletes. */
const sliceMax = 2000

/** Deletes some chunks whose day is wholly older than their parameter is kept; the answer is how many. */
export const deleteOldChunks = async (sql: Queries, now: number): Promise<number> =>
  (
    await sql`
      delete from chunk where (org_id, param_id, day) in (
        select c.org_id, c.param_id, c.day
        from param p join org o on o.id = p.org_id
        join chunk c on c.org_id = p.org_id and c.param_id = p.id
          and c.day < ${dayText(now)}::date - coalesce(p.keep_days, o.keep_days)
        limit ${sliceMax})`
  ).count

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
