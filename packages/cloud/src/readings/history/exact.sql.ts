import type { Queries } from '../../db/sql.ts'
import { sqlInstant } from './days.ts'
import type { Span } from './hot.sql.ts'

export const selectExact = (
  sql: Queries,
  { orgId, paramId, from, till }: Span,
): Promise<{ on: number; text: string }[]> => sql`
  select (extract(epoch from read_on) * 1000)::float8 as on, text from exact
  where org_id = ${orgId} and param_id = ${paramId} and read_on >= ${sqlInstant(from)} and read_on <= ${sqlInstant(till)}
  order by read_on`

/** The digits of some readings, by their times. */
export const selectDigits = (
  sql: Queries,
  orgId: number,
  paramId: number,
  times: readonly number[],
): Promise<{ on: number; text: string }[]> => sql`
  select (extract(epoch from read_on) * 1000)::float8 as on, text from exact
  where org_id = ${orgId} and param_id = ${paramId}
    and read_on = any(select to_timestamp(ms / 1000) from unnest(${[...times]}::float8[]) ms)`
