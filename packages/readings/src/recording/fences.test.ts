import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { lastReadings } from './last-values.ts'
import type { RecorderOptions } from './recorder.ts'
import { beganOn, pollOf, setUp as startRecorder, storedOf } from './testing/polls.ts'
import { addDevices, drained, orgId } from './testing/recording.ts'

/** Sets up a recorder that must not fail. */
const setUp = (options: Pick<RecorderOptions, 'db' | 'inRecordingTx'>) =>
  startRecorder({ ...options, log: { error: (_, message) => assert.fail(message), info: () => {} } })

test('readings taken before another node took over the device become history but not last values', async () => {
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
  assert.deepEqual(await storedOf(db, 1), [
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
