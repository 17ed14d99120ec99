import type { Queries } from '@busbar/database'
import { ArrayText } from '@busbar/database/arrays'
import type { RecordedPoll } from '../poll.ts'
import type { Batch, StoredPoll } from './batch.ts'
import type { DeviceState } from './devices.ts'
import { keyColumns, type LastState } from './last-values.ts'
import { rowOf } from './row-layout.ts'

/** Age at which the row of an inactive recorder is deleted. */
const forgetDays = 7
/** After a cut connection that the server has not noticed, our row must not stay locked for hours. */
const idleMax = '20s'

export const addRecorder = async (sql: Queries, id: string, batch: number): Promise<void> => {
  await sql`delete from recorder where seen_on < now() - make_interval(days => ${forgetDays})`
  await sql`insert into recorder (id, batch, seen_on) values (${id}, ${batch}, now())
    on conflict (id) do update set batch = excluded.batch, seen_on = excluded.seen_on`
}

/** Number of the last committed batch. */
export const batchOf = async (sql: Queries, id: string): Promise<number | null> => {
  const [row] = await sql<{ batch: number }[]>`select batch from recorder where id = ${id}`
  return row?.batch ?? null
}

/**
 * First statement of a batch's transaction: waits for an earlier attempt to end, and changes no row if that was
 * committed.
 */
export const takeTurn = async (sql: Queries, id: string, batch: number): Promise<boolean> => {
  const { count } = await sql`
    update recorder set batch = ${batch}, seen_on = now() where id = ${id} and batch = ${batch - 1}
    returning set_config('idle_in_transaction_session_timeout', ${idleMax}, true)`
  return count === 1
}

/** Writes the polls and returns whether all their times were free. */
export const insertPolls = async (sql: Queries, lines: readonly StoredPoll[]): Promise<boolean> => {
  const [orgs, devices, times, layouts] = [new ArrayText(), new ArrayText(), new ArrayText(), new ArrayText()]
  const [narrow, wide, errors] = [new ArrayText(), new ArrayText(), new ArrayText()]
  for (const { poll, layout, row, errors: failures } of lines) {
    orgs.add(poll.orgId)
    devices.add(poll.deviceId)
    times.add(poll.readOn)
    layouts.add(layout.id)
    narrow.addArray(row.narrow)
    wide.addArray(row.wide)
    errors.addText(failures)
  }
  // Counts the returned rows, because Citus reports a wrong number of affected rows in case of conflicts.
  const added = await sql`
    insert into poll (org_id, device_id, read_on, layout_id, narrow, wide, errors)
    select org_id, device_id, to_timestamp(read_on / 1000), layout_id, narrow::integer[], wide::double precision[], errors::jsonb
    from unnest(${orgs.toString()}::integer[], ${devices.toString()}::integer[], ${times.toString()}::double precision[],
      ${layouts.toString()}::integer[], ${narrow.toString()}::text[], ${wide.toString()}::text[], ${errors.toString()}::text[])
      as u (org_id, device_id, read_on, layout_id, narrow, wide, errors)
    on conflict do nothing
    returning 1`
  return added.length === lines.length
}

/** New last values by device. */
export type LastDrafts = ReadonlyMap<DeviceState, { readonly last: LastState }>

/**
 * Writes the last values of each device, even unchanged ones, because this detects deleted devices. Returns whether
 * every row had the remembered version; another recorder may have written it meanwhile.
 */
