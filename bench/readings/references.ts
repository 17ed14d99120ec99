import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@busbar/database'
import type { Poll } from '@busbar/readings'
import { paramsPerMeter, periodMs } from './meter.ts'

/** The usual first design: one row for each reading. */
export const createRows = (db: Database): Promise<unknown> => db.sql`
  create table reading (
    org_id integer not null, param_id integer not null, read_on timestamptz not null, value double precision not null,
    primary key (org_id, param_id, read_on))`

/** Rows per parameter before the measurement: a table in use is not empty, and its index soon exceeds the cache. */
export const rowsBefore = 75

/** Fills the table with what was read in the rounds before `till`. */
export const fillRows = (db: Database, params: number, till: number): Promise<unknown> => db.sql`
  insert into reading (org_id, param_id, read_on, value)
  select 1, param_id, to_timestamp(${till / 1000}::float8 - ${periodMs / 1000}::float8 * back), random() * 400
  from generate_series(${rowsBefore}::int, 1, -1) back, generate_series(1, ${params}::int) param_id`

/** Inserts the polls, `batchReadings` in each statement and transaction, in the quickest form that a statement has. */
export const insertRows = async (db: Database, polls: readonly Poll[], batchReadings: number): Promise<void> => {
  for (const some of batches(polls, batchReadings)) {
    const [orgs, params, times, values]: (number | null)[][] = [[], [], [], []]
    for (const { orgId, readOn, params: read, values: found } of some) {
      for (const [place, { id }] of read.entries()) {
        orgs?.push(orgId)
        params?.push(id)
        times?.push(readOn)
        values?.push(found[place] ?? null)
      }
    }
    const text = (column: (number | null)[] | undefined): string => `{${column?.join(',')}}`
    await db.sql`
      insert into reading (org_id, param_id, read_on, value)
      select org_id, param_id, to_timestamp(read_on / 1000), value
      from unnest(${text(orgs)}::text::integer[], ${text(params)}::text::integer[],
        ${text(times)}::text::double precision[], ${text(values)}::text::double precision[])
        as u (org_id, param_id, read_on, value)`
  }
}

const recordBytes = 16

/** The floor: appends records of time and value to a file, and syncs it after each batch. */
export const appendRecords = (folder: string, polls: readonly Poll[], batchReadings: number): void => {
  const file = openSync(join(folder, 'records'), 'a')
  for (const some of batches(polls, batchReadings)) {
    const bytes = Buffer.allocUnsafe(some.length * paramsPerMeter * recordBytes)
    let at = 0
    for (const { readOn, values } of some) {
      for (const value of values) {
        bytes.writeDoubleLE(readOn, at)
        bytes.writeDoubleLE(value ?? Number.NaN, at + 8)
        at += recordBytes
      }
    }
    writeSync(file, bytes)
    fdatasyncSync(file)
  }
  closeSync(file)
}

const batches = function* (polls: readonly Poll[], batchReadings: number): Generator<readonly Poll[]> {
  const size = batchReadings / paramsPerMeter
  for (let at = 0; at < polls.length; at += size) yield polls.slice(at, at + size)
}
