import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { Recorder } from './recorder.ts'
import { addDevices, orgId, paramsOf } from './testing/recording.ts'

test('a device that fell silent is looked up again after two hours, and one that is polled is remembered', async () => {
  const db = await testDatabase()
  await addDevices(db.sql, [1, 2])
  const clock = new VirtualClock()
  const beganOn = Date.UTC(2026, 2, 1, 12)
  let lookUps = 0
  const sql = new Proxy(db.sql, {
    apply(target, self, args: [readonly string[]]) {
      if (args[0].some((part) => part.includes('join last_poll'))) lookUps += 1
      return Reflect.apply(target, self, args) as unknown
    },
  })
  const recorder = new Recorder({
    db: { ...db, sql },
    clock,
    now: () => new Date(beganOn + clock.now()),
    log: { info() {}, error: () => assert.fail() },
    bufferBytesMax: 1e6,
    flushReadings: 1,
  })
  await recorder.start()
  const params = new Map([1, 2].map((id) => [id, paramsOf(id, ['u16'])]))
  /** How often devices were looked up for this one. */
  const recordOf = async (deviceId: number): Promise<number> => {
    const before = lookUps
    const readOn = beganOn + clock.now()
    const poll = { orgId, deviceId, readOn, params: params.get(deviceId) ?? [], values: [1], texts: null, errors: null }
    recorder.record(poll)
    await until(() => recorder.status().queuedPolls === 0)
    return before === lookUps ? 0 : 1
  }
  const hour = async (): Promise<number> => {
    clock.advance(3_600_000)
    return recordOf(1)
  }
  assert.deepEqual([await recordOf(1), await recordOf(2)], [1, 1])
  assert.deepEqual([await recordOf(1), await recordOf(2)], [0, 0])
  assert.equal(await hour(), 0)
  assert.equal(await recordOf(2), 0, 'it was heard of within the hour before')
  assert.deepEqual([await hour(), await hour(), await hour()], [0, 0, 0])
  assert.deepEqual([await recordOf(2), await recordOf(1)], [1, 0])
  await recorder.stop()
})
