import type { Queries } from '../../db/sql.ts'
import { dayText } from './days.ts'
import type { Fragment, Span } from './hot.sql.ts'

/** Where a span is cut that is otherwise told by statistics. */
export interface Cuts {
  /** Days since 1970 whose hours are wanted, in order. */
  days: number[]
  /** For each of them the blocks whose readings are wanted: 1 is the first block, 2 the second, 4 the third and so on, or their sum. */
  blocks: number[]
}

export interface CutRow {
  /** See hot-records.ts. */
  hot: Uint8Array | null
  /** See cut-days.ts. */
  cold: Uint8Array | null
  /** How many readings the wanted blocks have, where of a day in blocks half are wanted. */
  count: number
}

const blocksOfDay = 8

/**
 * The hot readings of a span as `hot` selects them, and of every day that it touches the statistics, with hours and blocks of those that are
 * cut. One statement, so that what compaction moves meanwhile is seen once. A day's data is fetched whole and parted here: to fetch
 * each block alone takes four times as long.
 */
export const selectCutDays = async (sql: Queries, span: Span, cuts: Cuts, hot: Fragment): Promise<CutRow> => {
  const { orgId, paramId, from, till } = span
  const noBytes = sql`''::bytea`
  const wanted = Array.from({ length: blocksOfDay }, (_, block) => {
    const begin = block === 0 ? sql`0` : sql`ends[${block}::int]`
    const length = sql`ends[${block + 1}::int] - ${begin}`
    return sql`case when blocks & ${2 ** block}::int = 0 then ${noBytes}
      else int4send(${length}) || substring(data from ${begin} + 1 for ${length}) end`
  })
  const parts = wanted.reduce((all, one) => sql`${all} || ${one}`)
  const [row] = await sql<[CutRow]>`
    select hot.bytes as hot, cold.bytes as cold, cold.count from (${hot}) hot, (
      select coalesce(sum(case when blocks = 0 then 0 when ends is null then count else count / 2 end), 0)::float8 as count,
        string_agg(
          int4send(day) || int4send(count) || float8send(sum) || float8send(min) || float8send(max) || float8send(first)
          || timestamptz_send(first_on) || timestamptz_send(last_on)
          || int4send(length(hours)) || hours
          || case when blocks = 0 then int4send(0)
            when ends is null then int4send(-1) || int4send(length(data)) || data
            else int4send(blocks) || ${parts} end,
          ''::bytea order by day) as bytes
      from (
        select c.day - date '1970-01-01' as day, c.count, c.sum, c.min, c.max, c.first, c.first_on, c.last_on, c.block_ends as ends,
          case when cut.day is null then ${noBytes} else c.hours end as hours,
          coalesce(cut.blocks, 0) as blocks,
          case when cut.blocks <> 0 then c.data || ${noBytes} end as data
        from chunk c
        left join (select unnest(${cuts.days}::int[]) as day, unnest(${cuts.blocks}::int[]) as blocks) cut on cut.day = c.day - date '1970-01-01'
        where c.org_id = ${orgId} and c.param_id = ${paramId} and c.count > 0
          and c.day between ${dayText(from)} and ${dayText(till)}
        offset 0
      ) touched
    ) cold`
  return row
}
