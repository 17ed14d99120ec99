import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { dayOf, Partitions } from './partitions.ts'

const now = (): Date => new Date('2026-03-01T23:59:59.9Z')
const today = dayOf(now().getTime())

describe('the days of poll', () => {
  let db: Database
  const found = async (): Promise<string[]> => {
    const rows = await db.sql<{ name: string; bound: string }[]>`
      select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_class
      where oid in (select inhrelid from pg_inherits where inhparent = 'poll'::regclass) order by relname`
    return rows.map(({ name, bound }) => `${name} ${bound}`)
  }
  before(async () => {
    db = await testDatabase()
  })

  test('are created ahead and on demand, each once, by whichever node is first', async () => {
    const nodes = Array.from({ length: 3 }, () => new Partitions(db, now))
    await Promise.all(nodes.map((node) => node.ensure([today - 400, today])))
    const names = (await found()).map((line) => line.split(' ')[0])
    assert.deepEqual(names, ['poll_20250125', 'poll_20260301', 'poll_20260302', 'poll_20260303'])
    assert.equal(
      (await found())[1],
      "poll_20260301 FOR VALUES FROM ('2026-03-01 00:00:00+00') TO ('2026-03-02 00:00:00+00')",
    )
  })

  test('do not wait for a reader of all partitions', async () => {
    await db.tx(async (tx) => {
      await tx`select count(*) from poll`
      await new Partitions(db, now).ensure([today + 10])
    })
    assert.match((await found()).join(), /poll_20260311/)
  })

  test('wait for a lock only for a while; those that are needed then fail', async () => {
    const partitions = new Partitions(db, now)
    await db.tx(async (tx) => {
      await tx`lock table poll in access exclusive mode`
      await assert.rejects(partitions.ensure([today + 20]), { code: '55P03' })
    })
    await partitions.ensure([today + 20])
    assert.match((await found()).join(), /poll_20260321/)
  })

  test('are made again when they were dropped', async () => {
    const partitions = new Partitions(db, now)
    await partitions.ensure([today])
    await db.sql`drop table poll_20260301`
    partitions.forget()
    await partitions.ensure([today])
    assert.match((await found()).join(), /poll_20260301/)
  })
})