export const upsertLast = async (sql: Queries, drafts: LastDrafts): Promise<boolean> => {
  const columns = lastColumns(drafts)
  const written = await sql`
    insert into last_poll as p
      (org_id, device_id, version, read_on, layout_id, narrow, wide, older, texts, errors, failed_on)
    select org_id, device_id, version, to_timestamp(read_on / 1000), layout_id, narrow::integer[], wide::double precision[],
      older::jsonb, texts::jsonb, errors::jsonb, to_timestamp(failed_on / 1000)
    from unnest(${columns.orgs.toString()}::bigint[], ${columns.devices.toString()}::bigint[],
      ${columns.versions.toString()}::integer[], ${columns.times.toString()}::double precision[],
      ${columns.layouts.toString()}::integer[], ${columns.narrow.toString()}::text[], ${columns.wide.toString()}::text[],
      ${columns.older.toString()}::text[], ${columns.texts.toString()}::text[], ${columns.errors.toString()}::text[],
      ${columns.failures.toString()}::double precision[])
      as u (org_id, device_id, version, read_on, layout_id, narrow, wide, older, texts, errors, failed_on)
    on conflict (org_id, device_id) do update set version = excluded.version, read_on = excluded.read_on,
      layout_id = excluded.layout_id, narrow = excluded.narrow, wide = excluded.wide, older = excluded.older,
      texts = excluded.texts, errors = excluded.errors, failed_on = excluded.failed_on
    where p.version = excluded.version - 1
    returning 1`
  return written.length === drafts.size
}

/**
 * Replaces a foreign key where there is none: keeps devices from being deleted during the transaction and returns
 * whether all exist.
 */
export const lockDevices = async (sql: Queries, drafts: Batch['drafts']): Promise<boolean> => {
  const [orgs, devices] = keyColumns(drafts.keys())
  const locked = await sql`
    select from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    join device d on d.org_id = u.org_id and d.id = u.device_id
    order by d.id for key share of d`
  return locked.length === drafts.size
}

/** Writes texts and long numbers, except those of deleted parameters, and returns whether all their times were free. */
export const insertExact = async (
  sql: Queries,
  lines: readonly Pick<StoredPoll, 'poll' | 'texts'>[],
): Promise<boolean> => {
  const rows = lines.flatMap(({ poll: { orgId, readOn }, texts }) =>
    Array.from(texts ?? [], ([paramId, text]) => ({ orgId, paramId, readOn, text })),
  )
  const [orgIds, paramIds] = [new ArrayText(), new ArrayText()]
  for (const { orgId, paramId } of rows) {
    orgIds.add(orgId)
    paramIds.add(paramId)
  }
  const known = await sql<{ id: number }[]>`
    select p.id from unnest(${orgIds.toString()}::bigint[], ${paramIds.toString()}::bigint[]) as u (org_id, param_id)
    join param p on p.org_id = u.org_id and p.id = u.param_id`
  const ids = new Set(known.map(({ id }) => id))
  const storable = rows.filter(({ paramId }) => ids.has(paramId))
  const [orgs, params, times, texts] = [new ArrayText(), new ArrayText(), new ArrayText(), new ArrayText()]
  for (const { orgId, paramId, readOn, text } of storable) {
    orgs.add(orgId)
    params.add(paramId)
    times.add(readOn)
    texts.addText(text)
  }
  const added = await sql`
    insert into exact (org_id, param_id, read_on, text)
    select org_id, param_id, to_timestamp(read_on / 1000), text
    from unnest(${orgs.toString()}::bigint[], ${params.toString()}::bigint[], ${times.toString()}::double precision[],
      ${texts.toString()}::text[]) as u (org_id, param_id, read_on, text)
    on conflict do nothing
    returning 1`
  return added.length === storable.length
}

/** Quarantines polls with an implausible time. */
export const insertAside = async (
  sql: Queries,
  lines: readonly (StoredPoll & { poll: RecordedPoll })[],
): Promise<void> => {
  const rows = lines.map(({ poll, layout, row, errors, texts }) => ({
    orgId: poll.orgId,
    deviceId: poll.deviceId,
    readOn: poll.readOn,
    layoutId: layout.id,
    ...row,
    errors,
    texts: texts && JSON.stringify(Object.fromEntries(texts)),
    ...poll.aside,
  }))
  await sql`
    insert into aside_poll (org_id, device_id, read_on, layout_id, narrow, wide, errors, texts, reason, believed_on)
    select "orgId", "deviceId", to_timestamp("readOn" / 1000), "layoutId", narrow::integer[], wide::double precision[],
      errors::jsonb, texts::jsonb, reason, to_timestamp("believedOn" / 1000)
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as ("orgId" bigint, "deviceId" bigint,
      "readOn" double precision, "layoutId" integer, narrow text, wide text, errors text, texts text, reason text,
      "believedOn" double precision)) with ordinality as r ("orgId", "deviceId", "readOn", "layoutId", narrow, wide, errors,
      texts, reason, "believedOn", place)
    order by place`
}

