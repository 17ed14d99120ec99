import type { Queries, Statement } from '@busbar/database'
import { decodeGaps, type Gap } from '@busbar/series/gaps'
import { dayMs, dayStart, dayText, sqlInstant } from './days/days.ts'
import type { FoundGap } from './gaps.rules.ts'
import { type Fragment, hotGaps, type Span, type SpanOf } from './recent/hot.sql.ts'

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

/** Hot readings, readings of a partial day, or the extremes of all whole days. */
export type ExtremesRow =
  | { kind: 'hot'; bytes: Uint8Array | null }
  | { kind: 'edge'; bytes: Uint8Array }
  | { kind: 'days'; min: number; minOn: number; max: number; maxOn: number }

export const hotBytesOf = (rows: readonly ExtremesRow[]): Uint8Array | null =>
  rows.find((row) => row.kind === 'hot')?.bytes ?? null

/** The first of equal values counts. A single statement, as in selectSpan. */
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

/** A hot or lost run, or all runs of a chunk. */
type GapRow = { gap: Gap; bytes: null } | { gap: null; bytes: Uint8Array }

/** A single statement, as in selectSpan. */
export const selectGaps = (sql: Queries, span: Span): Promise<GapRow[]> => sql<GapRow[]>`${gapRows(sql, span)}`

/** Selects the gaps of several parameters at once. */
export const selectGapsOf = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  { from, till }: Pick<Span, 'from' | 'till'>,
): Promise<(GapRow & { paramId: number })[]> => sql<(GapRow & { paramId: number })[]>`
  select wanted.id as "paramId", found.* from unnest(${[...paramIds]}::bigint[]) wanted (id)
  cross join lateral (${gapRows(sql, { orgId, paramId: sql`wanted.id`, from, till })}) found`

const gapRows = (sql: Queries, span: SpanOf<number | Fragment>): Fragment => sql`
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

/** Decodes the runs of these rows. */
export const foundGaps = (rows: readonly GapRow[]): FoundGap[] =>
  rows.flatMap(({ bytes, gap }): FoundGap[] =>
    bytes === null ? [{ ...gap, isHot: true }] : decodeGaps(bytes).map((cold) => ({ ...cold, isHot: false })),
  )

export interface RangeRow {
  min: number | null
  max: number | null
}

/** First and last time of any reading of these parameters, texts included. */
export const selectRange = (sql: Queries, orgId: number, paramIds: readonly number[]): Promise<RangeRow[]> => {
  const ids = sql`${[...paramIds]}::bigint[]`
  const hot = (order: Statement) => sql`
    select h.read_on from poll h
    join layout l on l.org_id = h.org_id and l.id = h.layout_id
    cross join lateral (select array_position(l.param_ids, p.id) as at) place
    cross join lateral (
      select substr(l.cells, place.at, 1) as name, length(replace(left(l.cells, place.at), 'w', '')) as narrow_at
    ) cell
    where h.org_id = ${orgId} and h.device_id = p.device_id and (h.errors is null or not h.errors ? '') and case
      when cell.name = 'w' then h.wide[place.at - cell.narrow_at] is not null else h.narrow[cell.narrow_at] is not null end
    order by h.read_on ${order} limit 1`
  const cold = (order: Statement) => sql`
    select first_on, last_on from chunk
    where org_id = ${orgId} and param_id = p.id and count > 0 order by day ${order} limit 1`
  return sql<RangeRow[]>`
    select (extract(epoch from min(least(old.read_on, began.first_on, texts.begins_on))) * 1000)::float8 as min,
      (extract(epoch from max(greatest(new.read_on, ended.last_on, texts.ends_on))) * 1000)::float8 as max
    from param p
    left join lateral (${hot(sql`asc`)}) old on true
    left join lateral (${hot(sql`desc`)}) new on true
    left join lateral (${cold(sql`asc`)}) began on true
    left join lateral (${cold(sql`desc`)}) ended on true
    cross join lateral (
      select min(read_on) as begins_on, max(read_on) as ends_on from exact where org_id = ${orgId} and param_id = p.id
    ) texts
    where p.org_id = ${orgId} and p.id = any(${ids})`
}
