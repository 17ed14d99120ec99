import type { Queries } from '@busbar/database'
import type { ClockMemory } from './trusted-clock.ts'

const ms = (sql: Queries, column: string) => sql`(extract(epoch from ${sql(column)}) * 1000)::float8`

export const readMemory = async (sql: Queries): Promise<ClockMemory | null> => {
  const [row] = await sql<ClockMemory[]>`
    select ${ms(sql, 'believed_on')} as "believedOn", ${ms(sql, 'shown_on')} as "shownOn" from clock_memory`
  return row ?? null
}

export const saveMemory = async (sql: Queries, { believedOn, shownOn }: ClockMemory): Promise<void> => {
  await sql`
    insert into clock_memory (believed_on, shown_on)
    values (to_timestamp(${believedOn}::float8 / 1000), to_timestamp(${shownOn}::float8 / 1000))
    on conflict (is_only) do update set believed_on = excluded.believed_on, shown_on = excluded.shown_on`
}

/** Time of the latest poll that is the last one of any device, as Unix time in milliseconds. */
export const newestOn = async (sql: Queries): Promise<number | null> => {
  const [row] = await sql<[{ on: number | null }]>`
    select (extract(epoch from max(greatest(read_on, failed_on))) * 1000)::float8 as on from last_poll`
  return row.on
}

/** Makes days final that retention would delete now. */
export const setFinal = async (sql: Queries, now: Date): Promise<void> => {
  await sql`
    update sense_series s set final_before = (${now}::timestamptz at time zone 'UTC')::date - coalesce(p.keep_days, o.keep_days)
    from param p join org o on o.id = p.org_id
    where p.org_id = s.org_id and p.id = s.param_id and s.final_before is null and coalesce(p.keep_days, o.keep_days) is not null`
}

/**
 * Corrects alert events that ended before they began because the clock was set. Their original start remains in the
 * details.
 */
export const mendRecords = async (sql: Queries): Promise<void> => {
  await sql`
    update alert_record set started_on = resolved_on, since_on = least(since_on, resolved_on)
    where resolved_on < started_on`
}

export interface AsideCounts {
  polls: number
  chunks: number
}

/** Organizations with readings later than `after`. */
export const organizationsAhead = async (sql: Queries, after: Date): Promise<number[]> => {
  const rows = await sql<{ orgId: number }[]>`
    select org_id as "orgId" from poll where read_on > ${after}
    union select org_id from exact where read_on > ${after}
    union select org_id from chunk where day > (${after}::timestamptz at time zone 'UTC')::date
    union select org_id from last_poll where greatest(read_on, failed_on) > ${after}
    union select org_id from sense_day where day > (${after}::timestamptz at time zone 'UTC')::date
    order by 1`
  return rows.map(({ orgId }) => orgId)
}

/** Quarantines an organization's readings later than `after`; its energy figures are deleted and calculated again. */
export const setAheadAside = async (tx: Queries, orgId: number, after: Date): Promise<AsideCounts> => {
  // Tells caches of these devices that readings were removed.
  await tx`
    update last_poll set version = version + 1
    where org_id = ${orgId} and device_id in (select device_id from poll where org_id = ${orgId} and read_on > ${after})`
  const [{ polls }] = await tx<[{ polls: number }]>`
    with texts as (
      select param_id, read_on, text from exact where org_id = ${orgId} and read_on > ${after}
    ), gone as (
      delete from poll where org_id = ${orgId} and read_on > ${after} returning *
    ), kept as (
      insert into aside_poll (org_id, device_id, read_on, layout_id, narrow, wide, errors, texts, reason)
      select g.org_id, g.device_id, g.read_on, g.layout_id, g.narrow, g.wide, g.errors,
        (select jsonb_object_agg(e.param_id, e.text) from param p join texts e on e.param_id = p.id
          where p.org_id = g.org_id and p.device_id = g.device_id and e.read_on = g.read_on), 'ahead-of-the-clock'
      from gone g join device d on d.org_id = g.org_id and d.id = g.device_id
      order by g.org_id, g.device_id, g.read_on returning 1
    )
    select count(*) as polls from kept`
  await tx`
    delete from exact where org_id = ${orgId} and read_on > ${after} and (param_id, read_on) in (
      select p.id, a.read_on from param p join aside_poll a on a.org_id = p.org_id and a.device_id = p.device_id
      where p.org_id = ${orgId} and a.read_on > ${after} and a.texts ? p.id::text)`
  // Texts and digits of compacted days.
  await tx`
    with gone as (delete from exact where org_id = ${orgId} and read_on > ${after} returning *)
    insert into aside_exact (org_id, param_id, read_on, text) select org_id, param_id, read_on, text from gone`
  const chunks = await tx`
    with gone as (
      delete from chunk where org_id = ${orgId} and day > (${after}::timestamptz at time zone 'UTC')::date returning *
    )
    insert into aside_chunk (org_id, param_id, day, count, sum, min, min_on, max, max_on, first, first_on, last, last_on, hours, data,
      gaps, block_ends)
    select org_id, param_id, day, count, sum, min, min_on, max, max_on, first, first_on, last, last_on, hours, data, gaps, block_ends
    from gone returning 1`
  await forgetFigures(tx, orgId, after)
  return { polls, chunks: chunks.length }
}

