import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { History } from '../history/history.ts'
import type { Poll } from '../poll.ts'
import { Recorder, type RecorderOptions } from './recorder.ts'
import { addDevices, drained, type Fault, faulty, orgId, paramsOf } from './testing/recording.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)
const now = (): Date => new Date(beganOn)
const log = { info() {}, error() {} }
const pollOf = (deviceId: number, onMs: number): Poll => ({
  orgId,
  deviceId,
  readOn: beganOn + onMs,
  params: paramsOf(deviceId, ['u16', 'u16']),
  values: [1, 2],
  texts: null,
  errors: null,
})

const started = async (options: Pick<RecorderOptions, 'db' | 'clock' | 'lost'>): Promise<Recorder> => {
  const recorder = new Recorder({ now, log, bufferBytesMax: 1e6, ...options })
  await recorder.start()
  return recorder
}

test('polls that a stop could not record become one gap after the next start', async (t) => {
  const db = await testDatabase()
  await addDevices(db.sql, [1, 3])
  const folder = mkdtempSync(join(tmpdir(), 'busbar-lost-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const clock = new VirtualClock()
  const faults: Fault[] = []
  const recorder = await started({ db: faulty(db, faults), clock, lost: { folder } })
  faults.push(...Array.from({ length: 1000 }, () => 'refused' as const))
  for (const onMs of [0, 1000, 2000]) recorder.record(pollOf(1, onMs))
  recorder.record(pollOf(3, 2000))
  await clock.runUntil(recorder.stop())
  await drained(recorder)
  recorder.record(pollOf(1, 3000))
  await db.sql`delete from device where id = 3`
  assert.equal(existsSync(join(folder, 'lost-readings.json')), true)

  const noted: unknown[] = []
  const note = async (_: unknown, runs: readonly object[]) => void noted.push(...runs)
  const next = await started({ db, clock, lost: { folder, note } })
  const run = { from: beganOn, till: beganOn + 3000, polls: 4, reason: 'ServiceStopped' }
  const gaps = await new History({ sql: db.sql }).gaps(orgId, [101, 301], beganOn, beganOn + 60_000)
  assert.deepEqual(gaps, [[run], []])
  assert.deepEqual(noted, [{ orgId, deviceId: 1, ...run }])
  await next.stop()
  assert.equal(existsSync(join(folder, 'lost-readings.json')), false)
})

test('polls dropped from a full buffer become a gap as soon as the database is available', async () => {
  const db = await testDatabase()
  await addDevices(db.sql, [1])
  const clock = new VirtualClock()
  const faults: Fault[] = []
  const recorder = new Recorder({ now, log, bufferBytesMax: 3000, db: faulty(db, faults), clock })
  await recorder.start()
  faults.push('refused')
  recorder.record(pollOf(1, 0))
  clock.advance(250)
  await until(() => recorder.status().failingSince !== null)
  for (let i = 1; i < 30; i += 1) recorder.record(pollOf(1, i * 1000))
  clock.advance(200)
  await drained(recorder)
  await recorder.stop()
  const polls = recorder.status().droppedPolls
  const gap = { from: beganOn, till: beganOn + (polls - 1) * 1000, polls, reason: 'OutageBufferFull' }
  const gaps = await new History({ sql: db.sql }).gaps(orgId, [101], beganOn, beganOn + 60_000)
  assert.deepEqual(gaps, [[gap]])
})
