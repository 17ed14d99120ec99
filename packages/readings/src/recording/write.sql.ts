import type { Queries } from '@busbar/database'
import { ArrayText, PackedInstants, PackedIntegers } from '@busbar/database/arrays'
import type { RecordedPoll } from '../poll.ts'
import type { Batch, StoredPoll } from './batch.ts'
import type { DeviceState } from './devices.ts'
import { keyColumns, type LastState } from './last-values.ts'
import { type PackedRow, type PackedRows, rowOf } from './row-layout.ts'

/** A recorder that is silent for so long is no more. */
const forgetDays = 7
/** Where we are cut off without the server noticing, it must not hold our row for hours. */
const idleMax = '20s'

export const addRecorder = async (sql: Queries, id: string, batch: number): Promise<void> => {
  await sql`delete from recorder where seen_on < now() - make_interval(days => ${forgetDays})`
  await sql`insert into recorder (id, batch, seen_on) values (${id}, ${batch}, now())
    on conflict (id) do update set batch = excluded.batch, seen_on = excluded.seen_on`
}

/** The number of the last batch that was committed. */
export const batchOf = async (sql: Queries, id: string): Promise<number | null> => {
  const [row] = await sql<{ batch: number }[]>`select batch from recorder where id = ${id}`
  return row?.batch ?? null
}

/**
 * Takes the batch's turn, as the first statement of its transaction: it waits for whatever became of an earlier attempt, and then changes
 * no row if that was committed.
 */
export const takeTurn = async (sql: Queries, id: string, batch: number): Promise<boolean> => {
  const { count } = await sql`
    update recorder set batch = ${batch}, seen_on = now() where id = ${id} and batch = ${batch - 1}
    returning set_config('idle_in_transaction_session_timeout', ${idleMax}, true)`
  return count === 1
}

/** Writes the polls, and says whether all their times were free. */
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
  // Rows that come back are counted: what Citus says of how many it wrote is wrong where some were there.
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

/** What will be known of devices. */
export type LastDrafts = ReadonlyMap<DeviceState, { readonly last: LastState }>

/**
 * Writes what is known of each device, also where nothing changed: that a device is gone shows here. Says whether every row was as it is
 * remembered; another recorder may have had the device meanwhile.
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

/** Where no foreign key does: keeps devices from being deleted until the transaction ends, and says whether all are there. */
export const lockDevices = async (sql: Queries, drafts: Batch['drafts']): Promise<boolean> => {
  const [orgs, devices] = keyColumns(drafts.keys())
  const locked = await sql`
    select from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    join device d on d.org_id = u.org_id and d.id = u.device_id
    order by d.id for key share of d`
  return locked.length === drafts.size
}

/** Writes texts and long numbers, and says whether all their times were free; those of parameters that are no more are left out. */
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

/** Keeps polls whose time is not believed. */
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

/** How far to look for a free time. */
const windowMs = 60_000

/** The times that are taken from each poll's own on, for a while, where its own is; also by texts of polls that are cold by now. */
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

/** A poll whose cells are packed. */
export interface PackedPoll extends Pick<StoredPoll, 'poll' | 'layout'> {
  readonly packed: PackedRow
}

/** For polls that are not the last of their device, or not all that is known of it. */
const noVersion = -1

/**
 * Writes polls that have all their values and no errors, and with the same cells what is known of devices that have a row already, where
 * that is one of these polls: `versions` has the version of such a row, by the cells. It fails where a time is taken, rather than asking for each
 * row whether it is: hardly ever one is. Says whether every row was as it is remembered. A row that is changed in place need not be locked
 * before, as one that may have to be added.
 */
export const writePacked = async (
  sql: Queries,
  rows: PackedRows,
  lines: readonly PackedPoll[],
  versions: ReadonlyMap<PackedRow, number>,
): Promise<boolean> => {
  const columns = new Columns(lines.length)
  for (const line of lines) columns.add(line, versions.get(line.packed) ?? noVersion)
  const { orgs, devices, times, layouts, narrowFrom, narrowTill, wideFrom, wideTill } = columns
  const { count } = await sql`
    with given as materialized (
      select org_id, device_id, read_on, layout_id, version, (${rows.narrow}::integer[])[narrow_from:narrow_till] as narrow,
        case when wide_from <= wide_till then (${rows.wide}::double precision[])[wide_from:wide_till] end as wide
      from unnest(${orgs}::integer[], ${devices}::integer[], ${times}::timestamptz[], ${layouts}::integer[],
        ${narrowFrom}::integer[], ${narrowTill}::integer[], ${wideFrom}::integer[], ${wideTill}::integer[], ${columns.versions}::integer[])
        as u (org_id, device_id, read_on, layout_id, narrow_from, narrow_till, wide_from, wide_till, version)
    ), polls as (
      insert into poll (org_id, device_id, read_on, layout_id, narrow, wide)
      select org_id, device_id, read_on, layout_id, narrow, wide from given
    )
    update last_poll p set version = g.version + 1, read_on = g.read_on, layout_id = g.layout_id, narrow = g.narrow, wide = g.wide,
      older = null, texts = null, errors = null, failed_on = null
    from given g where p.org_id = g.org_id and p.device_id = g.device_id and p.version = g.version`
  return count === versions.size
}

class Columns {
  readonly orgs: PackedIntegers
  readonly devices: PackedIntegers
  readonly times: PackedInstants
  readonly layouts: PackedIntegers
  readonly narrowFrom: PackedIntegers
  readonly narrowTill: PackedIntegers
  readonly wideFrom: PackedIntegers
  readonly wideTill: PackedIntegers
  readonly versions: PackedIntegers

  constructor(rows: number) {
    this.orgs = new PackedIntegers(rows)
    this.devices = new PackedIntegers(rows)
    this.times = new PackedInstants(rows)
    this.layouts = new PackedIntegers(rows)
    this.narrowFrom = new PackedIntegers(rows)
    this.narrowTill = new PackedIntegers(rows)
    this.wideFrom = new PackedIntegers(rows)
    this.wideTill = new PackedIntegers(rows)
    this.versions = new PackedIntegers(rows)
  }

  add({ poll, layout, packed }: PackedPoll, version: number): void {
    this.orgs.add(poll.orgId)
    this.devices.add(poll.deviceId)
    this.times.add(poll.readOn)
    this.layouts.add(layout.id)
    this.narrowFrom.add(packed.narrowFrom)
    this.narrowTill.add(packed.narrowTill)
    this.wideFrom.add(packed.wideFrom)
    this.wideTill.add(packed.wideTill)
    this.versions.add(version)
  }
}
