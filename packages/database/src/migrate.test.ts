import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { checkMigrated, migrate, migrationOf } from './migrate.ts'
import { DatabaseProblem } from './problem.ts'
import { testDatabase } from './testing/test-database.ts'

/** Creates a folder of migrations by file name. */
const migrations = (t: TestContext, files: Readonly<Record<string, string>>): URL => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const one = { '0001_a.sql': 'create table a (x int); create table b (x int);' }
const two = { ...one, '0002_c.sql': 'create table c (x int);' }
const tables = ['migration', 'a', 'b', 'c']

test('our own migrations create the schema, once', async () => {
  const { sql } = await testDatabase({ isBare: true })
  assert.equal(await migrationOf(sql), 0)
  const last = await migrate(sql)
  assert.ok(last >= 1)
  assert.equal(await migrate(sql), last)
  assert.equal(await migrationOf(sql), last)
})

test('beside a running service the schema is only compared', async () => {
  const { sql } = await testDatabase()
  await checkMigrated(sql)
  const had = await migrationOf(sql)
  await sql`insert into migration (number, name, sha256) values (${had + 1}, '9999_later', '')`
  await assert.rejects(checkMigrated(sql), /newer Busbar \(migration 9999_later/)
  await sql`delete from migration where number >= ${had}`
  await assert.rejects(checkMigrated(sql), new RegExp(`older .*\\(migration ${had - 1}; this one has ${had}\\)`))
  assert.equal(await migrationOf(sql), had - 1)
})

/** Source of a program that migrates like a starting node; runs in this file's folder. */
const node = (options: object): string => `
  import { migrate } from './migrate.ts'
  import { openSql } from './sql.ts'
  const sql = openSql(${JSON.stringify(options)})
  await migrate(sql)
  await sql.end()`

test('four nodes that start at once', async () => {
  const { sql } = await testDatabase({ isBare: true })
  const codes = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', node(sql.options)], {
        cwd: import.meta.dirname,
        stdio: 'inherit',
      })
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    }),
  )
  assert.deepEqual(codes, [0, 0, 0, 0])
  assert.equal(await migrationOf(sql), await migrate(sql))
})

describe('with migrations of its own', () => {
  const setUp = async () => {
    const { sql } = await testDatabase({ isBare: true })
    const found = async () => {
      const rows = await sql<{ name: string }[]>`
        select name from unnest(${tables}::text[]) with ordinality as t (name, i)
        where to_regclass(name) is not null order by i`
      return rows.map(({ name }) => name)
    }
    return { sql, found }
  }

  test('applies each migration in order, up to the requested one', async (t) => {
    const { sql, found } = await setUp()
    const folder = migrations(t, two)
    assert.equal(await migrate(sql, { folder, upTo: 1 }), 1)
    assert.deepEqual(await found(), ['migration', 'a', 'b'])
    assert.equal(await migrate(sql, { folder }), 2)
    assert.deepEqual(await found(), tables)
  })

  test('a failed migration leaves the earlier ones and nothing of itself', async (t) => {
    const { sql, found } = await setUp()
    const folder = migrations(t, { ...one, '0002_c.sql': 'create table c (x int); select 1/0;' })
    await assert.rejects(migrate(sql, { folder }), /division by zero/)
    assert.deepEqual(await found(), ['migration', 'a', 'b'])
    assert.equal(await migrationOf(sql), 1)
  })

  test('treats other line endings as the same migration', async (t) => {
    const { sql } = await setUp()
    await migrate(sql, { folder: migrations(t, { '0001_a.sql': 'create table a (\n  x int);\n' }) })
    assert.equal(
      await migrate(sql, { folder: migrations(t, { '0001_a.sql': 'create table a (\r\n  x int);\r\n' }) }),
      1,
    )
  })

  for (const [what, before, now, message] of [
    ['a newer schema', two, one, /newer Busbar \(migration 0002_c; this one has 1\)/],
    ['an edited migration', one, { '0001_a.sql': 'create table a (x bigint);' }, /another migration 0001_a/],
    ['an inserted migration', one, { '0001_0.sql': 'select', '0002_a.sql': one['0001_a.sql'] }, /0001_a .*0001_0/],
  ] as const) {
    test(`${what} is refused by name, and nothing changes`, async (t) => {
      const { sql, found } = await setUp()
      await migrate(sql, { folder: migrations(t, before) })
      const had = await found()
      await assert.rejects(migrate(sql, { folder: migrations(t, now) }), (error) => {
        assert.ok(error instanceof DatabaseProblem)
        assert.match(error.message, message)
        return true
      })
      assert.deepEqual(await found(), had)
    })
  }

  test('a gap in the numbers is a programming error', async (t) => {
    const { sql } = await setUp()
    const folder = migrations(t, { '0002_a.sql': 'select' })
    await assert.rejects(migrate(sql, { folder }), /0002_a\.sql should be migration 0001/)
  })
})
