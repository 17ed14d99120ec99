import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { Recorder } from './recorder.ts'
import { addDevices, drained, type Fault, faulty, orgId, paramsOf } from './testing/recording.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)

test('after a success the first rest is the shortest again; its health says for how long it has failed', async () => {
  const db = await testDatabase()
  await addDevices(db.sql, [1])
  const clock = new VirtualClock()
  const faults: Fault[] = []
  const log = { info() {}, error() {} }
  const recorder = new Recorder({
    db: faulty(db, faults),
    clock,
    now: () => new Date(beganOn),
    log,
    bufferBytesMax: 1e6,
    flushReadings: 1,
  })
  await recorder.start()
  /** Fails so often, and gives how long it rested each time. */
  const restsOf = async (failures: number, readOn: number): Promise<number[]> => {
    const rests: number[] = []
    const failedFrom = clock.now()
    assert.equal(recorder.health().failingMs, 0)
    faults.push(...Array.from({ length: failures }, () => 'refused' as const))
    recorder.record({
      orgId,
      deviceId: 1,
      readOn,
      params: paramsOf(1, ['u16']),
      values: [1],
      texts: null,
      errors: null,
    })
    for (let left = failures - 1; left >= 0; left -= 1) {
      await until(() => faults.length === left && clock.pending > 0)
      const restedFrom = clock.now()
      while (clock.pending > 0) clock.advance(100)
      rests.push(clock.now() - restedFrom)
      const { failingMs, why } = recorder.health()
      assert.deepEqual([failingMs, why], [clock.now() - failedFrom, 'The connection to the database was lost'])
    }
    await drained(recorder)
    return rests
  }
  assert.deepEqual(await restsOf(3, beganOn), [200, 400, 800])
  assert.deepEqual(await restsOf(2, beganOn + 1000), [200, 400])
  await recorder.stop()
})
