import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Transform, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gunzipSync, gzipSync } from 'node:zlib'
import { anyText, runs } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { migrate } from '../migrate.ts'
import type { Database } from '../open.ts'
import { DatabaseProblem } from '../problem.ts'
import { testDatabase } from '../testing/test-database.ts'
import { backup } from './backup.ts'
import { checkBackup } from './check.ts'
import { writeBackup } from './file.ts'
import { decodeFrames, encodeJson } from './frames.ts'
import { restore } from './restore.ts'
import { listTables } from './tables.ts'

const madeOn = new Date('2026-05-04T03:02:01Z')

/** All types in use, tables that reference others and themselves, partitions, and names that need quotes. */
const schema = `
  create table kinds (
    id bigint generated always as identity primary key, t text, j jsonb, f float8[], b bytea, at timestamptz, yes bool,
    n numeric, u uuid, i inet, d date, doubled numeric generated always as (n * 2) stored, parent bigint references kinds);
  create table "A ""table""" (kind bigint not null references kinds, "a, column" text);
  create table parted (org_id bigint, read_on timestamptz, vals float8[]) partition by range (read_on);
  create table empty (x int)`
const partitions = `
  create table part_1 partition of parted for values from ('2026-01-01') to ('2026-01-02');
  create table part_2 partition of parted for values from ('2026-01-02') to (maxvalue)`

const setUp = async (): Promise<Database> => {
  const database = await testDatabase()
  await database.sql.unsafe(schema)
  return database
}
const save = async ({ sql }: Database): Promise<Buffer> => {
  const stream = new PassThrough()
  const [bytes] = await Promise.all([buffer(stream), backup(sql, stream, { madeOn })])
  return bytes
}
/** Returns a digest of each table's rows and the positions of its sequences. */
const sums = async ({ sql }: Database): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const { name } of await listTables(sql)) {
    const [row] = await sql`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${sql(name)} t`
    found[name] = String(row?.['sum'])
  }
  const [next] = await sql`select nextval('kinds_id_seq') as id`
  return { ...found, next: String(next?.['id']) }
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 5 })
const texts = anyText().filter((text) => !text.includes('\0') && text.isWellFormed())
const rows = fc.array(
  fc.record({
    t: maybe(fc.oneof(texts, fc.constantFrom('\\N', '\\.', '\t\n\r\\', ''))),
    j: maybe(fc.constantFrom({ a: [1, null, 'ü\n'] }, [], 'text', 0.1)),
    f: maybe(fc.array(maybe(fc.double()), { minLength: 1 })),
    b: maybe(fc.uint8Array()),
    at: maybe(fc.date({ min: new Date('0001-01-01Z'), max: new Date('9999-01-01Z'), noInvalidDate: true })),
    yes: maybe(fc.boolean()),
    n: maybe(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((value) => `${value}.50`)),
    u: maybe(fc.uuid()),
    i: maybe(fc.oneof(fc.ipV4(), fc.constant('2001:db8::/32'))),
  }),
  { maxLength: 20 },
)

const fill = async (database: Database, values: readonly { j: unknown }[]): Promise<void> => {
  await database.sql`truncate kinds, "A ""table""", parted`
  await database.tx(async (on) => {
    for (const value of values) {
      await on`insert into kinds ${on({ ...value, j: value.j === null ? null : on.json(value.j), parent: null })}`
      await on`insert into "A ""table""" values (lastval(), 'x')`
      await on`update kinds set parent = (select min(id) from kinds) where id = lastval()`
    }
  })
}

test('a restored database equals the one that was backed up', async () => {
  const original = await setUp()
  await original.sql.unsafe(partitions)
  const copy = await setUp()
  await fc.assert(
    fc.asyncProperty(rows, async (values) => {
      await fill(original, values)
      await original.sql`insert into parted select 1, '2026-01-01T12:00Z'::timestamptz + i * '1h'::interval,
        array[i, null, 'NaN', '-Infinity', 0.1 + 0.2] from generate_series(1, 30) i`
      await copy.sql`truncate kinds, "A ""table""", parted`
      await restore(copy.sql, Readable.from([await save(original)]))
      assert.deepEqual(await sums(copy), await sums(original))
    }),
    { numRuns: 5 },
  )
})

