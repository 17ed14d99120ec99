import { PackedInstants, PackedIntegers } from '../../db/packed-array.ts'
import type { Queries } from '../../db/sql.ts'
import type { StoredPoll } from './batch.ts'
import type { DeviceState } from './devices.ts'
import type { LastState } from './last-values.ts'
import type { PackedRow, PackedRows } from './packed-rows.ts'
import type { Layout } from './row-layout.ts'

/** A poll whose cells are packed. */
export interface PackedPoll extends Pick<StoredPoll, 'poll' | 'layout'> {
  readonly packed: PackedRow
}

/** What is known of a device by one such poll. */
export interface PackedLast {
  readonly state: DeviceState
  readonly last: Pick<LastState, 'readOn'> & { readonly layout: Layout }
  readonly packed: PackedRow
}

/**
 * Writes polls that have all their values and no errors. It fails where a time is taken, rather than asking for each row whether it is:
 * hardly ever one is.
 */
export const insertPackedPolls = async (
  sql: Queries,
  rows: PackedRows,
  lines: readonly PackedPoll[],
): Promise<void> => {
  const columns = new Columns(lines.length)
  for (const { poll, layout, packed } of lines) columns.add(poll.orgId, poll.deviceId, poll.readOn, layout.id, packed)
  const { orgs, devices, times, layouts, narrowFrom, narrowTill, wideFrom, wideTill } = columns
  await sql`
    insert into poll (org_id, device_id, read_on, layout_id, narrow, wide)
    select org_id, device_id, read_on, layout_id, (${rows.narrow}::integer[])[narrow_from:narrow_till],
      case when wide_from <= wide_till then (${rows.wide}::double precision[])[wide_from:wide_till] end
    from unnest(${orgs}::integer[], ${devices}::integer[], ${times}::timestamptz[], ${layouts}::integer[],
      ${narrowFrom}::integer[], ${narrowTill}::integer[], ${wideFrom}::integer[], ${wideTill}::integer[])
      as u (org_id, device_id, read_on, layout_id, narrow_from, narrow_till, wide_from, wide_till)`
}

/**
 * Writes what is known of devices that have a row already, where that is one poll. Says whether every row was as it is remembered. A row
 * that is changed in place need not be locked before, as one that may have to be added.
 */
export const updatePackedLast = async (
  sql: Queries,
  rows: PackedRows,
  lasts: readonly PackedLast[],
): Promise<boolean> => {
  const columns = new Columns(lasts.length)
  const versions = new PackedIntegers(lasts.length)
  for (const { state, last, packed } of lasts) {
    columns.add(state.orgId, state.deviceId, last.readOn ?? 0, last.layout.id, packed)
    versions.add(state.version)
  }
  const { orgs, devices, times, layouts, narrowFrom, narrowTill, wideFrom, wideTill } = columns
  const { count } = await sql`
    update last_poll p set version = u.version + 1, read_on = u.read_on, layout_id = u.layout_id,
      narrow = (${rows.narrow}::integer[])[narrow_from:narrow_till],
      wide = case when wide_from <= wide_till then (${rows.wide}::double precision[])[wide_from:wide_till] end,
      older = null, texts = null, errors = null, failed_on = null
    from unnest(${orgs}::integer[], ${devices}::integer[], ${versions}::integer[], ${times}::timestamptz[],
      ${layouts}::integer[], ${narrowFrom}::integer[], ${narrowTill}::integer[], ${wideFrom}::integer[],
      ${wideTill}::integer[])
      as u (org_id, device_id, version, read_on, layout_id, narrow_from, narrow_till, wide_from, wide_till)
    where p.org_id = u.org_id and p.device_id = u.device_id and p.version = u.version`
  return count === lasts.length
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

  constructor(rows: number) {
    this.orgs = new PackedIntegers(rows)
    this.devices = new PackedIntegers(rows)
    this.times = new PackedInstants(rows)
    this.layouts = new PackedIntegers(rows)
    this.narrowFrom = new PackedIntegers(rows)
    this.narrowTill = new PackedIntegers(rows)
    this.wideFrom = new PackedIntegers(rows)
    this.wideTill = new PackedIntegers(rows)
  }

  add(orgId: number, deviceId: number, readOn: number, layoutId: number, packed: PackedRow): void {
    this.orgs.add(orgId)
    this.devices.add(deviceId)
    this.times.add(readOn)
    this.layouts.add(layoutId)
    this.narrowFrom.add(packed.narrowFrom)
    this.narrowTill.add(packed.narrowTill)
    this.wideFrom.add(packed.wideFrom)
    this.wideTill.add(packed.wideTill)
  }
}
