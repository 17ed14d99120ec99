import type { Queries } from '../../db/sql.ts'
import { dayMs, dayStart, dayText } from './days.ts'
import type { Fragment, Span } from './hot.sql.ts'

/** Hot readings, or a day's that the span has not whole, or the extremes of all whole days. */
export type ExtremesRow =
  | { kind: 'hot'; bytes: Uint8Array | null }
  | { kind: 'edge'; bytes: Uint8Array }
  | { kind: 'days'; min: number; minOn: number; max: number; maxOn: number }

export const hotBytesOf = (rows: readonly ExtremesRow[]): Uint8Array | null =>
  rows.find((row) => row.kind === 'hot')?.bytes ?? null

/** The first of equal ones counts. One statement, as in selectSpan. */
export const selectExtremes = (sql: Queries, span: Span, hot: Fragment): Promise<ExtremesRow[]> => {
  const { orgId, paramId, from, till } = span
  const isBeginCut = dayStart(from) < from
  const isEndCut = till < dayStart(till) + dayMs - 1
  const edges = [...(isBeginCut ? [dayText(from)] : []), ...(isEndCut ? [dayText(till)] : [])]
  const whole = sql`org_id = ${orgId} and param_id = ${paramId} and count > 0
    and day between ${dayText(from)} and ${dayText(till)} and day <> all(${edges}::date[])`
  return sql<ExtremesRow[]>`
    select 'hot' as kind, hot.bytes, null::float8 as min, null::float8 as "minOn", null::float8 as max, null::float8 as "maxOn"
    from (${hot}) hot
    union all
    select 'edge', data, null, null, null, null
    from chunk where org_id = ${orgId} and param_id = ${paramId} and count > 0 and day = any(${edges}::date[])
    union all
    select 'days', null, low.min, (extract(epoch from low.min_on) * 1000)::float8,
      high.max, (extract(epoch from high.max_on) * 1000)::float8
    from (select min, min_on from chunk where ${whole} order by min, min_on limit 1) low,
      (select max, max_on from chunk where ${whole} order by max desc, max_on limit 1) high`
}
