import type { Queries } from '../../db/sql.ts'
import { dayText, sqlInstant } from './days.ts'

/** Days since 1970 on which any of these parameters may have readings, in order. */
export const selectDays = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  from: number,
  till: number,
): Promise<{ day: number }[]> => {
  const ids = sql`${[...paramIds]}::bigint[]`
  const span = sql`read_on >= ${sqlInstant(from)} and read_on <= ${sqlInstant(till)}`
  return sql<{ day: number }[]>`
    select day - date '1970-01-01' as day from (
      select day from chunk
      where org_id = ${orgId} and param_id = any(${ids}) and count > 0
        and day between ${dayText(from)} and ${dayText(till)}
      union
      select (read_on at time zone 'UTC')::date from poll
      where org_id = ${orgId} and device_id in (select device_id from param where org_id = ${orgId} and id = any(${ids})) and ${span}
      union
      select (read_on at time zone 'UTC')::date from exact where org_id = ${orgId} and param_id = any(${ids}) and ${span}
    ) days order by day`
}