test("restores the backup's schema into a bare database", async () => {
  const original = await testDatabase()
  await original.sql`insert into org ${original.sql({ name: 'Ours' })}`
  const copy = await testDatabase({ isBare: true })
  await restore(copy.sql, Readable.from([await save(original)]))
  assert.deepEqual([...(await copy.sql`select id, name from org`)], [{ id: 1, name: 'Ours' }])
  assert.deepEqual([...(await copy.sql`insert into org (name) values ('Next') returning id`)], [{ id: 2 }])
  await migrate(copy.sql)
})

test('contains the rows of one instant despite concurrent writes', async () => {
  const original = await setUp()
  await original.sql`insert into kinds (t) select repeat('x', 1000) from generate_series(1, 2000)`
  const stream = new PassThrough()
  const saved = backup(original.sql, stream, { madeOn })
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (chunks.length === 0) await original.sql`insert into empty values (1)`
    chunks.push(chunk as Buffer)
  }
  await saved
  const copy = await setUp()
  await restore(copy.sql, Readable.from(chunks))
  assert.equal((await copy.sql`select 1 from kinds`).length, 2000)
  assert.equal((await copy.sql`select 1 from empty`).length, 0)
})

describe('a backup of many megabytes', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const bytesInUse = (): number => {
    // Memory is freed in the background; the second collection waits for that of the first.
    collectGarbage()
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const setUpLarge = async (): Promise<Database> => {
    const database = await setUp()
    await database.sql`insert into kinds (t) select (select string_agg(md5((i * 256 + j)::text), '')
      from generate_series(1, 256) j) from generate_series(1, 1000) i`
    return database
  }

  test('streams through a slow reader and back with little memory', async () => {
    const original = await setUpLarge()
    const copy = await setUp()
    const held: number[] = []
    // Memory of other tests in this process does not count.
    const usedBefore = bytesInUse()
    let chunks = 0
    const slow = new Transform({
      highWaterMark: 1,
      transform(chunk: Buffer, _encoding, done) {
        // In a process with many tests each measurement takes half a second of CPU.
        if (chunks % 192 === 96) held.push(bytesInUse() - usedBefore)
        chunks += 1
        setImmediate(done, null, chunk)
      },
    })
    await Promise.all([backup(original.sql, slow, { madeOn }), restore(copy.sql, slow)])
    assert.deepEqual(await sums(copy), await sums(original))
    const usual = held.toSorted((a, b) => a - b)[held.length >> 1] ?? Infinity
    assert.ok(usual < 3 << 20, `${held.join()} bytes were held`)
  })

  test('leaves the pool intact when the writer fails', async () => {
    const { sql } = await setUpLarge()
    let written = 0
    const full = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.length
        done(written > 100_000 ? new Error('disk full') : null)
      },
    })
    await assert.rejects(backup(sql, full, { madeOn }), /disk full/)
    assert.equal((await Promise.all(Array.from({ length: 20 }, () => sql`select 1`))).length, 20)
  })
})