type TimedPoll = Pick<StoredPoll, 'poll'>

/** Range of the search for a free time. */
const windowMs = 60_000

/** Returns the taken times after each poll whose own time is taken, including those of texts of compacted polls. */
export const findTaken = async (sql: Queries, lines: readonly TimedPoll[]): Promise<Map<number, Set<number>>> => {
  const takenTimes = new Map<number, Set<number>>()
  for (const [orgId, ofOrg] of Map.groupBy(lines, ({ poll }) => poll.orgId)) {
    for (const { deviceId, readOn } of await selectTakenTimes(sql, orgId, ofOrg)) {
      const known = takenTimes.get(deviceId)
      if (known === undefined) takenTimes.set(deviceId, new Set([readOn]))
      else known.add(readOn)
    }
  }
  return takenTimes
}

const selectTakenTimes = (sql: Queries, orgId: number, lines: readonly TimedPoll[]) => {
  const [devices, times] = [new ArrayText(), new ArrayText()]
  for (const { poll } of lines) {
    devices.add(poll.deviceId)
    times.add(poll.readOn)
  }
  return sql<{ deviceId: number; readOn: number }[]>`
    with asked as (
      select device_id, to_timestamp(read_on / 1000) as read_on
      from unnest(${devices.toString()}::integer[], ${times.toString()}::double precision[]) as u (device_id, read_on)
    ), found as (
      select o.device_id, o.read_on
      from asked u
      join poll p on p.org_id = ${orgId} and p.device_id = u.device_id and p.read_on = u.read_on
      join poll o on o.org_id = ${orgId} and o.device_id = p.device_id and o.read_on >= p.read_on
        and o.read_on < p.read_on + make_interval(secs => ${windowMs / 1000})
      union
      select u.device_id, e.read_on
      from asked u
      join param a on a.org_id = ${orgId} and a.device_id = u.device_id
      join exact e on e.org_id = ${orgId} and e.param_id = a.id and e.read_on >= u.read_on
        and e.read_on < u.read_on + make_interval(secs => ${windowMs / 1000})
    )
    select device_id as "deviceId", (extract(epoch from read_on) * 1000)::bigint as "readOn" from found`
}

const lastColumns = (drafts: LastDrafts) => {
  const [orgs, devices, versions, times] = [new ArrayText(), new ArrayText(), new ArrayText(), new ArrayText()]
  const [layouts, narrow, wide, older] = [new ArrayText(), new ArrayText(), new ArrayText(), new ArrayText()]
  const [texts, errors, failures] = [new ArrayText(), new ArrayText(), new ArrayText()]
  for (const [{ orgId, deviceId, version }, { last }] of drafts) {
    orgs.add(orgId)
    devices.add(deviceId)
    versions.add(version + 1)
    times.add(last.readOn)
    layouts.add(last.layout && last.layout.id)
    const row = last.layout && rowOf(last.layout.cells, last.values)
    narrow.addArray(row && row.narrow)
    wide.addArray(row && row.wide)
    older.addText(knownText(last.older))
    texts.addText(knownText(last.texts))
    errors.addText(last.errors)
    failures.add(last.failedOn)
  }
  return { orgs, devices, versions, times, layouts, narrow, wide, older, texts, errors, failures }
}

const knownText = (known: LastState['older'] | LastState['texts']): string | null =>
  known && JSON.stringify(Object.fromEntries<readonly [number | string, number]>(known))
