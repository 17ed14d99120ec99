import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../db/testing.ts'
import type { Tx } from '../../db/types.ts'
import { Recorder } from './recorder.ts'
import { addDevices, drained, hastyClock, orgId, paramsOf } from './testing.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)

test('where nobody else records, every batch is one transaction', async () => {
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