/**
 * Figures of local days are sums of UTC days, packed by half-years: they are summed up again if some of them are
 * deleted.
 */
const forgetFigures = async (tx: Queries, orgId: number, after: Date): Promise<void> => {
  await tx`
    with gone as (
      delete from sense_day where org_id = ${orgId} and day > (${after}::timestamptz at time zone 'UTC')::date
      returning org_id, series_id
    ), series as (
      select distinct org_id, series_id from gone
    ), halves as (
      delete from sense_half h using series s where h.org_id = s.org_id and h.series_id = s.series_id
    ), zones as (
      update sense_zone z set is_built = false from series s where z.org_id = s.org_id and z.series_id = s.series_id
    )
    insert into sense_mark (org_id, series_id, day)
    select org_id, series_id, (${after}::timestamptz at time zone 'UTC')::date - back from series, generate_series(0, 1) back
    order by 1, 2, 3
    on conflict (org_id, series_id, day) do update set version = excluded.version`
  await tx`
    delete from sense_mark where org_id = ${orgId} and day > (${after}::timestamptz at time zone 'UTC')::date + 1`
}

/** Last poll of a device, every column as PostgreSQL writes it. */
type LastPoll = Record<
  'readOn' | 'layoutId' | 'narrow' | 'wide' | 'errors' | 'failedOn' | 'older' | 'texts',
  string | null
> & {
  deviceId: number
}

/** Recalculates an organization's last values that are later than `after`, without quarantined readings. */
export const mendLast = async (tx: Queries, orgId: number, after: Date): Promise<void> => {
  for (const last of await lastBefore(tx, orgId, after)) {
    await tx`
      update last_poll set version = version + 1, read_on = ${last.readOn}::timestamptz, layout_id = ${last.layoutId}::bigint,
        narrow = ${last.narrow}::integer[], wide = ${last.wide}::double precision[], errors = ${last.errors}::jsonb,
        failed_on = ${last.failedOn}::timestamptz, older = ${last.older}::jsonb, texts = ${last.texts}::jsonb
      where org_id = ${orgId} and device_id = ${last.deviceId}`
  }
}

/** Reads before it writes, because Citus cannot build JSON within an update. */
const lastBefore = (tx: Queries, orgId: number, after: Date): Promise<LastPoll[]> => tx<LastPoll[]>`
  with ours as materialized (select id, device_id, value_type from param where org_id = ${orgId})
  select m.device_id as "deviceId", good.read_on::text as "readOn", good.layout_id::text as "layoutId", good.narrow::text as narrow,
    good.wide::text as wide, latest.errors::text as errors, (case when latest.errors is not null then latest.read_on end)::text as "failedOn",
    cold.numbers::text as older, recent.texts::text as texts
  from last_poll m
  left join lateral (select read_on, errors from poll p where p.org_id = ${orgId} and p.device_id = m.device_id
    order by read_on desc limit 1) latest on true
  left join lateral (select read_on, layout_id, narrow, wide from poll p where p.org_id = ${orgId} and p.device_id = m.device_id
    and (p.narrow <> '{}' or p.wide is not null) order by read_on desc limit 1) good on true
  left join lateral (
    select jsonb_object_agg(c.param_id, jsonb_build_array(c.last, (extract(epoch from c.last_on) * 1000)::bigint)) as numbers
    from ours a cross join lateral (select param_id, last, last_on from chunk c where c.org_id = ${orgId} and c.param_id = a.id
      and c.count > 0 order by c.day desc limit 1) c
    where a.device_id = m.device_id) cold on true
  left join lateral (
    select jsonb_object_agg(e.param_id, jsonb_build_array(e.text, (extract(epoch from e.read_on) * 1000)::bigint)) as texts
    from ours a cross join lateral (select param_id, text, read_on from exact e where e.org_id = ${orgId} and e.param_id = a.id
      order by e.read_on desc limit 1) e
    where a.device_id = m.device_id and (a.value_type = 'string' or e.read_on = good.read_on)) recent on true
  where m.org_id = ${orgId} and greatest(m.read_on, m.failed_on) > ${after}`
