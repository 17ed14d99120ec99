import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { loadChunks } from '../compaction/load.ts'
import { History } from '../history/history.ts'
import { lastReadings } from '../recording/last-values.ts'
import { Recorder } from '../recording/recorder.ts'
import { addDevices, drained, hastyClock, orgId, paramsOf } from '../recording/testing/recording.ts'
import { acceptAside } from './accept-aside.ts'
import { ClockWatch } from './clock-watch.ts'

const beganOn = Date.UTC(2026, 10, 14, 12)
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const params = paramsOf(1, ['u16', 'u16', 'string'])

describe('the watch over the clock', () => {
  let db: Database
  before(async () => {
    db = await testDatabase()
  })
  const clean = async (): Promise<void> => {
    await db.sql`delete from org`
    await db.sql`truncate poll, last_poll, layout, exact, recorder, chunk, aside_poll, aside_chunk, aside_exact, clock_memory`
    await addDevices(db.sql, [1, 2])
  }

  /** A watch in a time of its own. */
  const setUp = (startOn = beganOn) => {
    const clock = new VirtualClock()
    const logged: string[] = []
    const time = { setMs: 0 }
    const log = {
      info: (_details: object, message: string) => void logged.push(message),
      error: (_details: object, message: string) => void logged.push(message),
    }
    const now = (): Date => new Date(startOn + clock.now() + time.setMs)
    return { clock, logged, time, now, watch: new ClockWatch({ db, clock, now, log }) }
  }

  /** As a service recorded whose clock was wherever these are, and believed. */
  const record = async (...polls: readonly [onMs: number, value: number | string][]): Promise<void> => {
    let wallMs = 0
    const log = { info() {}, error() {} }
    for (const [onMs, value] of polls) {
      wallMs = onMs
      const now = (): Date => new Date(beganOn + wallMs)
      const recorder = new Recorder({ db, clock: hastyClock, now, log, bufferBytesMax: 1e7 })
      await recorder.start()
      const isFailure = typeof value === 'string'
      recorder.record({
        orgId,
        deviceId: 1,
        readOn: beganOn + onMs,
        params,
        values: isFailure ? [null, null, null] : [value, value, null],
        texts: isFailure ? null : new Map([[2, `t${value}`]]),
        errors: isFailure ? value : null,
      })
      await drained(recorder)
      await recorder.stop()
    }
  }
  /** As a service left it that took the latest time for the last. */
  const spoilLast = async (): Promise<void> => {
    const [newest] = await db.sql<[{ readOn: Date }]>`
      select read_on as "readOn" from poll where org_id = ${orgId} and errors is null order by read_on desc limit 1`
    const texts = { 103: ['t9', newest.readOn.getTime()] }
    await db.sql`
      update last_poll l set read_on = p.read_on, layout_id = p.layout_id, narrow = p.narrow, wide = p.wide, errors = null,
        failed_on = null, texts = ${db.sql.json(texts)}
      from poll p
      where l.org_id = ${orgId} and p.org_id = ${orgId} and l.device_id = p.device_id and p.read_on = ${newest.readOn}`
  }
  const lastOf = (id: number) => lastReadings(db.sql, [{ orgId, deviceId: 1, id }]).then((found) => found.get(id))
  const history = () => new History({ sql: db.sql })
  const rawOf = async (id: number): Promise<[number, number | undefined][]> => {
    const store = history()
    const { times, values } = await store.raw(orgId, id, 0, Date.UTC(2200, 0))
    await store.stop()
    return Array.from(times, (time, at) => [time - beganOn, values[at]])
  }

  test('quarantines readings ahead of the clock at the first start, shows the hidden last values again, and loses nothing', async () => {
    await clean()
    const monthMs = 30 * dayMs
    await record([-hourMs, 1], [monthMs, 9], [-2 * minuteMs, 2], [-minuteMs, 'Timeout'])
    await spoilLast()
    const cold = { times: Float64Array.of(beganOn + monthMs + dayMs, beganOn - dayMs), values: Float64Array.of(8, 0) }
    await loadChunks(db.sql, orgId, 101, { times: cold.times.toSorted(), values: Float64Array.of(0, 8) })
    await db.sql`insert into exact values (${orgId}, 101, ${new Date(beganOn + monthMs + dayMs)}, '8.0')`
    const all = await rawOf(101)
    assert.equal(all.length, 5)
    assert.equal((await lastOf(101))?.last?.value, '9')

    const { watch, logged } = setUp()
    await watch.start()
    await watch.stop()
    assert.deepEqual(
      await rawOf(101),
      all.filter(([onMs]) => onMs <= 0),
    )
    assert.deepEqual(await lastOf(101), {
      last: { value: '2', number: 2, readOn: beganOn - 2 * minuteMs },
      error: { reason: 'Timeout', on: beganOn - minuteMs },
    })
    assert.equal((await lastOf(103))?.last?.value, 't2')
    assert.deepEqual(logged, ['readings ahead of the clock were quarantined'])

    const noMarks = async (): Promise<void> => {}
    const options = { db, now: () => new Date(beganOn), markRecorded: noMarks, markDays: noMarks, finish: noMarks }
    const accepted = await acceptAside(options, { orgId, deviceId: null }, 'shown')
    assert.deepEqual(accepted, { polls: 1, chunks: 1 })
    assert.deepEqual(await rawOf(101), all)
    const exact = await db.sql`select text from exact where read_on > ${new Date(beganOn)} order by read_on`
    assert.deepEqual(
      exact.map(({ text }) => text),
      ['t9', '8.0'],
    )
    const again = setUp()
    await again.watch.start()
    await again.watch.stop()
    assert.deepEqual(await rawOf(101), all, 'only the first start sets aside by itself')
  })

  test('a chunk that is accepted is joined with what its day has by now', async () => {
    await clean()
    const day = beganOn - 12 * hourMs + 40 * dayMs
    const load = (times: number[], values: number[]) =>
      loadChunks(db.sql, orgId, 101, { times: Float64Array.from(times), values: Float64Array.from(values) })
    await load([day, day + 1000], [1, 2])
    const { watch } = setUp()
    await watch.start()
    await watch.stop()
    assert.deepEqual(await rawOf(101), [])
    await load([day, day + 500], [3, 4])
    const noMarks = async (): Promise<void> => {}
    const options = { db, now: () => new Date(beganOn), markRecorded: noMarks, markDays: noMarks, finish: noMarks }
    await acceptAside(options, { orgId, deviceId: 1 }, 'shown')
    assert.deepEqual(
      (await rawOf(101)).map(([onMs, value]) => [onMs + beganOn - day, value]),
      [
        [0, 3],
        [100, 1],
        [500, 4],
        [1000, 2],
      ],
    )
  })

  test('quarantines nothing and reports `behind` for a clock from before this check existed', async () => {
    await clean()
    await record([0, 1])
    const { watch } = setUp(Date.UTC(1970, 0, 1))
    await watch.start()
    assert.equal(watch.trusted.status().state, 'behind')
    await watch.stop()
    assert.equal((await rawOf(101)).length, 1)
    assert.equal((await db.sql`select from clock_memory`).count, 0, 'the next start looks again')
  })

  const runs: { name: string; first: (run: ReturnType<typeof setUp>) => void; nextOn: number; state: string }[] = [
    { name: 'nothing happened', first: () => {}, nextOn: dayMs, state: 'steady' },
    {
      name: 'it ended in doubt and the clock runs on',
      first: ({ time }) => void (time.setMs = dayMs),
      nextOn: dayMs + hourMs,
      state: 'ahead',
    },
    {
      name: 'it ended in doubt and the clock was set right',
      first: ({ time }) => void (time.setMs = dayMs),
      nextOn: hourMs,
      state: 'steady',
    },
    { name: 'the clock went back while it was away', first: () => {}, nextOn: -dayMs, state: 'behind' },
    { name: 'it was away for longer than is believed', first: () => {}, nextOn: 40 * dayMs, state: 'ahead' },
  ]
  for (const { name, first, nextOn, state } of runs) {
    test(`the next run knows what the one before knew: ${name}`, async () => {
      await clean()
      const run = setUp()
      await run.watch.start()
      await run.clock.advanceAsync(20 * minuteMs)
      first(run)
      await run.clock.advanceAsync(20_000)
      await run.watch.stop()
      const next = setUp(beganOn + 20 * minuteMs + nextOn)
      await next.watch.start()
      assert.equal(next.watch.trusted.status().state, state)
      assert.equal(next.logged.length, state === 'steady' ? 0 : 1)
      await next.watch.stop()
    })
  }

  test('a step is noticed though nothing is polled, and said once', async () => {
    await clean()
    const { watch, clock, time, logged } = setUp()
    await watch.start()
    await clock.advanceAsync(20 * minuteMs)
    time.setMs = dayMs
    await clock.advanceAsync(minuteMs)
    assert.deepEqual(logged, ['the clock is implausibly far ahead: readings are quarantined'])
    time.setMs = 0
    await clock.advanceAsync(minuteMs)
    assert.deepEqual([logged.at(-1), logged.length, watch.trusted.status().steps], ['the clock was set', 2, 2])
    await watch.stop()
    assert.equal(clock.pending, 0)
  })
})
