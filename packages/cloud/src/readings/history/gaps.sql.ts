import type { Queries } from '../../db/types.ts'
import { dayText } from './days.ts'
import { hotGaps, type Span } from './hot.sql.ts'

/** A hot run, or all of a chunk. */
export type GapRow =
  | { from: number; till: number; polls: number; reason: string; bytes: null }
  | { from: null; till: null; polls: null; reason: null; bytes: Uint8Array }

/** One statement, as in selectSpan. */
export const selectGaps = (sql: Queries, span: Span): Promise<GapRow[]> => sql<GapRow[]>`
  select (extract(epoch from begins_on) * 1000)::float8 as from, (extract(epoch from ends_on) * 1000)::float8 as till, polls, reason,
    null::bytea as bytes
  from (${hotGaps(sql, span)}) hot
  union all
  select null, null, null, null, gaps from chunk
  where org_id = ${span.orgId} and param_id = ${span.paramId} and gaps is not null
    and day between ${dayText(span.from)} and ${dayText(span.till)}`