test('a full disk keeps its files and gets no partial backup', async (t) => {
  const { sql } = await setUp()
  await sql`insert into kinds (t) select string_agg(md5(i::text), '') from generate_series(1, 20000) i`
  const folder = mkdtempSync(join(tmpdir(), 'busbar-full-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  if (mounted.status !== 0) return t.skip('only root may mount a small disk')
  try {
    writeFileSync(join(folder, 'old'), 'old')
    await assert.rejects(writeBackup(sql, join(folder, 'new'), madeOn), { code: 'ENOSPC' })
    assert.deepEqual(readdirSync(folder), ['old'])
  } finally {
    spawnSync('/bin/umount', [folder])
  }
})

describe('refuses an invalid backup and loads no row of it', () => {
  let sealed: Buffer
  let bytes: Buffer
  let copy: Database
  before(async () => {
    const original = await setUp()
    await original.sql.unsafe(partitions)
    await original.sql`insert into kinds (t) values ('one'), ('two')`
    sealed = await save(original)
    bytes = gunzipSync(sealed)
    copy = await setUp()
  })
  const refuses = async (packed: Buffer, message: RegExp): Promise<void> => {
    await assert.rejects(restore(copy.sql, Readable.from([packed])), (error) => {
      assert.ok(error instanceof DatabaseProblem, String(error))
      assert.match(error.message, message)
      return true
    })
    assert.equal((await copy.sql`select 1 from kinds`).length, 0)
  }

  test('a wrong byte or a truncation at any position', async () => {
    const at = fc.nat({ max: bytes.length - 1 })
    await fc.assert(
      fc.asyncProperty(at, fc.integer({ min: 1, max: 255 }), fc.boolean(), async (place, mask, isCut) => {
        const wrong = Buffer.from(bytes.subarray(0, isCut ? place : undefined))
        if (!isCut) wrong[place] = (wrong[place] ?? 0) ^ mask
        await assert.rejects(restore(copy.sql, Readable.from([gzipSync(wrong)])))
        assert.equal((await copy.sql`select 1 from kinds`).length, 0)
      }),
      { numRuns: runs(25) },
    )
  })

  test('any flipped bit is found before a row is written', async () => {
    assert.ok((await checkBackup(() => Readable.from([sealed]))).tables > 10)
    const finds = (bit: number): Promise<void> => {
      const wrong = Buffer.from(sealed)
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return assert.rejects(
        checkBackup(() => Readable.from([wrong])),
        (error) => error instanceof DatabaseProblem && error.message.startsWith('This is not a complete Busbar backup'),
      )
    }
    const bits = sealed.length * 8
    // Includes the header and trailer of the compressed file.
    const ends = Array.from({ length: runs(100) * 8 }, (_, i) => [i, bits - 1 - i])
    await Promise.all(ends.flat().map(finds))
    await fc.assert(fc.asyncProperty(fc.nat({ max: bits - 1 }), finds), { numRuns: runs(200) })
  })

  test('a backup from before seals is valid; one that lost its seal is not', async () => {
    const checks = (plain: Buffer) => checkBackup(() => Readable.from([gzipSync(plain)]))
    await assert.rejects(checks(bytes), /its seal is missing or has changed/)
    const old = Buffer.from(bytes.toString('latin1').replace('"format":2', '"format":1'), 'latin1')
    const end = old.lastIndexOf('Z\0\0')
    const sum = createHash('sha256').update(old.subarray(0, end)).digest('hex')
    old.write(sum, old.indexOf('"sha256":"', end) + 10)
    const { madeOn: on, tables } = await checks(old)
    assert.deepEqual([on, tables > 10], [madeOn.toISOString(), true])
    const future = Buffer.from(bytes.toString('latin1').replace('"format":2', '"format":3'), 'latin1')
    await assert.rejects(checks(future), /newer Busbar \(format 3; this one supports 2\)/)
  })

  test('a truncated file, or another file', async () => {
    const packed = gzipSync(bytes)
    await refuses(packed.subarray(0, -20), /cannot be unpacked/)
    await refuses(Buffer.from('hello'), /cannot be unpacked/)
    await refuses(gzipSync('hello, this is not a backup'), /too long/)
    await refuses(gzipSync(''), /header is missing/)
  })

  test('a backup of a newer Busbar', async () => {
    const [header] = await Array.fromAsync(decodeFrames(Readable.from([bytes])))
    assert.ok(header?.kind === 'H')
    const newer = encodeJson('H', { ...header.value, migration: 9999 })
    await refuses(gzipSync(newer), /newer Busbar \(migration 9999/)
  })

  test('partition bounds that contain more than bounds', async () => {
    const text = bytes.toString('latin1')
    const good = "TO ('2026-01-02 00:00:00+00')"
    const wrong = text.replace(good, "TO ('2026-01-02');select 1".padEnd(good.length))
    assert.notEqual(wrong, text)
    await refuses(gzipSync(Buffer.from(wrong, 'latin1')), /bounds of part_1/)
  })

  test('a database with an unknown table', async () => {
    await copy.sql`create table theirs (x int)`
    await refuses(gzipSync(bytes), /a table that the backup does not contain \(theirs\)/)
    await copy.sql`drop table theirs`
  })

  test('a database with rows', async () => {
    await copy.sql`insert into empty values (1)`
    await refuses(gzipSync(bytes), /already has rows \(table empty\)/)
  })
})
