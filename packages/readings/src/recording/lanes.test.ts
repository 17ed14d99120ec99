import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { monotonicClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import type { Poll, RecordedPoll } from '../poll.ts'
import { Recorder } from './recorder.ts'
import { addDevices, drained, orgId, paramsOf } from './testing/recording.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)
const log = { error() {}, info() {} }
const params = new Map([1, 2, 3].map((id) => [id, paramsOf(id, ['u16', 'u16'])]))

const pollOf = (deviceId: number, at: number): Poll => ({
  orgId,
  deviceId,
  readOn: beganOn + at * 100,
  params: params.get(deviceId) ?? [],
  values: [at, 2],
  texts: null,
  errors: null,
})

/** A recorder whose transactions wait with their commit until they are let go, device by device. */
const setUp = async () => {
  const db = await testDatabase()
  await addDevices(db.sql, [1, 2, 3])
  const held: { devices: number[]; go: () => void }[] = []
  const told: RecordedPoll[] = []
  const recorder = new Recorder({
    db,
    clock: monotonicClock,
    now: () => new Date(beganOn),
    log,
    bufferBytesMax: 1e6,
    flushReadings: 2,
    inRecordingTx: (_tx, polls) =>
      new Promise((resolve) => {
        held.push({ devices: polls.map(({ deviceId }) => deviceId), go: () => resolve() })
      }),
  })
  recorder.onRecorded((polls) => told.push(...polls))
  await recorder.start()
  return { db, recorder, held, told }
}

test('while one batch is committed, another one of other devices is under way; a device is in one at a time', async () => {
  const { db, recorder, held, told } = await setUp()
  recorder.record(pollOf(1, 1))
  await until(() => held.length === 1)
  for (const [deviceId, at] of [
    [1, 2],
    [2, 1],
    [1, 3],
  ] as const)
    recorder.record(pollOf(deviceId, at))
  await until(() => held.length === 2)
  assert.deepEqual(
    held.map(({ devices }) => devices),
    [[1], [2]],
  )
  assert.equal(recorder.oldestOn, beganOn + 100)
  held[1]?.go()
  await until(() => told.length === 1)
  assert.deepEqual([told[0]?.deviceId, recorder.oldestOn], [2, beganOn + 100], 'the first still waits')
  held[0]?.go()
  await until(() => held.length === 3)
  assert.deepEqual(held[2]?.devices, [1, 1])
  held[2].go()
  await drained(recorder)
  assert.deepEqual(
    told.filter(({ deviceId }) => deviceId === 1).map(({ values }) => values[0]),
    [1, 2, 3],
  )
  assert.equal(recorder.oldestOn, null)
  await recorder.stop()
  const rows = await db.sql`select count(*)::int as n from poll`
  assert.equal(rows[0]?.['n'], 4)
})

test('a stop waits for both, and then for what had to wait for them', async () => {
  const { db, recorder, held } = await setUp()
  recorder.record(pollOf(1, 1))
  await until(() => held.length === 1)
  recorder.record(pollOf(2, 1))
  await until(() => held.length === 2)
  recorder.record(pollOf(1, 2))
  recorder.record(pollOf(2, 2))
  const stopped = recorder.stop()
  held[0]?.go()
  held[1]?.go()
  await until(() => held.length >= 3)
  held[2]?.go()
  // The rest is written in one or two batches, depending on which of the first ended earlier.
  await until(() => held.length === 4 || recorder.status().queuedPolls === 0)
  held[3]?.go()
  await stopped
  assert.deepEqual([recorder.status().droppedPolls, recorder.status().recordedReadings], [0, 8])
  const rows = await db.sql`select count(*)::int as n from last_poll where version = 2`
  assert.equal(rows[0]?.['n'], 2)
})
