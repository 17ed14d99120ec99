import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import type { Readings } from '@busbar/series'
import { loadChunks } from '../compaction/load.ts'
import { addDevice, type TestDevice } from '../compaction/testing/polls.ts'
import { dayMs } from './days/days.ts'
import { History } from './history.ts'
import { dispersed } from './testing/segments.ts'

const from = Date.UTC(2025, 0, 1)

const every = (stepMs: number, count: number): Readings => ({
  times: Float64Array.from({ length: count }, (_, at) => from + at * stepMs),
  values: Float64Array.from({ length: count }, (_, at) => (at * 7919) % 10_007),
})

/** Long spans are decoded in the thread. */
describe('History over long spans', () => {
  let sql: Sql
  let history: History
  let device: TestDevice
  const dense = every(1000, 5 * 86_400)
  const sparse = every(1_800_000, 2 * 24 * 500)

  before(async () => {
    ;({ sql } = await testDatabase())
    device = await addDevice(sql, 2)
    history = new History({ sql })
    const [first = 0, second = 0] = device.paramIds
    await loadChunks(sql, device.orgId, first, dense)
    await loadChunks(sql, device.orgId, second, sparse)
  })
  after(() => history.stop())

  test('raw', async () => {
    const { times, values } = await history.raw(device.orgId, device.paramIds[0] ?? 0, from, from + 5 * dayMs)
    assert.deepEqual(times, dense.times)
    assert.deepEqual(values, dense.values)
  })

  test('a span may be longer than any calendar', async () => {
    const span = [-8e15, 8e15] as const
    const [paramId = 0] = device.paramIds
    const { times } = await history.raw(device.orgId, paramId, ...span, 3)
    assert.deepEqual(times, dense.times.slice(-3))
    const [latest] = await history.onTime(device.orgId, [paramId], span[1])
    assert.equal(latest?.on, dense.times.at(-1))
    assert.deepEqual(await history.onTime(device.orgId, [paramId], span[0]), [null])
    assert.deepEqual(await history.gaps(device.orgId, [paramId], ...span), [[]])
    assert.equal(
      (await history.extremes(device.orgId, [paramId], ...span))[0]?.min,
      Math.min(...dense.values.subarray(0, 20_000)),
    )
  })

  test('the latest at any instant of a day that is kept in blocks, of which some are empty', async () => {
    const silentHours = new Set([0, 1, 2, 3, 4, 5, 8, 12, 13, 14, 15, 16, 17])
    const times = dense.times.subarray(0, 86_400).filter((on) => !silentHours.has(Math.floor((on - from) / 3_600_000)))
    const valueOf = (on: number): number => ((on / 1000) * 7919) % 997
    const { orgId, paramIds } = await addDevice(sql, 1)
    await loadChunks(sql, orgId, paramIds[0] ?? 0, { times, values: times.map(valueOf) })
    const [stored] = await sql<{ ends: number[] }[]>`select block_ends as ends from chunk where org_id = ${orgId}`
    assert.deepEqual([stored?.ends.length, stored?.ends[0], stored?.ends[2]], [4, 0, stored?.ends[1]])
    for (let at = from - 1; at <= from + dayMs + 1; at += 1_800_000) {
      for (const till of [at, at + 1, at + 2]) {
        const on = times.findLast((time) => time <= till)
        const expected = on === undefined ? null : { on, number: valueOf(on), text: null }
        assert.deepEqual(await history.onTime(orgId, paramIds, till), [expected])
      }
    }
  })

  test('dispersed over a month, which is read in two halves', async () => {
    const [, paramId = 0] = device.paramIds
    for (const [begin, till, points] of [
      [from, from + 30 * dayMs - 1, 1000],
      [from + 12_345, from + 31 * dayMs + 7, 997],
      [from - 20 * dayMs, from + 10 * dayMs, 333],
      [from + 490 * dayMs, from + 520 * dayMs, 640],
    ] as const) {
      const [firsts] = await history.firsts(device.orgId, [paramId], begin, till, points)
      const segmentOf = (on: number): number =>
        Math.min(points - 1, Math.floor(((on - begin) * points) / (till - begin)))
      const inSpan = [...sparse.times].filter((on) => on >= begin && on <= till)
      const wanted = inSpan.filter((on, at) => at === 0 || segmentOf(on) !== segmentOf(inSpan[at - 1] ?? 0))
      assert.deepEqual([...(firsts?.times ?? [])], wanted)
      assert.deepEqual(
        [...(firsts?.values ?? [])],
        wanted.map((on) => sparse.values[(on - from) / 1_800_000]),
      )
    }
  })

  test('a month that is asked for again is what the database has, whatever changed since', async () => {
    const { orgId, paramIds } = await addDevice(sql, 1)
    const [paramId = 0] = paramIds
    const all = every(900_000, 96 * 40)
    await loadChunks(sql, orgId, paramId, all)
    const day = (at: number): string => new Date(from + at * dayMs).toISOString().slice(0, 10)
    const between = Float64Array.of(from + 7 * dayMs + 1000, from + 8.2 * dayMs + 1000)
    const changes = [
      () => Promise.resolve(),
      () => Promise.resolve(),
      () => loadChunks(sql, orgId, paramId, { times: between, values: between.map(() => -1) }),
      () => sql`delete from chunk where org_id = ${orgId} and param_id = ${paramId} and day = ${day(9)}`,
      () => loadChunks(sql, orgId, paramId, { times: all.times.slice(864, 960), values: all.values.slice(864, 960) }),
      () => sql`update chunk set count = 0 where org_id = ${orgId} and param_id = ${paramId} and day = ${day(11)}`,
    ]
    for (const change of changes) {
      await change()
      for (const till of [from + 30 * dayMs, from + 31 * dayMs + 12_345]) {
        for (const asked of ['firsts', 'figures'] as const) {
          const plain = new History({ sql })
          const found = await history[asked](orgId, paramIds, till - 30 * dayMs, till, 1000)
          assert.deepEqual(found, await plain[asked](orgId, paramIds, till - 30 * dayMs, till, 1000))
          await plain.stop()
        }
      }
      for (const days of [7.001, 7.002, 8.3, 9.3, 11.9]) {
        const asked = [orgId, paramIds, from + days * dayMs] as const
        assert.deepEqual(await history.onTime(...asked), await new History({ sql }).onTime(...asked))
      }
    }
  })

  test('dispersed, in days', async () => {
    const segments = await dispersed(history, device.orgId, device.paramIds.slice(1), from, from + 500 * dayMs, 500)
    assert.equal(segments.length, 500)
    for (const [day, segment] of segments.entries()) {
      assert.deepEqual(segment.firsts, [{ on: from + day * dayMs, value: sparse.values[day * 48] }])
    }
  })

  test('extremes', async () => {
    const [found] = await history.extremes(device.orgId, device.paramIds.slice(1), from + 1, from + 500 * dayMs)
    const values = [...sparse.values.subarray(1)]
    const onOf = (value: number): number => sparse.times[1 + values.indexOf(value)] ?? 0
    const [min, max] = [Math.min(...values), Math.max(...values)]
    assert.deepEqual(found, { min, minOn: onOf(min), max, maxOn: onOf(max) })
  })
})
