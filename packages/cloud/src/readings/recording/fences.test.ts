import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../../db/open.ts'
import { testDatabase } from '../../db/testing/test-database.ts'
import type { Poll, RecordedPoll } from '../poll.ts'
import { lastReadings } from './last-values.ts'
import { Recorder, type RecorderOptions } from './recorder.ts'
import { addDevices, drained, hastyClock, orgId, paramsOf } from './testing/recording.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)

const setUp = async (options: Pick<RecorderOptions, 'db' | 'inRecordingTx'>) => {
  const log = { error: (_: object, message: string) => assert.fail(message), info: () => {} }
  const recorder = new Recorder({
    clock: hastyClock,
    now: () => new Date(beganOn),
    log,
    bufferBytesMax: 1e6,
    ...options,
  })
  const told: RecordedPoll[] = []
  recorder.onRecorded((polls) => void told.push(...polls))
  await recorder.start()
  return { recorder, told }
}

const params = new Map([1, 2].map((id) => [id, paramsOf(id, ['u16', 'u16'])]))
const pollOf = (deviceId: number, onMs: number, values: number[]): Poll => ({
  orgId,
  deviceId,
  readOn: beganOn + onMs,
  params: params.get(deviceId) ?? [],
  values,
  texts: null,
  errors: null,
})

/** The times of the first device's polls, after the beginning, and the first value of each. */
const storedOf = async ({ sql }: Pick<Database, 'sql'>): Promise<number[][]> => {
  const rows = await sql<{ on: number; value: number }[]>`
    select (extract(epoch from read_on) * 1000)::bigint as on, narrow[1] as value from poll where device_id = 1
    order by read_on`
  return rows.map(({ on, value }) => [on - beganOn, value])
}

test('what was read before another node took the device is part of history, and says nothing of now', async () => {
  const db = await testDatabase()
  await addDevices(db.sql, [1, 2])
  await db.sql`insert into lease (name, epoch) values ('nets 1', 4)`
  const judged: boolean[] = []
  const { recorder, told } = await setUp({
    db,
    inRecordingTx: async (_, polls) => void judged.push(...polls.map(({ isLate }) => isLate === true)),
  })
  recorder.record({ ...pollOf(1, 1000, [10, 2]), fence: { name: 'nets 1', epoch: 4 } })
  await drained(recorder)
  await db.sql`update lease set epoch = 5 where name = 'nets 1'`
  const other = await setUp({ db })
  other.recorder.record({ ...pollOf(1, 3000, [30, 2]), fence: { name: 'nets 1', epoch: 5 } })
  await drained(other.recorder)
  recorder.record({ ...pollOf(1, 2000, [20, 2]), fence: { name: 'nets 1', epoch: 4 } })
  recorder.record(pollOf(2, 2000, [21, 2]))
  await drained(recorder)
  assert.deepEqual(await storedOf(db), [
    [1000, 10],
    [2000, 20],
    [3000, 30],
  ])
  const last = await lastReadings(db.sql, [{ orgId, deviceId: 1, id: 101 }])
  assert.equal(last.get(101)?.last?.value, '30')
  assert.deepEqual(
    told.map(({ deviceId, readOn }) => [deviceId, readOn - beganOn]),
    [
      [1, 1000],
      [2, 2000],
    ],
  )
  assert.deepEqual(judged, [false, true, false])
  await Promise.all([recorder.stop(), other.recorder.stop()])
})
