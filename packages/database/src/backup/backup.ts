import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { isDistributed } from '../citus/distribute.ts'
import { keepOneSnapshot, seeOneInstant } from '../citus/one-instant.ts'
import { distributedTables, distributionColumn } from '../citus/tables.ts'
import { migrationOf } from '../migrate.ts'
import type { CopyTx, Sql, Tx } from '../sql.ts'
import { encodeJson, encodeLines, formatNow } from './frames.ts'
import { lineCount } from './line-count.ts'
import { sealing } from './seal.ts'
import { listTables, quoted, type Table } from './tables.ts'

const gatheredBytes = 1 << 16

export interface BackupOptions {
  madeOn: Date
}

/**
 * Writes all rows as of one instant, then ends `output`. The service keeps running: only statements that drop a table
 * or partition wait for the end, so they should set a lock_timeout. If readings are distributed over several servers,
 * changes of readings wait briefly at the start.
 */
export const backup = async (sql: Sql, output: Writable, { madeOn }: BackupOptions): Promise<void> => {
  const names = (await listTables(sql)).map(({ name }) => quoted(name))
  const isSpread = await isDistributed(sql)
  await sql.beginApart(async (tx) => {
    if (isSpread) await keepOneSnapshot(tx)
    // Locks tables before the first query takes the snapshot, so that none is dropped before it is copied.
    if (names.length > 0) await tx.unsafe(`lock table ${names.join()} in access share mode`)
    // These settings make the text form of values independent of the server's configuration.
    const begin = () => tx`
      select set_config('extra_float_digits', '1', true), set_config('datestyle', 'ISO, YMD', true),
        set_config('intervalstyle', 'iso_8601', true), set_config('bytea_output', 'hex', true)`
    await (isSpread ? seeOneInstant(sql, tx, begin) : begin())
    await pipeline(summed(frames(tx, madeOn, isSpread)), createGzip({ level: 1 }), sealing(), output)
  }, 'isolation level repeatable read read only')
}

const frames = async function* (tx: CopyTx, madeOn: Date, isSpread: boolean): AsyncGenerator<Buffer> {
  const migration = await migrationOf(tx)
  yield encodeJson('H', { what: 'busbar-backup', format: formatNow, migration, madeOn: madeOn.toISOString() })
  const spread: readonly string[] = isSpread ? distributedTables : []
  const pieces = isSpread ? await byOrganization(tx) : []
  for (const table of await listTables(tx))
    yield* tableFrames(tx, table, spread.includes(table.name) ? pieces : allRows)
  yield encodeJson('S', await sequences(tx))
}

const allRows = ['']

/**
 * Conditions for pieces of a table: one per organization, and the rest. The coordinator buffers a whole result before
 * it sends it.
 */
const byOrganization = async (tx: Tx): Promise<string[]> => {
  const ids = (await tx<{ id: number }[]>`select id from org order by id`).map(({ id }) => id)
  return [
    ...ids.map((id) => `where ${distributionColumn} = ${id}`),
    `where ${distributionColumn} <> all('{${ids.join()}}'::bigint[])`,
  ]
}

/** Adds the last frame with the checksum of all others. */
const summed = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  let tables = 0
  for await (const frame of source) {
    sum.update(frame)
    if (frame[0] === 'T'.charCodeAt(0)) tables += 1
    yield frame
  }
  yield encodeJson('Z', { tables, sha256: sum.digest('hex') })
}

/** Copies rows in pieces, each selected by a condition. */
const tableFrames = async function* (tx: CopyTx, table: Table, pieces: readonly string[]): AsyncGenerator<Buffer> {
  yield encodeJson('T', table)
  const sum = createHash('sha256')
  let rows = 0
  let bytes = 0
  for (const piece of pieces) {
    const rowsOf = `select ${table.columns.map(quoted).join()} from ${quoted(table.name)} ${piece}`
    for await (const chunk of inBatches(tx.copyOut(`copy (${rowsOf}) to stdout`))) {
      sum.update(chunk)
      rows += lineCount(chunk)
      bytes += chunk.length
      yield* encodeLines(chunk)
    }
  }
  yield encodeJson('E', { rows, bytes, sha256: sum.digest('hex') })
}

/** Joins lines, because the client emits each one separately and a frame for each would cost more than the line. */
const inBatches = async function* (lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = []
  let bytes = 0
  for await (const line of lines) {
    buffered.push(line)
    bytes += line.length
    if (bytes < gatheredBytes) continue
    yield Buffer.concat(buffered, bytes)
    buffered = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(buffered, bytes)
}

/** Sequences are not part of the snapshot; values ahead of the rows do no harm. */
const sequences = async (tx: Tx): Promise<{ name: string; last: string; isCalled: boolean }[]> => {
  const names = await tx<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`
  const found: { name: string; last: string; isCalled: boolean }[] = []
  for (const { name } of names) {
    const rows = await tx<{ name: string; last: string; isCalled: boolean }[]>`
      select ${name} as name, last_value::text as last, is_called as "isCalled" from ${tx(name)}`
    found.push(...rows)
  }
  return found
}
