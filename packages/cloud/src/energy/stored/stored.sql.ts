import type { Queries } from '@busbar/database'
import type { CounterFormat } from '../counters/meter.rules.ts'
import { counterColumns } from '../counters/steps.sql.ts'
import type { ComputedDay } from './days.rules.ts'
import { dayMs } from './hold.rules.ts'
import { pack } from './packed.ts'

export interface SeriesRow extends CounterFormat {
  orgId: number
  id: number
  paramId: number
  kind: 'energy' | 'power'
  isNew: boolean
  periodSec: number
  /** Readings of the days before were deleted: what is kept of those stays as it is. Null: none were. */
  finalBefore: number | null
}

export interface DayMark {
  orgId: number
  seriesId: number
  day: number
  version: number
}

/** Marks that are processed together. */
const marksAtOnce = 5000

/**
 * Marks the days that polls may change: a reading can show that those of the hours before were wrong, and it holds for some time. A worker
 * that computes a day at this time finds another version of its mark, and leaves it for the next time.
 */
export const markPolled = async (
  tx: Queries,
  polled: { orgIds: readonly number[]; deviceIds: readonly number[]; from: readonly number[]; till: readonly number[] },
): Promise<void> => {
  await tx`
    insert into sense_mark (org_id, series_id, day)
    select distinct s.org_id, s.id, day::date
    from unnest(${polled.orgIds}::bigint[], ${polled.deviceIds}::bigint[], ${polled.from}::float8[], ${polled.till}::float8[])
      p (org_id, device_id, begins, ends)
    join sense_series s on s.org_id = p.org_id and s.device_id = p.device_id
    join device d on d.org_id = s.org_id and d.id = s.device_id
    cross join lateral generate_series(
      ((to_timestamp(begins / 1000) at time zone 'UTC')
        - case s.kind when 'energy' then greatest(3 * d.update_period_sec, 21600) else 3600 end * interval '1 second')::date::timestamp,
      ((to_timestamp(ends / 1000) at time zone 'UTC') + greatest(3 * d.update_period_sec, 900) * interval '1 second')::date::timestamp,
      interval '1 day') day
    order by s.org_id, s.id, day::date
    on conflict (org_id, series_id, day) do update set version = excluded.version`
}

export const markDays = async (
  tx: Queries,
  orgId: number,
  seriesId: number,
  firstDay: number,
  lastDay: number,
): Promise<void> => {
  await tx`
    insert into sense_mark (org_id, series_id, day)
    select ${orgId}, ${seriesId}, day from generate_series(${dateOf(firstDay)}::timestamp, ${dateOf(lastDay)}::timestamp,
      interval '1 day') day
    on conflict (org_id, series_id, day) do update set version = excluded.version`
}

/** Marks whole days of parameters, and those beside them. `day` is when it begins. */
export const markParamDays = async (
  tx: Queries,
  orgId: number,
  days: readonly { paramId: number; day: number }[],
): Promise<void> => {
  await tx`
    insert into sense_mark (org_id, series_id, day)
    select distinct s.org_id, s.id, date '1970-01-01' + given.day + beside
    from unnest(${days.map(({ paramId }) => paramId)}::bigint[], ${days.map(({ day }) => day / dayMs)}::int[]) given (param_id, day)
    join sense_series s on s.org_id = ${orgId} and s.param_id = given.param_id
    cross join generate_series(-1, 1) beside
    order by 1, 2, 3
    on conflict (org_id, series_id, day) do update set version = excluded.version`
}

/** Recalculates the newest days of a new series for a while, because a concurrent recording may not have seen it. */
export const markYoung = async (sql: Queries, since: Date, day: number): Promise<void> => {
  await sql`
    insert into sense_mark (org_id, series_id, day)
    select org_id, id, ${dateOf(day)}::date - back from sense_series, generate_series(0, 1) back
    where created_on > ${since} and not is_new order by org_id, id
    on conflict (org_id, series_id, day) do update set version = excluded.version`
}

const seriesColumns = (sql: Queries) => sql`
  s.org_id as "orgId", s.id, s.param_id as "paramId", s.kind, s.is_new as "isNew", ${counterColumns(sql)},
  s.final_before - date '1970-01-01' as "finalBefore"
  from sense_series s join param p on p.org_id = s.org_id and p.id = s.param_id
  join device d on d.org_id = s.org_id and d.id = s.device_id`

