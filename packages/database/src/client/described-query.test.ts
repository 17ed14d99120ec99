import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openSql, type Sql } from '../sql.ts'
import { testDatabase } from '../testing/test-database.ts'

describe('a repeated statement on one connection', () => {
  let sql: Sql
  before(async () => {
    sql = openSql({ ...(await testDatabase({ isBare: true })).sql.options, max: 1 })
    await sql`create table kept (id bigint, name text, on_day date, list integer[])`
  })
  after(() => sql.end(0))

  const times = [1, 2, 3]

  test('returns the same columns as the first time', async () => {
    for (const id of times) {
      const rows = await sql`select ${id}::bigint as id, array[1, ${id}]::integer[] as list, null::text as name`
      assert.deepEqual([...rows], [{ id, list: [1, id], name: null }])
    }
  })

  test('as values and as texts', async () => {
    const ask = (id: number) => sql`select ${id}::integer as id, true as "isOn"`
    for (const id of times) {
      assert.deepEqual([...(await ask(id))], [{ id, isOn: true }])
      assert.deepEqual([...(await ask(id).raw())], [[String(id), 't']])
    }
  })

  test('reports the number of changed rows of a statement without results', async () => {
    for (const id of times) {
      const added = await sql`insert into kept (id, name) values (${id}, 'one')`
      assert.deepEqual([[...added], added.count], [[], 1])
    }
    for (const id of times) assert.equal((await sql`delete from kept where id >= ${id}`).count, id === 1 ? 3 : 0)
  })

  test('several times concurrently, and after a failure', async () => {
    const divide = (by: number) => sql<[{ whole: number }]>`select 6 / ${by}::integer as whole`
    const found = await Promise.all(times.map(divide))
    assert.deepEqual(
      found.map(([{ whole }]) => whole),
      [6, 3, 2],
    )
    await assert.rejects(divide(0), { code: '22012' })
    assert.deepEqual([...(await divide(2))], [{ whole: 3 }])
  })

  test('is refused when its columns have changed', async () => {
    const all = () => sql`select * from kept where id > ${0}`
    await all()
    await all()
    await sql`alter table kept add column extra text`
    await assert.rejects(all(), { code: '0A000' })
  })
})
