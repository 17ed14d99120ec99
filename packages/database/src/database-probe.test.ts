import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { DatabaseProbe } from './database-probe.ts'
import type { Sql } from './sql.ts'

test('a hanging server is queried once and reported once', async () => {
  const clock = new VirtualClock()
  const logged: string[] = []
  const log = {
    error: (_: object, message: string) => void logged.push(message),
    info: (_: object, message: string) => void logged.push(message),
  }
  const queries: PromiseWithResolvers<object[]>[] = []
  const sql = (() => {
    queries.push(Promise.withResolvers())
    return queries.at(-1)?.promise
  }) as unknown as Sql
  const answering = new DatabaseProbe({ sql, clock, log })
  assert.equal(answering.silentMs, 0)
  const late = { err: 'The database does not respond' }
  const impatient = [answering.within(800), answering.within(900)]
  await clock.advanceAsync(900)
  assert.deepEqual(await Promise.all(impatient), [late, late])
  await clock.advanceAsync(60_000)
  const patient = answering.ask()
  assert.deepEqual([queries.length, answering.silentMs], [1, 60_900])
  assert.deepEqual(logged, ['the database accepts queries but does not respond'])
  queries[0]?.resolve([{ isReadOnly: true, state: 'active', count: 1 }])
  assert.deepEqual(await patient, { ok: { isReadOnly: true, connections: [{ state: 'active', count: 1 }] } })
  assert.deepEqual([answering.silentMs, logged.at(-1)], [0, 'the database responds again'])
  const refused = answering.ask()
  queries[1]?.reject(Object.assign(new Error('x'), { code: '57P03' }))
  assert.deepEqual(await refused, { err: 'The database is starting, stopping or recovering' })
  assert.equal(logged.length, 2)
})
