import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { columns, type RowOf } from './columns.ts'
import type { Sql } from './sql.ts'
import { testDatabase } from './testing/test-database.ts'

describe('listed columns of a table', () => {
  let sql: Sql
  before(async () => {
    sql = (await testDatabase()).sql
    await sql`insert into org (id, name, device_quota) values (1, 'Mill', 5)`
  })

  test('are written as the select list, with aliases, and give the row', async () => {
    const list = columns('org', ['id', 'name', 'deviceQuota', 'keepDays as days'], 'o')
    const rows: RowOf<typeof list>[] = await sql<RowOf<typeof list>[]>`select ${list} from org o`
    assert.deepEqual([...rows], [{ id: 1, name: 'Mill', deviceQuota: 5, days: null }])
  })

  test('are written as targets, values and types of an insert, and as assignments of an update', async () => {
    const list = columns('template', ['name', 'readGroupSize', 'writeFunction as function', 'skus', 'paramTemplates'])
    const given = { name: 'A', readGroupSize: 60, function: 'normal', skus: ['x'], paramTemplates: [{ a: 1 }] }
    await sql`
      insert into template (org_id, id, manufacturer, version, ${list.names})
      select 1, 7, 'Maker', '1', ${list.given} from jsonb_to_recordset(${sql.json([given])}) as given (${list.types})`
    const read = () => sql`select ${list} from template where id = ${7}`
    assert.deepEqual([...(await read())], [given])
    const changed = { ...given, readGroupSize: 9, function: 'always-6' }
    await sql`
      update template set ${list.changes}
      from jsonb_to_recordset(${sql.json([changed])}) as given (${list.types}) where id = ${7}`
    assert.deepEqual([...(await read())], [changed])
  })

  test('throw for an unknown name', () => {
    // @ts-expect-error -- the table has no such column
    assert.throws(() => columns('org', ['size']), /table org has no column size/)
  })

  const mismatches = [
    [
      'a type',
      () => sql`select ${columns('org', ['id'])} from (select 1::integer as id) org`,
      /id is declared as bigint/,
    ],
    [
      'a column',
      () => sql`with org as (select ${columns('org', ['id'])} from org) select 1 as one from org`,
      /undefined/,
    ],
    ['a null', () => sql`select ${columns('org', ['name'])} from (select null::text as name) org`, /a row has null/],
  ] as const
  for (const [what, query, message] of mismatches)
    test(`under test, a statement fails whose result differs from its declaration by ${what}`, async () => {
      await assert.rejects(Promise.resolve(query()), message)
    })
})
