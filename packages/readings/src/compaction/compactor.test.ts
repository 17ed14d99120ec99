import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { DamagedChunk } from '@busbar/series'
import { dayMs } from '../history/days/days.ts'
import { History } from '../history/history.ts'
import { compactDevicePart } from './compact.ts'
import { Compactor } from './compactor.ts'
import { loadChunks } from './load.ts'
import { addDays, addDevice, addPolls, encodeHere, type TestDevice, type TestPoll } from './testing/polls.ts'

const day0 = Date.UTC(2026, 0, 5)
const graceMs = 600_000
const partMs = 21_600_000
const days = 3

describe('Compactor', () => {
  let db: Database
  let device: TestDevice
  let history: History
  let compactor: Compactor
  const errors: unknown[] = []

  before(async () => {
    db = await testDatabase()
    history = new History({ sql: db.sql })
  })
  after(() => history.stop())

  beforeEach(async () => {
    await db.sql`delete from org`
    await db.sql`truncate poll`
    await addDays(db.sql, day0, days)
    device = await addDevice(db.sql, 2)
    errors.length = 0
    compactor = new Compactor({
      sql: db.sql,
      clock: new VirtualClock(),
      now: () => new Date(day0),
      onError: (error) => errors.push(error),
    })
  })
  afterEach(() => compactor.stop())

  const pollsAt = (...times: number[]): TestPoll[] =>
    times.map((on) => ({ on, paramIds: device.paramIds, values: [on / 1000, null], errors: null }))

  const timesOf = async (): Promise<number[]> => {
    const { times } = await history.raw(device.orgId, device.paramIds[0] ?? 0, day0, day0 + days * dayMs)
    return [...times]
  }

  const hotOf = async (): Promise<number[]> => {
    const rows = await db.sql<{ read_on: Date }[]>`select read_on from poll order by read_on`
    return rows.map(({ read_on }) => read_on.getTime())
  }

  const partitions = async (): Promise<number> => {
    const [row] = await db.sql<[{ count: number }]>`select count(*) from pg_inherits where inhparent = 'poll'::regclass`
    return row.count
  }

  test('takes parts of days that are over, after a grace, and drops the tables of days', async () => {
    const times = [day0, day0 + dayMs - 100, day0 + dayMs, day0 + dayMs + partMs - 100, day0 + dayMs + partMs]
    await addPolls(db.sql, device, pollsAt(...times))
    await compactor.runOnce(day0 + dayMs + partMs + graceMs - 1)
    assert.deepEqual(await hotOf(), times.slice(2))
    assert.equal(await partitions(), 2)
    await compactor.runOnce(day0 + dayMs + partMs + graceMs)
    assert.deepEqual(await hotOf(), times.slice(4))
    assert.equal(await partitions(), 2)
    assert.deepEqual(await timesOf(), times)
    assert.deepEqual(errors, [])
    assert.deepEqual(compactor.status(), {
      isRunning: false,
      deviceParts: 2,
      readings: 4,
      rewritten: 0,
      failures: 0,
      lastError: null,
    })
  })

  test('late polls of a day that is not over wait for its next part', async () => {
    await addPolls(db.sql, device, pollsAt(day0 + 1000))
    await compactor.runOnce(day0 + partMs + graceMs)
    await addPolls(db.sql, device, pollsAt(day0 + 2000))
    await compactor.runOnce(day0 + 2 * partMs + graceMs - 1)
    assert.deepEqual(await hotOf(), [day0 + 2000])
    await compactor.runOnce(day0 + 2 * partMs + graceMs)
    assert.deepEqual(await hotOf(), [])
    assert.deepEqual(await timesOf(), [day0 + 1000, day0 + 2000])
    assert.equal(compactor.status().readings, 2)
  })

  test('a run of failures over several parts is one, unless something was read', async () => {
    const at = (part: number, afterMs = 0): number => day0 + part * partMs + afterMs
    const { paramIds, textId } = device
    const failed = [at(0), at(1), at(2), at(2, 1000), at(3)].map((on) => ({
      on,
      paramIds,
      values: [null, null],
      errors: { '': 'Timeout' },
    }))
    await addPolls(db.sql, device, [...failed, { on: at(2, 2000), paramIds, values: [1, 2], errors: null }])
    await db.sql`insert into exact values (${device.orgId}, ${textId}, ${new Date(at(2, 2000))}, 'text')`
    const gaps = [
      { from: at(0), till: at(2, 1000), polls: 4, reason: 'Timeout' },
      { from: at(3), till: at(3), polls: 1, reason: 'Timeout' },
    ]
    for (const part of [0, 1, 2, 3, 4]) {
      await compactor.runOnce(at(part, graceMs))
      const found = await history.gaps(device.orgId, [...paramIds, textId], day0, day0 + dayMs - 1)
      assert.deepEqual(found, [gaps, gaps, gaps])
    }
    assert.deepEqual(await hotOf(), [])
  })

  test('late polls make their chunk be written again', async () => {
    await addPolls(db.sql, device, pollsAt(day0 + 1000))
    await compactor.runOnce(day0 + 2 * dayMs)
    await addDays(db.sql, day0, days)
    await addPolls(db.sql, device, pollsAt(day0 + 500, day0 + 2000))
    await compactor.runOnce(day0 + 2 * dayMs)
    assert.deepEqual(await hotOf(), [])
    assert.deepEqual(await timesOf(), [day0 + 500, day0 + 1000, day0 + 2000])
  })

  test('a partition that is being read is dropped later', async () => {
    await addPolls(db.sql, device, pollsAt(day0))
    await db.sql.begin(async (tx) => {
      await tx`lock table poll in access share mode`
      await compactor.runOnce(day0 + dayMs + graceMs)
      assert.equal(await partitions(), days)
    })
    assert.deepEqual(errors, [])
    assert.deepEqual(await hotOf(), [])
    await compactor.runOnce(day0 + dayMs + graceMs)
    assert.equal(await partitions(), days - 1)
  })

  test('a poll that is recorded meanwhile stays where it is', async () => {
    await addPolls(db.sql, device, pollsAt(day0))
    const encoder = encodeHere()
    const key = { orgId: device.orgId, deviceId: device.deviceId, day: day0, till: day0 + dayMs }
    await compactDevicePart(
      db.sql,
      {
        async run(job) {
          if (job.kind === 'end') await addPolls(db.sql, device, pollsAt(day0 + 100))
          return encoder.run(job)
        },
      },
      key,
    )
    assert.deepEqual(await hotOf(), [day0 + 100])
    assert.deepEqual(await timesOf(), [day0, day0 + 100])
  })

  test('several nodes at once move each poll once', async () => {
    const times = Array.from({ length: 20 }, (_, at) => day0 + at * 1000)
    await addPolls(db.sql, device, pollsAt(...times))
    const key = { orgId: device.orgId, deviceId: device.deviceId, day: day0, till: day0 + dayMs }
    const runs = await Promise.allSettled([0, 1, 2].map(() => compactDevicePart(db.sql, encodeHere(), key)))
    const moved = runs.map((run) => (run.status === 'fulfilled' ? run.value : 0))
    assert.equal(Math.max(...moved), times.length)
    assert.deepEqual(await hotOf(), [])
    assert.deepEqual(await timesOf(), times)
  })

  test('polls of a deleted device go away', async () => {
    await addPolls(db.sql, device, pollsAt(day0))
    await db.sql`delete from device where id = ${device.deviceId}`
    await compactor.runOnce(day0 + dayMs + graceMs)
    assert.deepEqual(await hotOf(), [])
    assert.deepEqual(errors, [])
  })

  test('damaged bytes are an error, and nothing is written over them', async () => {
    const [paramId = 0] = device.paramIds
    await addPolls(db.sql, device, pollsAt(day0, day0 + 1000, day0 + 2000))
    await compactor.runOnce(day0 + dayMs + graceMs)
    for (const column of ['data', 'hours']) {
      const at = db.sql`length(${db.sql(column)}) - 1`
      const flipped = db.sql`set_byte(${db.sql(column)}, ${at}, 255 - get_byte(${db.sql(column)}, ${at}))`
      await db.sql`update chunk set ${db.sql(column)} = ${flipped} where param_id = ${paramId}`
    }
    const span = [device.orgId, [paramId], day0 + 1, day0 + dayMs] as const
    await assert.rejects(timesOf(), DamagedChunk)
    await assert.rejects(history.extremes(...span), DamagedChunk)
    await assert.rejects(history.firsts(...span, 10), DamagedChunk)
    await assert.rejects(history.onTime(device.orgId, [paramId], day0 + 1), DamagedChunk)
    await addDays(db.sql, day0, days)
    await addPolls(db.sql, device, pollsAt(day0 + 500))
    await compactor.runOnce(day0 + dayMs + graceMs)
    assert.ok(errors[0] instanceof DamagedChunk)
    assert.deepEqual(await hotOf(), [day0 + 500])
  })

  test('keeps readings as long as their parameter says, or else their organization', async () => {
    const [kept = 0, short = 0] = device.paramIds
    const times = Float64Array.from([day0, day0 + dayMs, day0 + 2 * dayMs])
    for (const id of [kept, short]) {
      await loadChunks(db.sql, device.orgId, id, { times, values: times })
      await db.sql`
        insert into exact select ${device.orgId}, ${id}, to_timestamp(n), 'x'
        from unnest(${Array.from(times, (time) => time / 1000)}::float8[]) n`
    }
    await db.sql`update org set keep_days = 2 where id = ${device.orgId}`
    await db.sql`update param set keep_days = 1 where id = ${short}`
    await compactor.runOnce(day0 + 3 * dayMs + 1)
    const left = await db.sql<{ param_id: number; day: Date }[]>`select param_id, day from chunk order by param_id, day`
    assert.deepEqual(
      left.map((row) => [row.param_id, row.day.getTime()]),
      [
        [kept, day0 + dayMs],
        [kept, day0 + 2 * dayMs],
        [short, day0 + 2 * dayMs],
      ],
    )
    const [exact] = await db.sql<[{ count: number }]>`select count(*) from exact`
    assert.equal(exact.count, 3)
  })

  test('a clock that was ahead keeps nothing from being done when it is back, and deletes nothing while it is doubted', async () => {
    let isSure = true
    const doubting = new Compactor({
      sql: db.sql,
      clock: new VirtualClock(),
      now: () => new Date(day0),
      isClockSure: () => isSure,
    })
    const [paramId = 0] = device.paramIds
    const countOf = async (): Promise<number> => (await db.sql`select from chunk`).count
    await db.sql`update org set keep_days = 1 where id = ${device.orgId}`
    await loadChunks(db.sql, device.orgId, paramId, {
      times: Float64Array.of(day0 - 3 * dayMs, day0),
      values: Float64Array.of(1, 2),
    })
    isSure = false
    await doubting.runOnce(day0 + 30 * dayMs)
    assert.equal(await countOf(), 2)
    isSure = true
    await addDays(db.sql, day0, days)
    await addPolls(db.sql, device, pollsAt(day0 + dayMs + 500))
    await doubting.runOnce(day0 + dayMs + partMs + graceMs)
    assert.deepEqual([await hotOf(), await countOf()], [[], 2], 'the oldest is gone, and today has one')
    await loadChunks(db.sql, device.orgId, paramId, {
      times: Float64Array.of(day0 - 3 * dayMs),
      values: Float64Array.of(1),
    })
    await doubting.runOnce(day0 + partMs + graceMs)
    assert.equal(await countOf(), 2, 'an hour back is an hour as well')
    await doubting.stop()
  })

  test('a poll of a time that is cold already is kept beside it, also at the end of a day', async () => {
    const [paramId = 0] = device.paramIds
    const last = day0 + dayMs - 100
    const record = async (values: readonly number[], ...times: number[]): Promise<void> => {
      const polls = times.map((on, at) => ({ on, paramIds: [paramId], values: [values[at] ?? 0], errors: null }))
      await addDays(db.sql, day0, 1)
      await addPolls(db.sql, device, polls)
      await compactor.runOnce(day0 + dayMs + graceMs)
    }
    await record([1, 2, 3, 4], day0, day0 + 100, last - 100, last)
    await record([5, 6, 7], day0, day0 + 200, last)
    const { times, values } = await history.raw(device.orgId, paramId, day0, day0 + dayMs)
    assert.deepEqual(
      Array.from(times, (time, at) => [time - day0, values[at]]),
      [
        [0, 1],
        [100, 2],
        [200, 6],
        [300, 5],
        [dayMs - 300, 7],
        [dayMs - 200, 3],
        [dayMs - 100, 4],
      ],
    )
    assert.deepEqual(errors, [])
  })

  test('looks again every minute until it is stopped', async () => {
    const clock = new VirtualClock()
    let now = day0
    const looking = new Compactor({ sql: db.sql, clock, now: () => new Date(now) })
    await addPolls(db.sql, device, pollsAt(day0))
    looking.start()
    await looking.runOnce(now)
    assert.equal(looking.status().deviceParts, 0)
    now = day0 + dayMs + graceMs
    clock.advance(60_000)
    await looking.runOnce(now)
    assert.equal(looking.status().deviceParts, 1)
    assert.equal(clock.pending, 1)
    await looking.stop()
    assert.equal(clock.pending, 0)
  })

  test('loaded readings are merged with stored ones', async () => {
    const [paramId = 0] = device.paramIds
    const load = (...times: number[]): Promise<void> =>
      loadChunks(db.sql, device.orgId, paramId, {
        times: Float64Array.from(times),
        values: Float64Array.from(times, (_, at) => at),
      })
    await load(day0, day0 + 200, day0 + dayMs)
    await load(day0 + 100, day0 + 200, day0 + 2 * dayMs)
    const { times, values } = await history.raw(device.orgId, paramId, 0, day0 + days * dayMs)
    assert.deepEqual([...times], [day0, day0 + 100, day0 + 200, day0 + dayMs, day0 + 2 * dayMs])
    assert.deepEqual([...values], [0, 0, 1, 2, 2])
  })
})
