import type { Queries } from '@busbar/database'
import { PackedInstants, PackedIntegers } from '@busbar/database/arrays'
import type { StoredPoll } from './batch.ts'
import type { PackedRow, PackedRows } from './row-layout.ts'

/** A poll with packed cells. */
export interface PackedPoll extends Pick<StoredPoll, 'poll' | 'layout'> {
  readonly packed: PackedRow
}

/** Version for polls that do not update the last values. */
const noVersion = -1

/**
 * Writes polls without errors or missing values. The same cells update the last values of devices that have a row, if
 * this poll is their latest; `versions` has the row's version by cells. The statement fails if a time is taken, because
 * checking each row would cost more than the rare failure. Returns whether every row had the remembered version. An
 * update in place needs no lock beforehand, unlike a possible insert.
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
