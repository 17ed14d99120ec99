import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shareBench, type WritingBench } from './testing/writing-bench.ts'

let bench: WritingBench

describe("order of a command's steps", () => {
  shareBench((started) => {
    bench = started
  })
  /** Does something while the device still thinks about the first request of a function. */
  const meanwhile = (fn: number, act: () => Promise<void>): void => {
    let isDone = false
    bench.devices.onRequest = (request) => {
      if (request !== fn || isDone) return undefined
      isDone = true
      return act()
    }
  }

  test('the intent is recorded before the device is written to', async () => {
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    let seen: readonly object[] = []
    meanwhile(6, async () => {
      seen = (await bench.auditOf(id)).map(({ action, before, after }) => ({ action, before, value: after['value'] }))
    })
    assert.ok('ok' in ((await bench.write(id, '7')) as object))
    assert.deepEqual(seen, [{ action: 'param.write', before: { value: '0' }, value: '7' }])
    assert.equal((await bench.auditOf(id)).length, 2)
  })

  for (const [what, change] of [
    ['writing was forbidden', 'update net set is_writing_allowed = false'],
    ['the device was disabled', 'update device set disabled_on = now()'],
    ['it is another register now', 'update param set address = address + 1'],
    ['it has another bound', 'update param set max = 5'],
    ['the right was taken away', `update membership set role = 'viewer' where role = 'operator'`],
    ['it is gone', 'delete from param'],
  ] as const) {
    test(`while it waited ${what}: nothing is written`, async () => {
      const { sql } = bench.service.db
      await sql`update net set is_writing_allowed = true`
      await sql`update membership set role = 'operator' where account_id = ${bench.accounts.operator}`
      const id = await bench.paramOf({ address: 1, valueType: 'u16' })
      bench.devices.requestedFns = []
      meanwhile(3, async () => void (await sql.unsafe(change)))
      assert.deepEqual(await bench.write(id, '7'), {
        err: 'The parameter, or the right to write it, was changed meanwhile.',
      })
      assert.deepEqual(bench.devices.requestedFns, [3])
      assert.equal((await bench.auditOf(id)).length, 0)
    })
  }

  test('while it waited the lock between nodes was lost: nothing is written', async () => {
    const { db, writing } = bench.service
    await db.sql`update net set is_writing_allowed = true`
    const id = await bench.paramOf({ address: 1, valueType: 'u16' })
    bench.devices.requestedFns = []
    const locks = () => db.sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    const isBack = () =>
      writing.withDeviceLock({ netId: 0, unit: 1 }, 0, () => Promise.resolve(true)).catch(() => false)
    meanwhile(3, async () => {
      while ((await locks()).length > 0);
      while ((await isBack()) !== true);
    })
    assert.deepEqual(await bench.write(id, '7'), { err: 'NoConnection' })
    assert.deepEqual(bench.devices.requestedFns, [3])
    const [, outcome] = await bench.auditOf(id)
    assert.equal(outcome?.after['outcome'], 'not-sent')
    bench.devices.onRequest = () => {}
    assert.ok('ok' in ((await bench.write(id, '7')) as object))
  })
})
