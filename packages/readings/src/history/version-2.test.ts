import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { joinBlocks, type Readings } from '@busbar/series'
import { encodeBlock2 } from '@busbar/series/testing'
import { loadChunks } from '../compaction/load.ts'
import { addDevice, type TestDevice } from '../compaction/testing/polls.ts'
import { dayMs } from './days/days.ts'
import { History } from './history.ts'
import { within } from './join.rules.ts'
import { dispersed, figures } from './testing/segments.ts'

const day0 = Date.UTC(2026, 0, 5)
const days = 3
const hourMs = 3_600_000
const blockMs = 3 * hourMs

/** Each half minute but for some hours, of which one is a whole block. */
const isSilent = (hour: number): boolean => [4, 6, 7, 8].includes(hour)
const times = Float64Array.from({ length: (days * dayMs) / 30_000 }, (_, at) => day0 + at * 30_000).filter(
  (on) => !isSilent(Math.floor((on % dayMs) / hourMs)),
)
const all: Readings = { times, values: times.map((_, at) => ((at * 7919) % 9973) / 100) }

describe('days that version 2 wrote, in blocks of three hours', () => {
  let db: Database
  let history: History
  let old: TestDevice
  let current: TestDevice

  before(async () => {
    db = await testDatabase()
    history = new History({ sql: db.sql })
    old = await addDevice(db.sql, 1)
    current = await addDevice(db.sql, 1)
    const [paramId = 0] = old.paramIds
    for (const device of [old, current]) await loadChunks(db.sql, device.orgId, device.paramIds[0] ?? 0, all)
    for (let day = day0; day < day0 + days * dayMs; day += dayMs) {
      const blocks = Array.from({ length: 8 }, (_, block) => {
        const some = within(all, day + block * blockMs, day + (block + 1) * blockMs - 1)
        return some.times.length === 0 ? new Uint8Array(0) : encodeBlock2(some)
      })
      const { data, blockEnds } = joinBlocks(blocks)
      await db.sql`
        update chunk set data = ${data}, block_ends = ${blockEnds}
        where org_id = ${old.orgId} and param_id = ${paramId} and day = ${new Date(day)}::date`
    }
  })
  after(() => history.stop())

  const both = async <T>(ask: (orgId: number, paramIds: number[]) => Promise<T>): Promise<void> =>
    assert.deepEqual(await ask(old.orgId, old.paramIds), await ask(current.orgId, current.paramIds))

  test('the latest at any instant', async () => {
    for (let till = day0 + dayMs - 1; till <= day0 + 2 * dayMs; till += 1_800_000 - 7) {
      const on = times.findLast((time) => time <= till)
      const [latest] = await history.onTime(old.orgId, old.paramIds, till)
      assert.equal(latest?.on, on)
      await both((orgId, ids) => history.onTime(orgId, ids, till))
    }
  })

  test('first, least, mean and greatest of segments, long and short', async () => {
    for (const points of [5, 7, 31, 1000]) {
      await both((orgId, ids) => dispersed(history, orgId, ids, day0 + 77, day0 + days * dayMs - 5, points))
      await both((orgId, ids) => figures(history, orgId, ids, day0 + 77, day0 + days * dayMs - 5, points))
    }
  })

  test('more readings make it a day of today', async () => {
    const [paramId = 0] = old.paramIds
    const late = { times: Float64Array.of(day0 + 6 * hourMs), values: Float64Array.of(1.5) }
    await loadChunks(db.sql, old.orgId, paramId, late)
    const [row] = await db.sql<[{ version: number; ends: number }]>`
      select get_byte(data, 0) as version, cardinality(block_ends) as ends from chunk
      where org_id = ${old.orgId} and day = ${new Date(day0)}::date`
    assert.deepEqual(row, { version: 3, ends: 4 })
    const found = await history.raw(old.orgId, paramId, day0, day0 + dayMs - 1)
    assert.equal(found.times.length, within(all, day0, day0 + dayMs - 1).times.length + 1)
  })
})
