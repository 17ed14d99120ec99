import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { until } from '@busbar/kit/testing'
import { AlertBench, addAlert, beganOn, clean, pollOf } from './testing/watch.ts'

const noData = { id: 1, conditions: [{ paramId: 101, kind: 'no-data', value: 20 }] }

test('evaluation is late by as much as the readings that wait to be recorded', async () => {
  const db = await testDatabase()
  await clean(db.sql, [1])
  await addAlert(db.sql, noData)
  const rig = new AlertBench(db)
  await rig.start()
  await rig.record(pollOf(1, 0, [1, 2]))
  assert.equal(rig.watch.status().lateMs, 0)
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.sql.begin(async (tx) => {
    await tx`lock table poll in access exclusive mode`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  rig.recorder.record(pollOf(1, 1000, [1, 2]))
  await rig.clock.advanceAsync(41_000)
  // The timestamps of the readings make no alert due, so only the lag shows that it cannot fire.
  assert.deepEqual([rig.watch.status().lateMs, rig.watch.state(1)?.episode ?? null], [40_000, null])
  release.resolve()
  await holding
  await until(() => rig.recorder.status().queuedPolls === 0)
  await rig.till(70_000)
  assert.deepEqual([rig.watch.status().lateMs, rig.watch.state(1)?.episode?.no], [0, 1])
  await rig.stop()
})

test('evaluation is late by the age of a transaction that does not end', async () => {
  const db = await testDatabase()
  await clean(db.sql, [1])
  await addAlert(db.sql, noData)
  let stuck: PromiseWithResolvers<void> | null = null
  const rig = new AlertBench({ sql: db.sql, tx: (work) => db.tx(work).finally(() => stuck?.promise) })
  await rig.start()
  await rig.record(pollOf(1, 0, [1, 2]))
  stuck = Promise.withResolvers<void>()
  await rig.clock.advanceAsync(20_000)
  await until(() => rig.watch.state(1)?.episode !== undefined && rig.watch.status().pending === 1)
  rig.clock.advance(35_000)
  assert.equal(rig.watch.status().lateMs, 35_000)
  stuck.resolve()
  stuck = null
  await rig.idle()
  assert.equal(rig.watch.status().lateMs, 0)
  assert.equal(rig.watch.state(1)?.episode?.startedOn, beganOn + 20_000)
  await rig.stop()
})
