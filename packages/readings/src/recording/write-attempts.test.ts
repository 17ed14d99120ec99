import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tx } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { Recorder } from './recorder.ts'
import { addDevices, drained, type Fault, faulty, hastyClock, orgId, paramsOf } from './testing/recording.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)

test('every batch is one transaction if no other recorder runs', async () => {
  const database = await testDatabase()
  const { sql } = database
  await addDevices(sql, [1])
  let begun = 0
  const db = {
    sql,
    tx: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      begun += 1
      return database.tx(work)
    },
  }
  const log = { info() {}, error: (_details: object, message: string) => assert.fail(message) }
  const now = (): Date => new Date(beganOn)
  const recorder = new Recorder({ db, clock: hastyClock, now, log, bufferBytesMax: 1e6, flushReadings: 1 })
  await recorder.start()
  const record = async (at: number): Promise<number> => {
    const before = begun
    const [params, readOn] = [paramsOf(1, ['u16']), beganOn + at * 1000]
    recorder.record({ orgId, deviceId: 1, readOn, params, values: [at], texts: null, errors: null })
    await drained(recorder)
    return begun - before
  }
  // The first makes the day and the layout as well.
  await record(0)
  assert.deepEqual([await record(1), await record(2), await record(3)], [1, 1, 1])
  await recorder.stop()
})

test('late effects of a lost attempt do not affect the next one', async () => {
  const database = await testDatabase()
  await addDevices(database.sql, [1])
  const lost = Promise.withResolvers<void>()
  const faults: (Fault | null)[] = []
  const db = faulty(database, faults)
  const works: Promise<unknown>[] = []
  const watched = {
    sql: db.sql,
    async tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      // The third attempt is to find out what became of the second, when the first comes to its end at last.
      if (works.length === 2) {
        lost.resolve()
        await Promise.allSettled(works)
      }
      return db.tx((tx) => {
        const done = work(tx)
        works.push(done)
        return done
      })
    },
  }
  const log = { info() {}, error() {} }
  const now = (): Date => new Date(beganOn)
  const recorder = new Recorder({ db: watched, clock: hastyClock, now, log, bufferBytesMax: 1e6, flushReadings: 1 })
  await recorder.start()
  const params = paramsOf(1, ['u16'])
  const record = async (readOn: number): Promise<void> => {
    recorder.record({ orgId, deviceId: 1, readOn, params, values: [7], texts: null, errors: null })
    await drained(recorder)
  }
  await record(beganOn)
  works.length = 0
  faults.push({ cutBefore: 1, heldTill: lost.promise }, 'unheard')
  await record(beganOn + 1000)
  await recorder.stop()
  const [{ polls }] = await database.sql<[{ polls: number }]>`select count(*)::int as polls from poll`
  assert.equal(polls, 2)
})
