import type { Queries } from '@busbar/database'
import { dayText } from './days/days.ts'
import { type Fragment, hotRecords, type Span, type SpanOf } from './recent/hot.sql.ts'

export interface SpanRow {
  /** Format: hot-records.ts. */
  hot: Uint8Array | null
  /** Number of hot polls that were scanned. */
  polls: number
  /** Format: packed-days.ts. */
  cold: Uint8Array | null
  /** Number of cold readings. */
  count: number
}

/**
 * The hot readings of a span as `hot` selects them, and the chunks of every day it touches: their readings or their hours. One statement, so
 * that what compaction moves meanwhile is seen once. Of the chunks only the newest that hold `newestMax` readings; how
 * many of the last day's are after the span is not known, so they do not count.
 */
export const selectSpan = async (
  sql: Queries,
  span: Span,
  column: 'data' | 'hours',
  hot: Fragment,
  newestMax: number | null = null,
): Promise<SpanRow> => {
  const [row] = await sql<[Omit<SpanRow, 'cold'> & { base64: string | null }]>`
    select hot.bytes as hot, hot.polls, cold.base64, cold.count
    from (${hot}) hot, (${coldDays(sql, span, column, newestMax)}) cold`
  const { base64, ...rest } = row
  return { ...rest, cold: bytesOf(base64) }
}

/** Like `selectSpan` for several parameters at once, in undefined order. */
export const selectSpans = async (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  { from, till }: Pick<Span, 'from' | 'till'>,
): Promise<(SpanRow & { paramId: number })[]> => {
  const span = { orgId, paramId: sql`wanted.id`, from, till }
  const rows = await sql<(Omit<SpanRow, 'cold'> & { paramId: number; base64: string | null })[]>`
    select wanted.id as "paramId", hot.bytes as hot, hot.polls, cold.base64, cold.count
    from unnest(${[...paramIds]}::bigint[]) wanted (id)
    cross join lateral (${hotRecords(sql, span)}) hot
    cross join lateral (${coldDays(sql, span, 'data')}) cold`
  return rows.map(({ base64, ...rest }) => ({ ...rest, cold: bytesOf(base64) }))
}

/**
 * Large values come as base64: the client gets all values as text, and hexadecimal takes three times as long to decode.
 */
export const bytesOf = (base64: string | null): Uint8Array | null =>
  base64 === null ? null : Uint8Array.fromBase64(base64)

/** Known versions of a parameter's days, by index. */
export interface KnownDays {
  /** Days since 1970. */
  days: number[]
  versions: number[]
}

/** `count` covers only days with an unknown version. */
export type ChangedRow = Omit<SpanRow, 'polls'>

/** Like `selectSpan`, but with readings only of days that have changed since the known versions. */
export const selectChangedDays = async (
  sql: Queries,
  { orgId, paramId, from, till }: Span,
  known: KnownDays,
  hot: Fragment,
): Promise<ChangedRow> => {
  const [row] = await sql<[Omit<ChangedRow, 'cold'> & { base64: string | null }]>`
    select hot.bytes as hot, cold.base64, cold.count from (${hot}) hot, (
      select coalesce(sum(count) filter (where not is_known), 0)::float8 as count,
        encode(string_agg(int4send(day) || xidsend(version) || case
          when is_known then int4send(-1) else int4send(length(data)) || data end, ''::bytea order by day), 'base64') as base64
      from (
        select c.day - date '1970-01-01' as day, c.count, c.data, c.xmin as version, coalesce(c.xmin = known.version, false) as is_known
        from chunk c
        left join (
          select unnest(${known.days}::int[]) as day, unnest(${known.versions}::bigint[])::text::xid as version
        ) known on known.day = c.day - date '1970-01-01'
        where c.org_id = ${orgId} and c.param_id = ${paramId} and c.count > 0
          and c.day between ${dayText(from)} and ${dayText(till)}
      ) touched
    ) cold`
  const { base64, ...rest } = row
  return { ...rest, cold: bytesOf(base64) }
}

/** Packs these chunks into one value (see packed-days.ts), with their number of readings. */
export const coldDays = (
  sql: Queries,
  span: SpanOf<number | Fragment>,
  column: 'data' | 'hours',
  newestMax: number | null = null,
): Fragment => sql`
  select coalesce(sum(count), 0)::float8 as count,
    encode(string_agg(int4send(day - date '1970-01-01') || int4send(0) || int4send(length(bytes)) || bytes, ''::bytea order by day), 'base64')
      as base64
  from (
    select day, count, ${sql(column)} as bytes,
      sum(case when day = ${dayText(span.till)} then 0 else count end) over newest_first - count as newer_count
    from chunk
    where org_id = ${span.orgId} and param_id = ${span.paramId} and count > 0
      and day between ${dayText(span.from)} and ${dayText(span.till)}
    window newest_first as (order by day desc rows unbounded preceding)
  ) chunks
  where ${newestMax}::bigint is null or newer_count < ${newestMax}`
