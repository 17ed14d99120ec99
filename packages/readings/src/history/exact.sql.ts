import type { Queries } from '@busbar/database'
import { sqlInstant } from './days/days.ts'
import type { Span } from './recent/hot.sql.ts'

export const selectExact = (
  sql: Queries,
  { orgId, paramId, from, till }: Span,
): Promise<{ on: number; text: string }[]> => sql`
  select (extract(epoch from read_on) * 1000)::float8 as on, text from exact
  where org_id = ${orgId} and param_id = ${paramId} and read_on >= ${sqlInstant(from)} and read_on <= ${sqlInstant(till)}
  order by read_on`

/** Selects the digits of some readings by time. */
export const selectDigits = (
  sql: Queries,
  orgId: number,
  paramId: number,
  times: readonly number[],
): Promise<{ on: number; text: string }[]> => sql`
  select (extract(epoch from read_on) * 1000)::float8 as on, text from exact
  where org_id = ${orgId} and param_id = ${paramId}
    and read_on = any(select to_timestamp(ms / 1000) from unnest(${[...times]}::float8[]) ms)`

export interface TextRun {
  from: number
  till: number
  text: string
  count: number
}

const runsMax = 1000

/** Selects runs of consecutive readings with the same text; the latest ones, in chronological order. */
export const selectTextRuns = async (
  sql: Queries,
  { orgId, paramId, from, till }: Pick<Span, 'orgId' | 'paramId' | 'from' | 'till'>,
): Promise<TextRun[]> => {
  const runs = await sql<TextRun[]>`
    select (extract(epoch from min(read_on)) * 1000)::float8 as from, (extract(epoch from max(read_on)) * 1000)::float8 as till,
      min(text) as text, count(*)::int as count
    from (
      select read_on, text, sum(is_new::int) over (order by read_on) as run
      from (
        select read_on, text, lag(text) over (order by read_on) is distinct from text as is_new from exact
        where org_id = ${orgId} and param_id = ${paramId} and read_on >= ${sqlInstant(from)} and read_on <= ${sqlInstant(till)}
      ) marked
    ) numbered
    group by run order by run desc limit ${runsMax}`
  return runs.toReversed()
}
