import type { Queries } from '@busbar/database'
import type { Fragment, Span } from '../recent/hot.sql.ts'
import { bytesOf } from '../span.sql.ts'
import { dayText } from './days.ts'

/** Positions at which a span that is otherwise answered by statistics is cut. */
export interface DayCuts {
  /** Days since 1970 whose hours are required, in order. */
  days: number[]
  /** For each of these days, whether its readings are required, too. */
  isWithin: boolean[]
}

export interface CutRow {
  /** Format: hot-records.ts. */
  hot: Uint8Array | null
  /** Format: cut-days.ts. */
  cold: Uint8Array | null
  /** Approximate number of readings to decode. */
  count: number
}

/**
 * The hot readings of a span as `hot` selects them, and of every day that it touches the statistics, with hours and readings of those that are
 * cut. One statement, so that what compaction moves meanwhile is seen once. Days come whole: to part them into blocks takes the database
 * longer than to send all of them.
 */
export const selectCutDays = async (sql: Queries, span: Span, cuts: DayCuts, hot: Fragment): Promise<CutRow> => {
  const { orgId, paramId, from, till } = span
  const [row] = await sql<[Omit<CutRow, 'cold'> & { base64: string | null }]>`
    select hot.bytes as hot, encode(cold.bytes, 'base64') as base64, cold.count from (${hot}) hot, (
      select coalesce(sum(count) filter (where length(data) > 0), 0)::float8 / 2 as count,
        string_agg(
          int4send(day) || int4send(count) || float8send(sum) || float8send(min) || float8send(max) || float8send(first)
          || timestamptz_send(first_on) || timestamptz_send(last_on)
          || int4send(length(hours)) || hours || int4send(length(data)) || data,
          ''::bytea order by day) as bytes
      from (
        select c.day - date '1970-01-01' as day, c.count, c.sum, c.min, c.max, c.first, c.first_on, c.last_on,
          case when cut.day is null then ''::bytea else c.hours end as hours,
          case when cut.is_within then c.data || ''::bytea else ''::bytea end as data
        from chunk c
        left join (select unnest(${cuts.days}::int[]) as day, unnest(${cuts.isWithin}::boolean[]) as is_within) cut on cut.day = c.day - date '1970-01-01'
        where c.org_id = ${orgId} and c.param_id = ${paramId} and c.count > 0
          and c.day between ${dayText(from)} and ${dayText(till)}
        offset 0
      ) touched
    ) cold`
  const { base64, ...rest } = row
  return { ...rest, cold: bytesOf(base64) }
}
