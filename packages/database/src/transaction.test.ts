import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Database, wrap } from './open.ts'
import { openSql, type Tx } from './sql.ts'
import { testDatabase } from './testing/test-database.ts'
import { WireServer } from './testing/wire-server.ts'

describe('a transaction on a lost connection', () => {
  let direct: Database
  let behind: Database
  const wire = new WireServer(() => direct.sql.options)
  before(async () => {
    direct = await testDatabase()
    await wire.start()
    behind = wrap(openSql({ ...wire.options, max: 1 }), new Promise(() => {}))
  })
  after(async () => {
    await behind.close()
    wire.stop()
  })

  for (const [what, work] of Object.entries({
    'while a statement runs': async (tx: Tx) => {
      const running = tx`select pg_sleep(60)`.execute()
      await wire.cut()
      await running
    },
    'while a statement runs whose failure is called something else': async (tx: Tx) => {
      const running = tx`select pg_sleep(60)`.execute()
      await wire.cut()
      await running.catch(() => assert.fail('something else'))
    },
    'before a statement': async (tx: Tx) => {
      await tx`select 1`
      await wire.cut()
      await tx`select 1`
    },
    'before its end': async (tx: Tx) => {
      await tx`insert into org (name) values ('Lost')`
      await wire.cut()
    },
    'before its own failure': async (tx: Tx) => {
      await tx`insert into org (name) values ('Lost')`
      await wire.cut()
      throw new Error('no')
    },
  })) {
    test(`${what} fails, and the next one succeeds`, async () => {
      await assert.rejects(behind.tx(work), { code: 'CONNECTION_CLOSED' })
      assert.deepEqual(await behind.tx(async (tx) => [...(await tx`select count(*) from org`)]), [{ count: 0 }])
    })
  }
})

describe('a transaction', () => {
  let db: Database
  before(async () => {
    db = await testDatabase()
  })

  test('fails if it hides the failure of a statement, because nothing was stored', async () => {
    const work = db.tx(async (tx) => {
      await tx`insert into org (name) values ('Lost')`
      await tx`select 1 / 0`.catch(() => {})
    })
    await assert.rejects(work, /nothing was stored/)
    assert.deepEqual([...(await db.sql`select name from org`)], [])
  })

  test('refuses statements after its end', async () => {
    const kept = await db.tx(async (tx) => [tx])
    await assert.rejects(Promise.all(kept.map((tx) => tx`insert into org (name) values ('Late')`)), /is over/)
    assert.deepEqual([...(await db.sql`select name from org`)], [])
  })

  test('sends statements at once and in order', async () => {
    const answers = await db.tx((tx) =>
      Promise.all([1, 2, 3].map((n) => tx`select ${n}::int as n, txid_current() as of`)),
    )
    assert.deepEqual(
      answers.map(([row]) => row?.['n']),
      [1, 2, 3],
    )
    assert.equal(new Set(answers.map(([row]) => row?.['of'])).size, 1)
  })
})

test('two that deadlock both succeed', async () => {
  const db = await testDatabase()
  await db.sql`insert into org (name) values ('One'), ('Two')`
  const [one, two] = await db.sql<{ id: number }[]>`select id from org where name in ('One', 'Two') order by name`
  const bothHold = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let runs = 0
  const rename = (name: string, [own, other]: readonly number[], at: 0 | 1): Promise<void> =>
    db.tx(async (tx) => {
      runs += 1
      await tx`update org set name = ${name} where id = ${own ?? 0}`
      bothHold[at].resolve()
      await bothHold[at === 0 ? 1 : 0].promise
      await tx`update org set name = ${name} where id = ${other ?? 0}`
    })
  const ids = [one?.id ?? 0, two?.id ?? 0]
  await Promise.all([rename('First', ids, 0), rename('Second', ids.toReversed(), 1)])
  assert.ok(runs > 2)
  const names = await db.sql<{ name: string }[]>`select distinct name from org where id = any(${ids}::bigint[])`
  assert.equal(names.length, 1)
})
