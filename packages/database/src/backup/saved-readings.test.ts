import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as pause } from 'node:timers/promises'
import { distributedTables } from '../citus/tables.ts'
import type { Database } from '../open.ts'
import { openSql, type Queries, type Sql } from '../sql.ts'
import { testDatabase } from '../testing/test-database.ts'
import { backup } from './backup.ts'
import { decodeFrames } from './frames.ts'
import { restore } from './restore.ts'
import { unzip } from './unzip.ts'

const madeOn = new Date('2026-05-04T03:02:01Z')

/** Larger than all buffers: the tables after it are not read while it is being saved. */
const large = `create table large (x text);
  insert into large select string_agg(md5(i::text || j::text), '') from generate_series(1, 100) i, generate_series(1, 700) j group by i`

/** Organizations that Citus distributes over its workers, each with a device and a row in every table of readings. */
const setUpReadings = async (): Promise<Database> => {
  const database = await testDatabase()
  const { sql } = database
  await sql.unsafe(`
    insert into org (id, name) select i, 'Works ' || i from generate_series(1, 12) i;
    insert into net (org_id, id, name, slug, created_on) select i, i, 'Hall', 'hall', now() from generate_series(1, 12) i;
    create table poll_20260503 partition of poll for values from ('2026-05-03') to ('2026-05-04')`)
  await addDevices(sql, 0)
  return database
}
const addDevices = async (sql: Sql, first: number): Promise<void> => {
  await sql`
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, update_period_sec, created_on)
    select i, ${first} + i, i, 'Meter', 'meter-' || ${first} + i, 1, 10, now() from generate_series(1, 12) i`
  await sql`
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
    select i, ${first} + i, ${first} + i, '{"en": "Power"}', 'power', 0, 'input', 'f32' from generate_series(1, 12) i`
  for (let org = 1; org <= 12; org += 1) {
    const id = first + org
    await sql`insert into layout (org_id, id, device_id, param_ids, cells) values (${org}, ${id}, ${id}, ${[id]}, '0')`
    await sql`insert into poll (org_id, device_id, read_on, layout_id, narrow) values (${org}, ${id}, '2026-05-03T12:00Z', ${id}, '{7}')`
    await sql`insert into last_poll (org_id, device_id, version) values (${org}, ${id}, 1)`
    await sql`insert into exact (org_id, param_id, read_on, text) values (${org}, ${id}, '2026-05-03T12:00Z', 'on')`
    await sql`insert into chunk (org_id, param_id, day, count, hours, data) values (${org}, ${id}, '2026-05-02', 1, '\\x00', '\\x01ff')`
  }
}
const tables = ['org', 'device', 'param', ...distributedTables]
const rowsOf = async ({ sql }: Database): Promise<Record<string, unknown[]>> => {
  const found: Record<string, unknown[]> = {}
  for (const table of tables) {
    const rows = await sql<
      { row: unknown }[]
    >`select to_jsonb(t) as row from ${sql(table)} t order by to_jsonb(t)::text`
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

const rowsIn = async (stream: PassThrough): Promise<Map<string, number>> => {
  const rows = new Map<string, number>()
  let table = ''
  for await (const frame of decodeFrames(unzip(stream))) {
    if (frame.kind === 'T') table = frame.value.name
    if (frame.kind === 'E') rows.set(table, frame.value.rows)
  }
  return rows
}

/** Opens one connection per shard to each Citus worker, as long-running statements do. */
const withMany = (sql: Sql, t: TestContext): Sql => {
  const many = openSql({ ...sql.options, settings: '-c citus.force_max_query_parallelization=on' })
  t.after(() => many.end(0))
  return many
}

test('contains readings with the rows that they reference, as of one instant on all servers', async (t) => {
  const original = await setUpReadings()
  const { sql } = original
  await sql.unsafe(large)
  const expected = await rowsOf(original)
  const stream = new PassThrough()
  const saved = backup(withMany(sql, t), stream, { madeOn })
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (chunks.length === 0) {
      await addDevices(sql, 100)
      for (let org = 1; org <= 12; org += 1) await sql`delete from poll where org_id = ${org}`
      await sql`delete from device where id = 3`
      assert.notDeepEqual(await rowsOf(original), expected)
    }
    chunks.push(chunk as Buffer)
  }
  await saved
  const copy = await testDatabase()
  await copy.sql`create table large (x text)`
  await restore(copy.sql, Readable.from(chunks))
  assert.deepEqual(await rowsOf(copy), expected)
})

test('restores readings with the rows that they reference into a bare database', async () => {
  const original = await setUpReadings()
  const copy = await testDatabase({ isBare: true })
  const stream = new PassThrough()
  await Promise.all([backup(original.sql, stream, { madeOn }), restore(copy.sql, stream)])
  assert.deepEqual(await rowsOf(copy), await rowsOf(original))
})

test('rows that move between tables during the backup, such as compacted days, are in exactly one of them', async (t) => {
  const { sql } = await setUpReadings()
  const state = { isGoing: true, moves: 0 }
  const move = async (org: number, tx: Queries): Promise<void> => {
    const gone = await tx`delete from poll where org_id = ${org} and device_id = ${org} returning 1 as one`
    if (gone.length === 1) {
      await tx`insert into chunk (org_id, param_id, day, count, hours, data) values (${org}, ${org}, '2026-05-03', 1, '', '')`
    } else {
      await tx`delete from chunk where org_id = ${org} and param_id = ${org} and day = '2026-05-03'`
      await tx`insert into poll (org_id, device_id, read_on, layout_id, narrow) values (${org}, ${org}, '2026-05-03T12:00Z', ${org}, '{7}')`
    }
    state.moves += 1
  }
  const mover = async (orgs: readonly number[]): Promise<void> => {
    while (state.isGoing) for (const org of orgs) await sql.begin((tx) => move(org, tx))
  }
  const movers = [mover([1, 3, 5, 7, 9, 11]), mover([2, 4, 6, 8, 10, 12])]
  const many = withMany(sql, t)
  const counts: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const enough = state.moves + 12
    const stream = new PassThrough()
    const [rows] = await Promise.all([rowsIn(stream), backup(many, stream, { madeOn })])
    counts.push((rows.get('poll') ?? 0) + (rows.get('chunk') ?? 0))
    while (state.moves < enough) await Promise.race(movers.concat(pause()))
  }
  state.isGoing = false
  await Promise.all(movers)
  assert.deepEqual(counts, [24, 24, 24, 24, 24])
})