/** Series that are not completely calculated, of these or of all, in order and after the given one. */
export const newSeries = (
  sql: Queries,
  orgId: number | null,
  ids: readonly number[],
  max: number,
  after: Pick<SeriesRow, 'orgId' | 'id'> = { orgId: 0, id: 0 },
) => sql<SeriesRow[]>`
  select ${seriesColumns(sql)}
  join (
    select org_id, id from sense_series where is_new
    union select org_id, series_id from sense_zone where not is_built
  ) wanting on wanting.org_id = s.org_id and wanting.id = s.id
  where (${orgId}::bigint is null or (s.org_id = ${orgId} and s.id = any(${ids}::bigint[])))
    and (s.org_id, s.id) > (${after.orgId}::bigint, ${after.id}::bigint)
  order by s.org_id, s.id limit ${max}`

export const seriesByIds = (sql: Queries, orgIds: readonly number[], ids: readonly number[]) => sql<SeriesRow[]>`
  select ${seriesColumns(sql)} join unnest(${orgIds}::bigint[], ${ids}::bigint[]) as given (org_id, id)
    on given.org_id = s.org_id and given.id = s.id`

/** In order, after this one. */
export const marksAfter = (sql: Queries, after: Omit<DayMark, 'version'>, day: number) => sql<DayMark[]>`
  select org_id as "orgId", series_id as "seriesId", day - date '1970-01-01' as day, version from sense_mark
  where (org_id, series_id, day) > (${after.orgId}::bigint, ${after.seriesId}::bigint, ${dateOf(after.day)}::date) and day <= ${dateOf(day)}
  order by org_id, series_id, day limit ${marksAtOnce}`

export const marksOfSeries = (sql: Queries, orgId: number, seriesId: number, day: number) => sql<DayMark[]>`
  select org_id as "orgId", series_id as "seriesId", day - date '1970-01-01' as day, version from sense_mark
  where org_id = ${orgId} and series_id = ${seriesId} and day <= ${dateOf(day)} order by day`

/** Others who work on the series wait, and retention too; what is final, and its marks of these days, as they are by then. */
export const holdSeries = async (
  tx: Queries,
  orgId: number,
  seriesId: number,
  days: readonly number[],
): Promise<{ finalBefore: number | null; marked: Set<number> }> => {
  const [locked] = await tx<{ finalBefore: number | null }[]>`
    select final_before - date '1970-01-01' as "finalBefore" from sense_series
    where org_id = ${orgId} and id = ${seriesId} for no key update`
  const marks = await tx<{ day: number }[]>`
    select day - date '1970-01-01' as day from sense_mark
    where org_id = ${orgId} and series_id = ${seriesId} and day = any(${days.map(dateOf)}::date[])`
  return { finalBefore: locked?.finalBefore ?? null, marked: new Set(marks.map(({ day }) => day)) }
}

export const deleteMarks = async (
  tx: Queries,
  orgId: number,
  seriesId: number,
  marks: readonly DayMark[],
): Promise<void> => {
  const versions = marks.map(({ version }) => version)
  await tx`
    delete from sense_mark where org_id = ${orgId} and series_id = ${seriesId}
      and day = any(${marks.map(({ day }) => dateOf(day))}::date[]) and version = any(${versions}::bigint[])`
}

interface AnchorRow {
  day: number
  startOn: number | null
  startValue: number | null
  endOn: number | null
  endValue: number | null
}

/** The nearest day that is kept before, or after. */
export const dayBefore = (sql: Queries, orgId: number, seriesId: number, day: number) => sql<AnchorRow[]>`
  select day - date '1970-01-01' as day, start_on as "startOn", start_value as "startValue", end_on as "endOn", end_value as "endValue"
  from sense_day where org_id = ${orgId} and series_id = ${seriesId} and day < ${dateOf(day)} order by sense_day.day desc limit 1`

export const dayAfter = (sql: Queries, orgId: number, seriesId: number, day: number) => sql<AnchorRow[]>`
  select day - date '1970-01-01' as day, start_on as "startOn", start_value as "startValue", end_on as "endOn", end_value as "endValue"
  from sense_day where org_id = ${orgId} and series_id = ${seriesId} and day > ${dateOf(day)} order by sense_day.day limit 1`

