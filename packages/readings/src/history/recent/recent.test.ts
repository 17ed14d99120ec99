import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { runs } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { setAheadAside } from '../../clock/clock.sql.ts'
import { compactDevicePart } from '../../compaction/compact.ts'
import { loadChunks } from '../../compaction/load.ts'
import { encodeHere } from '../../compaction/testing/polls.ts'
import type { RecordedPoll } from '../../poll.ts'
import { Recorder } from '../../recording/recorder.ts'
import { addDevices, drained, hastyClock, orgId, paramsOf } from '../../recording/testing/recording.ts'
import { dayMs } from '../days/days.ts'
import { History } from '../history.ts'
import { type RecentColumn, RecentReadings, recentReadingsMax } from './recent.ts'

const day0 = Date.UTC(2026, 0, 5)
const now = day0 + 1.5 * dayMs
const hourMs = 3_600_000

/** Hours since `day0`, in steps that meet each other. */
const hour = fc.nat({ max: 70 }).map((half) => half / 2)
const op = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('told' as const), hour, count: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('elsewhere' as const), hour, count: fc.constant(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compact' as const), hour, count: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const), hour, count: fc.constant(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('aside' as const), hour, count: fc.constant(0) }) },
)
type RecentOperation = { kind: 'told' | 'elsewhere' | 'compact' | 'import' | 'aside'; hour: number; count: number }

describe('recent readings that are kept', () => {
  let db: Database
  let recorders: Recorder[] = []
  let nextDevice = 1
  const told = new Set<(polls: readonly RecordedPoll[]) => void>()
  const log = { info: () => {}, error: () => {} }
  before(async () => {
    db = await testDatabase()
    recorders = [0, 1].map(
      () =>
        new Recorder({ db, clock: hastyClock, now: () => new Date(now + dayMs), log, bufferBytesMax: 1e9, flushMs: 0 }),
    )
    for (const recorder of recorders) await recorder.start()
    recorders[0]?.onRecorded((polls) => told.forEach((tell) => tell(polls)))
  })
  after(() => Promise.all(recorders.map((recorder) => recorder.stop())))

  /** All times are distinct; other tests cover two readings with the same time. */
  const apply = async (
    deviceId: number,
    { kind, hour: hours, count }: RecentOperation,
    place: number,
  ): Promise<void> => {
    const params = paramsOf(deviceId, ['u16', 'u16'])
    const from = day0 + hours * hourMs
    const times = Array.from({ length: count }, (_, at) => from + at * 600_000 + place * 1000)
    if (kind === 'told' || kind === 'elsewhere') {
      const recorder = recorders[kind === 'told' ? 0 : 1]
      if (recorder === undefined) return
      for (const [at, readOn] of times.entries()) {
        const values = [at + hours, at === 1 ? null : -0.5]
        recorder.record({
          orgId,
          deviceId,
          readOn,
          params,
          values,
          texts: null,
          errors: at === 1 ? new Map([[1, 'Crc']]) : null,
        })
      }
      await drained(recorder)
    } else if (kind === 'compact') {
      for (const day of [day0, day0 + dayMs]) {
        const till = Math.min(day + dayMs, from)
        if (till > day) await compactDevicePart(db.sql, encodeHere(), { orgId, deviceId, day, till })
      }
    } else if (kind === 'import') {
      const values = Float64Array.from(times, (_, at) => 1000 + at)
      await loadChunks(db.sql, orgId, params[0]?.id ?? 0, { times: Float64Array.from(times), values })
    } else await db.tx((tx) => setAheadAside(tx, orgId, new Date(from)))
  }

  const ask = async (history: History, paramId: number) => {
    const from = day0 - dayMs
    const till = day0 + 2 * dayMs
    return [
      await history.raw(orgId, paramId, from, till),
      await history.raw(orgId, paramId, from, till, 3),
      await history.raw(orgId, paramId, day0 + 20 * hourMs, day0 + 30 * hourMs, 2),
      await history.means(orgId, paramId, 900_000, day0 + 12 * hourMs, 96),
      await history.firsts(orgId, [paramId], from, till, 7),
      await history.firsts(orgId, [paramId], from, till, 300),
      await history.figures(orgId, [paramId], from, till, 5),
      await history.figures(orgId, [paramId], from, till, 200),
      await history.extremes(orgId, [paramId], day0 + hourMs, till),
      await history.onTime(orgId, [paramId], day0 + 7 * hourMs + 1),
      await history.onTime(orgId, [paramId], day0 + 30.2 * hourMs),
    ]
  }

  test('answer like the database, for all sources of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(op, { minLength: 3, maxLength: 8 }), async (ops) => {
        const deviceId = nextDevice++
        await addDevices(db.sql, [deviceId], 2)
        const cached = new History({ sql: db.sql, now: () => now })
        const hear = (polls: readonly RecordedPoll[]): void => cached.addRecorded(polls)
        told.add(hear)
        for (const [place, one] of ops.entries()) {
          await apply(deviceId, one, place)
          const plain = new History({ sql: db.sql, now: () => now })
          for (const { id } of paramsOf(deviceId, ['u16', 'u16'])) {
            assert.deepEqual(await ask(cached, id), await ask(plain, id))
          }
          await plain.stop()
        }
        told.delete(hear)
        await cached.stop()
      }),
      { numRuns: runs(10) },
    )
  })
})

describe('RecentReadings', () => {
  const params = [{ id: 7, valueType: 'u16' as const }]
  const poll = (version: number, readOn: number, value: number | null = 1): RecordedPoll => ({
    orgId,
    deviceId: 1,
    readOn,
    params,
    values: [value],
    texts: null,
    errors: null,
    version,
  })
  const recent = (paramId: number, count = 10): RecentColumn => ({
    orgId,
    paramId,
    deviceId: 1,
    day: 0,
    version: 3,
    chunks: '',
    count,
    times: Float64Array.from({ length: count }, (_, at) => at),
    values: new Float64Array(count),
  })
  const heard = (max?: number): RecentReadings => {
    const all = new RecentReadings(max)
    all.addRecorded([poll(1, 0)])
    return all
  }

  test('grow with recorded polls, and are dropped after a missed or reordered poll', () => {
    for (const [next, isKept] of [
      [poll(4, 100), true],
      [poll(3, 100), true],
      [poll(5, 100), false],
      [poll(4, 9), false],
      [poll(4, 9, null), true],
    ] as const) {
      const all = heard()
      all.put(recent(7))
      all.addRecorded([next])
      assert.equal(all.find({ orgId, paramId: 7 }) !== null, isKept)
    }
  })

  test('are kept from the second request on, only for recorded devices, and for no other organization', () => {
    const all = heard()
    assert.deepEqual([all.ask(7), all.ask(7)], [false, true])
    all.put({ ...recent(8), deviceId: 2 })
    assert.equal(all.find({ orgId, paramId: 8 }), null)
    assert.equal(all.ask(8), false)
    all.put(recent(7))
    assert.equal(all.find({ orgId: orgId + 1, paramId: 7 }), null)
  })

  test('have an end: the one that was not asked for the longest goes', () => {
    const all = heard(25)
    all.put(recent(1))
    all.put(recent(2))
    all.find({ orgId, paramId: 1 })
    all.put(recent(3))
    assert.deepEqual(
      [1, 2, 3].map((paramId) => all.find({ orgId, paramId }) !== null),
      [true, false, true],
    )
    assert.equal(all.readings, 20)
    all.put(recent(4, recentReadingsMax + 1))
    assert.equal(all.find({ orgId, paramId: 4 }), null)
  })
})
