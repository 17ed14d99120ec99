import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import type { Readings } from '@busbar/series'
import { loadChunks } from '../compaction/load.ts'
import { addDays, addDevice, addPolls, type TestDevice } from '../compaction/testing/polls.ts'
import { dayMs } from './days/days.ts'
import { History } from './history.ts'

const from = Date.UTC(2025, 0, 1)
const hourMs = 3_600_000
const days = 500
const halfHours: Readings = {
  times: Float64Array.from({ length: days * 48 }, (_, at) => from + at * 1_800_000 + 7),
  values: Float64Array.from({ length: days * 48 }, (_, at) => (at * 7919) % 10_007),
}

describe('bounds of hours', () => {
  let history: History
  let device: TestDevice
  let hotOn: number

  before(async () => {
    const { sql } = await testDatabase()
    device = await addDevice(sql, 1)
    history = new History({ sql })
    const paramIds = device.paramIds
    await loadChunks(sql, device.orgId, paramIds[0] ?? 0, halfHours)
    hotOn = from + days * dayMs
    await addDays(sql, hotOn, 1)
    await addPolls(sql, device, [{ on: hotOn, paramIds, values: [5], errors: null }])
  })
  after(() => history.stop())

  // The long one is decoded by the thread.
  for (const [name, count] of [
    ['a day', 1],
    ['many days', days],
  ] as const) {
    test(`hours of ${name}`, async () => {
      const till = from + count * dayMs
      const { cold, hot } = await history.hours(device.orgId, device.paramIds[0] ?? 0, from, till - 1)
      assert.equal(cold.firstOn.length, count * 24)
      assert.equal(hot.times.length, 0)
      for (let hour = 0; hour < count * 24; hour += 1) {
        const [first = 0, last = 0] = halfHours.values.subarray(hour * 2, hour * 2 + 2)
        const { firstOn, lastOn } = cold
        assert.deepEqual([firstOn[hour], lastOn[hour]], [from + hour * hourMs + 7, from + hour * hourMs + 1_800_007])
        assert.deepEqual([cold.first[hour], cold.last[hour]], [first, last])
        assert.deepEqual([cold.min[hour], cold.max[hour]], [Math.min(first, last), Math.max(first, last)])
      }
    })
  }

  test('hot readings come as they are', async () => {
    const { cold, hot } = await history.hours(device.orgId, device.paramIds[0] ?? 0, hotOn - hourMs, hotOn)
    assert.equal(cold.firstOn.length, 24)
    assert.deepEqual([[...hot.times], [...hot.values]], [[hotOn], [5]])
    const nobody = await history.hours(device.orgId + 1, device.paramIds[0] ?? 0, from, hotOn)
    assert.deepEqual([nobody.cold.firstOn.length, nobody.hot.times.length], [0, 0])
  })
})
