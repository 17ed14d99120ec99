import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { loadChunks } from '../compaction/load.ts'
import { addDays, addDevice, addPolls } from '../compaction/testing/polls.ts'
import { dayMs } from './days/days.ts'
import { History } from './history.ts'
import { dispersed, figures } from './testing/segments.ts'

const day = Date.UTC(2026, 0, 5)
const at = (time: string, after = 0): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return day + after * dayMs + hour * 3_600_000 + minute * 60_000
}
const text = (ms: number): string => new Date(ms).toISOString().slice(11, 16)

describe('History at edges', () => {
  let db: Database
  let history: History
  before(async () => {
    db = await testDatabase()
    await addDays(db.sql, day, 2)
    history = new History({ sql: db.sql })
  })

  /** A parameter with these cold and hot readings. */
  const add = async (cold: number[], hot: number[]): Promise<[orgId: number, paramId: number]> => {
    const device = await addDevice(db.sql, 1)
    const [paramId = 0] = device.paramIds
    await loadChunks(db.sql, device.orgId, paramId, {
      times: Float64Array.from(cold),
      values: Float64Array.from(cold, () => 1),
    })
    await addPolls(
      db.sql,
      device,
      hot.map((on) => ({ on, paramIds: [paramId], values: [1], errors: null })),
    )
    return [device.orgId, paramId]
  }

  test('readings of the last day that are after the span do not count for the newest', async () => {
    const later = ['13:00', '14:00', '15:00', '16:00'].map((time) => at(time, 1))
    const [orgId, paramId] = await add([at('08:00'), at('09:00'), at('10:00'), at('01:00', 1), ...later], [])
    const { times } = await history.raw(orgId, paramId, day, at('12:00', 1), 3)
    assert.deepEqual([...times], [at('09:00'), at('10:00'), at('01:00', 1)])
  })

  // Two segments of two hours, from 10:30 on.
  const rows = [
    { title: 'the first of an hour', readings: ['10:50', '11:10', '14:00'], firsts: ['10:50', '14:00'] },
    { title: 'not the first of its hour', readings: ['10:05', '10:50', '11:10'], firsts: ['10:50'] },
    { title: 'alone in the hour that is cut', readings: ['10:05', '10:50', '14:00'], firsts: ['10:50', '14:00'] },
    { title: 'before the segment', readings: ['10:05', '10:29', '12:30'], firsts: ['12:30'] },
    { title: 'on the border', readings: ['10:05', '10:30', '12:10', '12:30'], firsts: ['10:30', '12:30'] },
    { title: 'on the end', readings: ['14:30'], firsts: ['14:30'] },
    { title: 'after the end', readings: ['14:31'], firsts: [] },
  ]
  for (const { title, readings, firsts } of rows) {
    test(`a segment over an hour: ${title}`, async () => {
      const times = readings.map((time) => at(time))
      const [odd, even] = [1, 0].map((rest) => times.filter((_, index) => index % 2 === rest))
      for (const [cold = [], hot = []] of [
        [times, []],
        [[], times],
        [odd, even],
        [even, odd],
      ]) {
        const [orgId, paramId] = await add(cold, hot)
        const segments = await dispersed(history, orgId, [paramId], at('10:30'), at('14:30'), 2)
        assert.deepEqual(
          segments.map((segment) => text(segment.firsts[0]?.on ?? 0)),
          firsts,
        )
      }
    })
  }

  // Segments of two hours that meet there; another day follows.
  for (const last of ['12:00', '12:30', '15:00', '23:59']) {
    test(`a border on the last reading of a day, ${last}`, async () => {
      const border = at(last)
      const [from, till] = [border - 2 * 3_600_000, border + 2 * 3_600_000]
      const times = [from + 60_000, border - 1, border, at('05:00', 1)]
      for (const isCold of [true, false]) {
        const [orgId, paramId] = await add(isCold ? times : [], isCold ? [] : times)
        const segments = await dispersed(history, orgId, [paramId], from, till, 2)
        assert.deepEqual(
          segments.map(({ firsts }) => firsts[0]?.on),
          [from + 60_000, border],
        )
        const found = await figures(history, orgId, [paramId], from, till, 2)
        assert.deepEqual(
          found.map(({ params }) => params[0]?.figure?.count),
          [2, 1],
        )
      }
    })
  }
})
