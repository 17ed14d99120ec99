import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database, Tx } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { Recorder } from './recorder.ts'
import { addDevices, drained, orgId, paramsOf } from './testing/recording.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)

/** Locks a table in a session of its own, until the result is called. */
const lockTable = async ({ sql }: Database, table: string): Promise<() => Promise<void>> => {
  const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${table} in access exclusive mode`)
    locked.resolve()
    await done.promise
  })
  await locked.promise
  return () => {
    done.resolve()
    return holding
  }
}

const start = async (lockWaitMs?: number) => {
  const db = await testDatabase()
  await addDevices(db.sql, [1])
  const clock = new VirtualClock()
  const logged: string[] = []
  const log = {
    info: (_details: object, message: string) => void logged.push(message),
    error: (_details: object, message: string) => void logged.push(message),
  }
  const failures: unknown[] = []
  const tx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.recording.tx(work).catch((error: { code?: unknown }) => {
      failures.push(error.code)
      throw error
    })
  const recorder = new Recorder({
    db: { sql: db.recording.sql, tx },
    clock,
    now: () => new Date(beganOn + clock.now()),
    log,
    bufferBytesMax: 1e6,
    flushReadings: 1,
    ...(lockWaitMs !== undefined && { lockWaitMs }),
  })
  await recorder.start()
  const [params, readings] = [paramsOf(1, ['u16']), { texts: null, errors: null }]
  const record = (value: number): void =>
    recorder.record({ orgId, deviceId: 1, readOn: beganOn + value * 1000, params, values: [value], ...readings })
  record(0)
  await drained(recorder)
  /** Sessions of the recorder that wait for a lock. */
  const waiting = async (): Promise<number> => {
    const [{ count }] = await db.sql<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return count
  }
  const stored = async (): Promise<number> => {
    const [{ polls }] = await db.sql<[{ polls: number }]>`select count(*)::int as polls from poll`
    return polls
  }
  return { db, clock, recorder, record, logged, failures, waiting, stored }
}

test('a write that waits for a locked table counts as failing from its beginning', async () => {
  const { db, clock, recorder, record, logged, waiting, stored } = await start()
  assert.deepEqual(recorder.health(), { failingMs: 0, why: null })
  const unlock = await lockTable(db, 'poll')
  record(1)
  await until(async () => (await waiting()) > 0)
  clock.advance(9999)
  assert.deepEqual([recorder.health().failingMs, recorder.status().failingSince, logged], [9999, null, []])
  clock.advance(1)
  const why = 'A write to the database does not finish; its disk or another session may be blocking it'
  assert.deepEqual(recorder.health(), { failingMs: 10_000, why })
  const { failingSince, lastError } = recorder.status()
  assert.deepEqual([failingSince, lastError, logged], [beganOn, why, ['readings cannot be recorded and are queued']])
  await unlock()
  await drained(recorder)
  assert.deepEqual([recorder.health(), recorder.status().failingSince], [{ failingMs: 0, why: null }, null])
  assert.equal(logged.at(-1), 'readings are recorded again')
  await recorder.stop()
  assert.equal(await stored(), 2)
})

for (const table of ['poll', 'recorder', 'last_poll']) {
  test(`a write gives up waiting for a lock on ${table}, and its readings are stored once when it is free`, async () => {
    const { db, clock, recorder, record, logged, failures, stored } = await start(50)
    const unlock = await lockTable(db, table)
    for (let value = 1; value <= 3; value += 1) {
      record(value)
      await until(() => failures.length === value)
      // Its rest ends, and it tries again.
      clock.advance(5000)
    }
    assert.deepEqual(new Set(failures), new Set(['55P03']))
    assert.deepEqual(logged, ['readings cannot be recorded and are queued'])
    const { failingMs, why } = recorder.health()
    assert.deepEqual([failingMs, why], [15_000, 'Another session has locked the database for too long'])
    await unlock()
    await until(() => {
      clock.advance(5000)
      return recorder.status().queuedPolls === 0
    })
    await recorder.stop()
    assert.equal(await stored(), 4)
    assert.deepEqual([recorder.status().recordedReadings, recorder.status().droppedPolls], [4, 0])
  })
}
