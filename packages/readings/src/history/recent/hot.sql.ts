import type { Queries, Statement } from '@busbar/database'
import { sqlInstant } from '../days/days.ts'

/** Readings of one parameter with from <= time <= till. */
export interface Span {
  orgId: number
  paramId: number
  from: number
  till: number
}

/** A part of a statement. */
export type Fragment = Statement

/** The same of a parameter that an outer part of the statement names, as `sql`wanted.id``. */
export type SpanOf<Id> = Omit<Span, 'paramId'> & { paramId: Id }
type SqlSpan = SpanOf<number | Fragment>

/** Position of the parameter in each layout of its device: either `narrow_at` or `wide_at` is null. */
const places = (sql: Queries, { orgId, paramId }: SqlSpan): Fragment => sql`
  select l.id as layout_id, cell.name::bytea as name,
    case when cell.name <> 'w' then cell.narrow_at end as narrow_at,
    case when cell.name = 'w' then place.at - cell.narrow_at end as wide_at
  from param p
  join layout l on l.org_id = p.org_id and l.device_id = p.device_id
  cross join lateral (select array_position(l.param_ids, p.id) as at) place
  cross join lateral (
    select substr(l.cells, place.at, 1) as name, length(replace(left(l.cells, place.at), 'w', '')) as narrow_at
  ) cell
  where p.org_id = ${orgId} and p.id = ${paramId} and place.at is not null`

/** The device's polls in the span. */
const polls = (sql: Queries, { orgId, paramId, from, till }: SqlSpan): Fragment => sql`
  h.org_id = ${orgId} and h.device_id = (select device_id from param where org_id = ${orgId} and id = ${paramId})
  and h.read_on >= ${sqlInstant(from)} and h.read_on <= ${sqlInstant(till)}`

/**
 * Packs the parameter's hot readings into one value (see readHotRecords). A null position makes the record null, and
 * null records are dropped. Nearly all polls use the newest layout, so its positions are computed once; a join would
 * double the time. `pollsMax` limits the scan to the newest polls.
 */
export const hotRecords = (sql: Queries, span: SqlSpan, pollsMax: number | null = null): Fragment => sql`
  with place as materialized (${places(sql, span)}), usual as materialized (
    select * from place
    where layout_id = (select h.layout_id from poll h where ${polls(sql, span)} order by h.read_on desc limit 1)
  )
  select string_agg(
    timestamptz_send(h.read_on) || case when h.layout_id = (select layout_id from usual) then
      (select name from usual) || coalesce(
        int4send(h.narrow[(select narrow_at from usual)]), float8send(h.wide[(select wide_at from usual)]))
    else (
      select l.name || coalesce(int4send(h.narrow[l.narrow_at]), float8send(h.wide[l.wide_at]))
      from place l where l.layout_id = h.layout_id
    ) end, ''::bytea) as bytes, count(*) as polls
  from ${pollsMax === null ? sql`poll h where ${polls(sql, span)}` : newest(sql, span, pollsMax)}`

const newest = (sql: Queries, span: SqlSpan, pollsMax: number): Fragment => sql`
  (select read_on, layout_id, narrow, wide from poll h where ${polls(sql, span)} order by read_on desc limit ${pollsMax}) h`

/**
 * As `hotRecords`, but only the first reading of each step of `stepMs` from the span's beginning on. From one to the next the index
 * leads: what lies between them is not read, which pays where steps are long. A border is taken a little early, and a reading that is
 * next to one is taken for one of the step before, so that rounding leaves nothing out: a step may give some readings more.
 */
export const hotFirsts = (sql: Queries, span: Span, stepMs: number): Fragment => {
  const { from } = span
  const earlyMs = 1 + stepMs * 1e-9
  const border = sql`to_timestamp((${from - earlyMs}::float8 + ${stepMs}::float8
    * (floor((round(date_part('epoch', f.read_on) * 1000) - ${from}::float8) / ${stepMs}::float8 - 1e-9) + 1)) / 1000)`
  const next = sql`h.read_on > f.read_on and h.read_on >= ${border}`
  return sql`
    with recursive place as materialized (${places(sql, span)}), firsts as (
      (${reading(sql, span, sql`true`)})
      union all
      select n.read_on, n.bytes from firsts f cross join lateral (${reading(sql, span, next)}) n
    )
    select string_agg(bytes, ''::bytea) as bytes, count(*) as polls from firsts`
}

/** The first poll that has a reading. Written so that polls come by their index, one after the other, until one has. */
const reading = (sql: Queries, span: Span, filter: Fragment): Fragment => sql`
  select read_on, bytes from (
    select h.read_on, (
      select timestamptz_send(h.read_on) || p.name || coalesce(int4send(h.narrow[p.narrow_at]), float8send(h.wide[p.wide_at]))
      from place p where p.layout_id = h.layout_id
    ) as bytes
    from poll h where ${polls(sql, span)} and ${filter} order by h.read_on
  ) readings where bytes is not null limit 1`

/**
 * The parameter's failed hot reads in runs; a run ends with its day. A text has no place in any layout: every poll of its
 * device is taken for one that asked for it. Mostly nothing failed, and that is found out first.
 */
export const hotGaps = (sql: Queries, span: SqlSpan): Fragment => sql`
  with tried as (
    select h.read_on, (h.read_on at time zone 'UTC')::date as day,
      case when h.errors is not null then coalesce(h.errors ->> '', h.errors ->> (${span.paramId}::bigint)::text) end as reason
    from poll h
    where ${polls(sql, span)}
      and exists (select 1 from poll h where ${polls(sql, span)} and errors is not null)
      and (
        h.layout_id in (
          select l.id from param p join layout l on l.org_id = p.org_id and l.device_id = p.device_id
          where p.org_id = ${span.orgId} and p.id = ${span.paramId} and p.id = any(l.param_ids))
        or exists (select 1 from param where org_id = ${span.orgId} and id = ${span.paramId} and value_type = 'string'))
  ), begun as (
    select read_on, day, reason, case
      when lag(reason) over by_time is distinct from reason or lag(day) over by_time <> day then 1 end as is_new
    from tried window by_time as (order by read_on)
  ), counted as (
    select read_on, reason, count(is_new) over (order by read_on) as run from begun
  )
  select min(read_on) as begins_on, max(read_on) as ends_on, count(*)::int as polls, reason
  from counted where reason is not null group by run, reason`
