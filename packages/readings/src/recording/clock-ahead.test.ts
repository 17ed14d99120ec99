import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { aheadMaxMs, earliestOn } from '../clock/trusted-clock.ts'
import { lastReadings } from './last-values.ts'
import { beganOn, pollOf, setUp, storedOf } from './testing/polls.ts'
import { addDevices, drained, hastyClock, orgId } from './testing/recording.ts'

describe('the recorder and a clock that is ahead', () => {
  let db: Database
  before(async () => {
    db = await testDatabase()
  })
  beforeEach(async () => {
    await db.sql`truncate poll, aside_poll, last_poll, layout, exact, recorder`
    await db.sql`delete from device`
    await addDevices(db.sql, [1, 2, 3])
  })

  const lastOf = async (deviceId: number) =>
    (await lastReadings(db.sql, [{ orgId, deviceId, id: deviceId * 100 + 1 }])).get(deviceId * 100 + 1)
  const dayMs = 86_400_000

  for (const { name, aheadMs } of [
    { name: '30 days', aheadMs: 30 * dayMs },
    { name: '80 years', aheadMs: 80 * 365 * dayMs },
    { name: 'four minutes', aheadMs: 240_000 },
  ]) {
    test(`a poll of a clock that was ${name} ahead hides nothing that comes after it, over restarts too`, async () => {
      const { recorder } = await setUp({ db })
      recorder.record(pollOf(1, 0, [1, 1]))
      recorder.record(pollOf(1, aheadMs, [2, 2]))
      await drained(recorder)
      assert.deepEqual(await lastOf(1), { last: { value: '2', number: 2, readOn: beganOn + aheadMs }, error: null })
      recorder.record(pollOf(1, 2000, [3, 3]))
      await drained(recorder)
      const third = { value: '3', number: 3, readOn: beganOn + 2000 }
      assert.deepEqual(await lastOf(1), { last: third, error: null })
      await recorder.stop()
      const again = await setUp({ db })
      again.recorder.record({ ...pollOf(1, 3000, [null, null]), errors: 'Timeout' })
      await drained(again.recorder)
      assert.deepEqual(await lastOf(1), { last: third, error: { reason: 'Timeout', on: beganOn + 3000 } })
      await again.recorder.stop()
    })
  }

  test('a poll too far ahead of the clock is quarantined with its reason, and listeners receive it', async () => {
    const bounds = [-1, 0, 1].map((ms) => aheadMaxMs + ms * 100)
    const { recorder, told } = await setUp({ db, clock: { ...hastyClock, now: () => 0 } })
    for (const onMs of [...bounds, earliestOn - beganOn - 100, earliestOn - beganOn]) recorder.record(pollOf(1, onMs))
    await drained(recorder)
    assert.equal(recorder.status().asidePolls, 2)
    const rows = await db.sql<{ on: number; value: number; reason: string; believedOn: number }[]>`
      select (extract(epoch from read_on) * 1000)::bigint as on, wide[1] as value, reason,
        (extract(epoch from believed_on) * 1000)::bigint as "believedOn" from aside_poll order by id`
    assert.deepEqual(
      Array.from(rows, ({ on, reason, believedOn }) => [on - beganOn, reason, believedOn - beganOn]),
      [
        [bounds[2], 'clock-ahead', 0],
        [earliestOn - beganOn - 100, 'clock-before-2020', 0],
      ],
    )
    assert.deepEqual(
      (await storedOf(db, 1)).map(([on]) => on),
      [earliestOn - beganOn, bounds[0], bounds[1]],
    )
    assert.deepEqual(
      told.map(({ aside }) => aside?.reason ?? null),
      [null, null, 'clock-ahead', 'clock-before-2020', null],
    )
    await recorder.stop()
  })
})