/** Keeps days; those without anything are not kept. */
export const putDays = async (
  tx: Queries,
  orgId: number,
  seriesId: number,
  days: readonly ComputedDay[],
): Promise<void> => {
  const gone = days.filter(({ isKnown }) => !isKnown).map(({ day }) => dateOf(day))
  if (gone.length > 0) {
    await tx`
      delete from sense_day where org_id = ${orgId} and series_id = ${seriesId} and day = any(${gone}::date[])`
  }
  const rows = days
    .filter(({ isKnown }) => isKnown)
    .map(({ day, steps, start, end, setAside }) => ({
      day: dateOf(day),
      amounts: pack(steps),
      startOn: start?.on ?? null,
      startValue: start?.value ?? null,
      endOn: end?.on ?? null,
      endValue: end?.value ?? null,
      setAside: setAside.length === 0 ? null : setAside,
    }))
  if (rows.length === 0) return
  await tx`
    insert into sense_day (org_id, series_id, day, amounts, start_on, start_value, end_on, end_value, set_aside)
    select ${orgId}, ${seriesId}, day, amounts, "startOn", "startValue", "endOn", "endValue", "setAside"
    from jsonb_to_recordset(${tx.json(rows)}) as given (
      day date, amounts text, "startOn" float8, "startValue" float8, "endOn" float8, "endValue" float8, "setAside" jsonb)
    on conflict (org_id, series_id, day) do update set amounts = excluded.amounts, start_on = excluded.start_on,
      start_value = excluded.start_value, end_on = excluded.end_on, end_value = excluded.end_value, set_aside = excluded.set_aside`
}

export const storedDays = (sql: Queries, orgId: number, seriesId: number, firstDay: number, lastDay: number) => sql<
  { day: number; amounts: string }[]
>`
  select day - date '1970-01-01' as day, amounts from sense_day
  where org_id = ${orgId} and series_id = ${seriesId} and day between ${dateOf(firstDay)} and ${dateOf(lastDay)}`

export const storedBounds = async (sql: Queries, orgId: number, seriesId: number) => {
  const [row] = await sql<[{ first: number | null; last: number | null }]>`
    select min(day) - date '1970-01-01' as first, max(day) - date '1970-01-01' as last
    from sense_day where org_id = ${orgId} and series_id = ${seriesId}`
  return row
}

export const zonesOf = (sql: Queries, orgId: number, seriesId: number) => sql<{ timeZone: string; isBuilt: boolean }[]>`
  select time_zone as "timeZone", is_built as "isBuilt" from sense_zone where org_id = ${orgId} and series_id = ${seriesId}`

export const setBuilt = async (tx: Queries, orgId: number, seriesId: number, timeZone: string): Promise<void> => {
  await tx`
    update sense_zone set is_built = true where org_id = ${orgId} and series_id = ${seriesId} and time_zone = ${timeZone}`
}

export const setKnown = async (tx: Queries, orgId: number, seriesId: number): Promise<void> => {
  await tx`update sense_series set is_new = false where org_id = ${orgId} and id = ${seriesId}`
}

export interface HalfRow {
  timeZone: string
  half: number
  amounts: string
}

export const storedHalves = (
  tx: Queries,
  orgId: number,
  seriesId: number,
  timeZone: string,
  halves: readonly number[],
) => tx<HalfRow[]>`
  select time_zone as "timeZone", half, amounts from sense_half
  where org_id = ${orgId} and series_id = ${seriesId} and time_zone = ${timeZone} and half = any(${halves}::int[])`

export const putHalves = async (
  tx: Queries,
  orgId: number,
  seriesId: number,
  rows: readonly HalfRow[],
): Promise<void> => {
  await tx`
    insert into sense_half (org_id, series_id, time_zone, half, amounts)
    select ${orgId}, ${seriesId}, "timeZone", half, amounts
    from jsonb_to_recordset(${tx.json(rows)}) as given ("timeZone" text, half integer, amounts text)
    on conflict (org_id, series_id, time_zone, half) do update set amounts = excluded.amounts`
}

/** As PostgreSQL has it. */
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
