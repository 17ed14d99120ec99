import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { until } from '@busbar/kit/testing'
import { type Fault, faulty } from '@busbar/readings/testing'
import { AlertBench, addAlert, clean } from './testing/watch.ts'

const minuteMs = 60_000

test('a watch that fails rests longer and longer, and after a success the first rest is the shortest again', async () => {
  const db = await testDatabase()
  await clean(db.sql, [1])
  await addAlert(db.sql, { id: 1, conditions: [{ paramId: 101, kind: 'no-data', value: 100 }] })
  const faults: Fault[] = []
  const triedOn: number[] = []
  const { sql, tx } = faulty(db, faults)
  const rig: AlertBench = new AlertBench({
    sql,
    tx(work) {
      triedOn.push(rig.clock.now())
      return tx(work)
    },
  })
  await rig.start()
  await rig.till(minuteMs)
  /** Fails so often, and gives how long it waited for the next attempt each time. */
  const restsOf = async (failures: number, isConnected: boolean): Promise<number[]> => {
    faults.push(...Array.from({ length: failures }, () => 'refused' as const))
    triedOn.length = 0
    rig.connection(1, isConnected)
    // A refused connection fails at once: the clock stands still only for the attempt that succeeds.
    while (triedOn.length <= failures) await rig.clock.advanceAsync(triedOn.length === 0 ? 0 : 100)
    await until(() => rig.watch.status().pending === 0)
    assert.equal(rig.watch.status().failingSince, null)
    return triedOn.slice(1).map((on, at) => on - (triedOn[at] ?? 0))
  }
  assert.deepEqual(await restsOf(3, false), [500, 1000, 2000])
  assert.deepEqual(await restsOf(2, true), [500, 1000])
  await rig.stop()
})
