import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { lastReadings } from './last-values.ts'
import { beganOn, pollOf, setUp, storedOf } from './testing/polls.ts'
import { addDevices, drained, type Fault, faulty, orgId } from './testing/recording.ts'

describe('the recorder', () => {
  let db: Database
  const clean = async (): Promise<void> => {
    await db.sql`truncate poll, aside_poll, last_poll, layout, exact, recorder`
    await db.sql`delete from device`
    await addDevices(db.sql, [1, 2, 3])
  }
  before(async () => {
    db = await testDatabase()
  })

  test('reports polls once they are committed, with their stored times', async () => {
    await clean()
    const { recorder, told } = await setUp({ db })
    for (const onMs of [30, 60, 199, 1000]) recorder.record(pollOf(1, onMs))
    assert.equal(told.length, 0)
    await drained(recorder)
    assert.deepEqual(
      told.map(({ readOn }) => readOn - beganOn),
      [0, 100, 200, 1000],
    )
    assert.deepEqual(await storedOf(db, 1), [
      [0, 30],
      [100, 60],
      [200, 199],
      [1000, 1000],
    ])
    const { recordedReadings, flushes, queuedBytes } = recorder.status()
    assert.deepEqual({ recordedReadings, flushes, queuedBytes }, { recordedReadings: 8, flushes: 1, queuedBytes: 0 })
    await recorder.stop()
  })

  test('flushes after its time, or when there is enough', async () => {
    await clean()
    const clock = new VirtualClock()
    const { recorder, told } = await setUp({ db, clock, flushReadings: 6 })
    recorder.record(pollOf(1, 0))
    clock.advance(249)
    assert.equal(clock.pending, 1)
    clock.advance(1)
    await until(() => told.length === 1)
    for (const onMs of [1000, 2000, 3000]) recorder.record(pollOf(1, onMs))
    await until(() => told.length === 4)
    assert.deepEqual([clock.now(), recorder.status().flushes], [250, 2])
    await recorder.stop()
  })

  test('keeps what waits through an outage, in order, and rests longer and longer', async () => {
    await clean()
    const clock = new VirtualClock()
    const faults: Fault[] = []
    const { recorder, told, logged } = await setUp({ db: faulty(db, faults), clock })
    const rests: number[] = []
    faults.push(...Array.from({ length: 8 }, () => 'refused' as const))
    recorder.record(pollOf(1, 0))
    clock.advance(250)
    for (let failure = 1; failure <= 8; failure++) {
      await until(() => faults.length === 8 - failure && clock.pending > 0)
      recorder.record(pollOf(1, failure * 1000))
      const restedFrom = clock.now()
      while (clock.pending > 0) clock.advance(100)
      rests.push(clock.now() - restedFrom)
      assert.equal(recorder.status().failingSince, beganOn)
    }
    await drained(recorder)
    assert.deepEqual(rests, [200, 400, 800, 1600, 3200, 5000, 5000, 5000])
    assert.deepEqual(
      told.map(({ values }) => values[0]),
      [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000],
    )
    const { failingSince, lastError, droppedPolls } = recorder.status()
    assert.deepEqual(
      { failingSince, lastError, droppedPolls },
      { failingSince: null, lastError: 'The test cut the connection', droppedPolls: 0 },
    )
    assert.deepEqual(
      logged.map((line) => line.split(' {')[0]),
      ['readings cannot be recorded and are queued', 'readings are recorded again'],
    )
    await recorder.stop()
  })

  // `cutBefore: 99`: all statements are done, and the connection is cut before the commit.
  for (const [name, ...first] of [
    ['committed, and nobody heard of it', 'unheard'],
    ['not committed, and nobody heard of that', { cutBefore: 99 }],
    ['committed, and it cannot be looked up for a while', 'unheard', 'refused', 'refused'],
    ['not committed, twice', { cutBefore: 99 }, { cutBefore: 99 }],
  ] as readonly (readonly [string, ...Fault[]])[]) {
    test(`a batch that was ${name}, is recorded once, and so is what came meanwhile`, async () => {
      await clean()
      const clock = new VirtualClock()
      const faults: Fault[] = []
      const { recorder, told } = await setUp({ db: faulty(db, faults), clock })
      faults.push(...first)
      recorder.record(pollOf(1, 0))
      recorder.record(pollOf(2, 0))
      clock.advance(250)
      for (let failure = 1; failure <= first.length; failure++) {
        await until(() => {
          const isStruck = faults.length === first.length - failure
          if (!isStruck) clock.advance(100)
          return isStruck
        })
        recorder.record(pollOf(1, failure * 1000))
        assert.equal(recorder.oldestOn, beganOn)
      }
      await until(() => {
        clock.advance(250)
        return recorder.status().queuedPolls === 0
      })
      const expected = [0, ...first.map((_, place) => (place + 1) * 1000)]
      assert.deepEqual(
        await storedOf(db, 1),
        expected.map((onMs) => [onMs, onMs]),
      )
      assert.deepEqual(await storedOf(db, 2), [[0, 0]])
      const timesOf = (deviceId: number) =>
        told.filter((poll) => poll.deviceId === deviceId).map(({ readOn }) => readOn - beganOn)
      assert.deepEqual([timesOf(1), timesOf(2)], [expected, [0]])
      const { droppedPolls, recordedReadings } = recorder.status()
      assert.deepEqual([droppedPolls, recordedReadings], [0, 2 * (expected.length + 1)])
      await recorder.stop()
    })
  }

  test('drops the oldest polls when full, counts them, and logs it once', async () => {
    await clean()
    const clock = new VirtualClock()
    const faults: Fault[] = []
    const bufferBytesMax = 3000
    const { recorder, told, logged } = await setUp({ db: faulty(db, faults), clock, bufferBytesMax })
    faults.push('refused')
    recorder.record(pollOf(1, 0))
    clock.advance(250)
    await until(() => recorder.status().failingSince !== null)
    for (let i = 1; i < 30; i++) {
      recorder.record(pollOf(1, i * 1000))
      assert.ok(recorder.status().queuedBytes <= bufferBytesMax)
    }
    clock.advance(200)
    await drained(recorder)
    const { droppedPolls, droppedReadings, recordedReadings } = recorder.status()
    assert.equal(droppedPolls + told.length, 30)
    assert.ok(told.length >= 5 && told.length <= 12, `${told.length} were kept`)
    assert.deepEqual([droppedReadings, recordedReadings], [droppedPolls * 2, told.length * 2])
    assert.equal(told.at(-1)?.readOn, beganOn + 29_000)
    assert.equal((await storedOf(db, 1)).length, told.length)
    const lost = logged.filter((line) => line.includes('lost'))
    assert.equal(lost.length, 2)
    assert.match(
      lost[1] ?? '',
      new RegExp(`"polls":${droppedPolls},"readings":${droppedReadings},"from":"2026-03-01T12:00:00`),
    )
    await recorder.stop()
  })

  test('a poll that the database refuses is left out, and no other', async () => {
    await clean()
    const { recorder, logged } = await setUp({ db })
    for (let i = 0; i < 40; i++) {
      const poll = pollOf(1, i * 1000, [i, 1])
      recorder.record(i === 17 || i === 30 ? { ...poll, errors: 'no \0 in jsonb' } : poll)
    }
    await drained(recorder)
    const stored = await storedOf(db, 1)
    assert.deepEqual(
      stored.map(([, value]) => value),
      Array.from({ length: 40 }, (_, i) => i).filter((i) => i !== 17 && i !== 30),
    )
    assert.deepEqual([recorder.status().droppedPolls, recorder.status().droppedReadings], [2, 4])
    assert.equal(logged.filter((line) => line.startsWith('a poll was refused')).length, 2)
    await recorder.stop()
  })

  test('additional work joins the transaction of the polls; if it fails for one poll, that poll is recorded without it', async () => {
    await clean()
    const seen: number[] = []
    const { recorder, logged } = await setUp({
      db,
      async inRecordingTx(tx, polls) {
        for (const { deviceId, readOn, values } of polls) {
          const [row] = await tx`select from poll where device_id = ${deviceId} and read_on = ${new Date(readOn)}`
          assert.ok(row)
          if (values[0] === 3) throw new TypeError('a rule that cannot be judged')
        }
        seen.push(...polls.map(({ values }) => values[0] ?? -1))
      },
    })
    for (let i = 0; i < 8; i++) recorder.record(pollOf(1, i * 1000, [i, 1]))
    await drained(recorder)
    assert.deepEqual(
      seen.toSorted((a, b) => a - b),
      [0, 1, 2, 4, 5, 6, 7],
    )
    assert.equal((await storedOf(db, 1)).length, 8)
    assert.equal(recorder.status().droppedPolls, 0)
    assert.match(logged.join('\n'), /without the work that joins/)
    await recorder.stop()
  })

  test('polls of a device that was deleted are left out, before it is known here and after', async () => {
    await clean()
    const { recorder, told } = await setUp({ db })
    for (const deviceId of [1, 2]) recorder.record(pollOf(deviceId, 0))
    await drained(recorder)
    await db.sql`delete from device where id in (1, 3)`
    for (const deviceId of [1, 2, 3]) recorder.record(pollOf(deviceId, 1000))
    await drained(recorder)
    assert.deepEqual(
      told.map(({ deviceId, readOn }) => [deviceId, readOn - beganOn]),
      [
        [1, 0],
        [2, 0],
        [2, 1000],
      ],
    )
    assert.deepEqual(await storedOf(db, 3), [])
    assert.equal(recorder.status().droppedPolls, 0)
    await recorder.stop()
  })

  test('two recorders that have a device in turn keep what the other knew', async () => {
    await clean()
    const one = await setUp({ db })
    const other = await setUp({ db })
    const turns = [one, other, one, other]
    for (const [i, { recorder }] of turns.entries()) {
      recorder.record(pollOf(1, 0, i % 2 === 0 ? [i, null] : [null, i]))
      await drained(recorder)
    }
    assert.equal((await storedOf(db, 1)).length, 4)
    const last = await lastReadings(
      db.sql,
      [101, 102].map((id) => ({ orgId, deviceId: 1, id })),
    )
    assert.deepEqual(
      [101, 102].map((id) => last.get(id)?.last),
      [
        { value: '2', number: 2, readOn: beganOn + 200 },
        { value: '3', number: 3, readOn: beganOn + 300 },
      ],
    )
    for (const { recorder } of [one, other]) await recorder.stop()
  })

  test('a text whose time is that of a cold one is recorded beside it', async () => {
    await clean()
    const poll = { ...pollOf(1, 0, [null, 2]), texts: new Map([[0, 'first']]) }
    const { recorder } = await setUp({ db })
    recorder.record(poll)
    await drained(recorder)
    // As compaction leaves it.
    await db.sql`delete from poll`
    await recorder.stop()
    const again = await setUp({ db })
    again.recorder.record({ ...poll, texts: new Map([[0, 'second']]) })
    await drained(again.recorder)
    const rows = await db.sql`select text from exact order by read_on`
    assert.deepEqual(
      rows.map(({ text }) => text),
      ['first', 'second'],
    )
    await again.recorder.stop()
  })

  test('a number that is none is a gap with a reason', async () => {
    await clean()
    const { recorder } = await setUp({ db })
    recorder.record(pollOf(1, 0, [Number.NaN, -Infinity]))
    await drained(recorder)
    const [row] = await db.sql`select narrow, wide, errors from poll`
    assert.deepEqual(row, { narrow: [], wide: null, errors: { 101: 'not-a-number', 102: 'infinite' } })
    assert.throws(() => recorder.record(pollOf(1, Number.NaN)), RangeError)
    await recorder.stop()
  })

  test('when it stops it records what waits, and counts what it cannot', async () => {
    await clean()
    const clock = new VirtualClock()
    const faults: Fault[] = []
    const { recorder, told } = await setUp({ db: faulty(db, faults), clock })
    recorder.record(pollOf(1, 0))
    await recorder.stop()
    assert.equal(told.length, 1)
    recorder.record(pollOf(1, 1000))
    assert.equal(recorder.status().droppedPolls, 1)

    const away = await setUp({ db: faulty(db, faults), clock })
    faults.push(...Array.from({ length: 1000 }, () => 'refused' as const))
    away.recorder.record(pollOf(1, 2000))
    await clock.runUntil(away.recorder.stop())
    await drained(away.recorder)
    assert.deepEqual(
      [away.told.length, away.recorder.status().droppedPolls, away.recorder.status().queuedPolls],
      [0, 1, 0],
    )
  })
})
