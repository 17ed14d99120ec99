import type { Queries } from '../../db/types.ts'
import { sqlInstant } from './days.ts'
import type { Span } from './hot.sql.ts'

export const selectExact = (
  sql: Queries,
  { orgId, paramId, from, till }: Span,
): Promise<{ on: number; text: string }[]> => sql`
  select (extract(epoch from read_on) * 1000)::float8 as on, text from exact
  where org_id = ${orgId} and param_id = ${paramId} and read_on >= ${sqlInstant(from)} and read_on <= ${sqlInstant(till)}
  order by read_on`
