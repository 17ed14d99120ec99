import type { Queries } from '../../db/sql.ts'
import type { Gap } from '../chunk/gaps.ts'
import { dayText, sqlInstant } from './days.ts'
import { hotGaps, type Span } from './hot.sql.ts'

/** A hot run or one that was lost, or all of a chunk. */
export type GapRow = { gap: Gap; bytes: null } | { gap: null; bytes: Uint8Array }

/** One statement, as in selectSpan. */
export const selectGaps = (sql: Queries, span: Span): Promise<GapRow[]> => sql<GapRow[]>`
  select json_build_object('from', (extract(epoch from begins_on) * 1000)::float8, 'till', (extract(epoch from ends_on) * 1000)::float8,
    'polls', polls, 'reason', reason) as gap, null::bytea as bytes
  from (${hotGaps(sql, span)}) hot
  union all
  select null, gaps from chunk
  where org_id = ${span.orgId} and param_id = ${span.paramId} and gaps is not null
    and day between ${dayText(span.from)} and ${dayText(span.till)}
  union all
  select json_build_object('from', (extract(epoch from l.from_on) * 1000)::float8, 'till', (extract(epoch from l.till_on) * 1000)::float8,
    'polls', l.polls, 'reason', l.reason), null
  from param p join lost_polls l on l.org_id = p.org_id and l.device_id = p.device_id
  where p.org_id = ${span.orgId} and p.id = ${span.paramId}
    and l.from_on <= ${sqlInstant(span.till)} and l.till_on >= ${sqlInstant(span.from)}`
