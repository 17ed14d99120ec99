import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import type { PolledParam } from '@busbar/polling'
import type { Poll } from '../poll.ts'
import { Recorder } from './recorder.ts'
import { addDevices, drained, hastyClock, orgId, paramsOf } from './testing/recording.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)
const log = { error() {}, info() {} }

describe('layouts', () => {
  let db: Database
  before(async () => {
    db = await testDatabase()
    await addDevices(db.sql, [1, 2, 3, 4])
  })

  /** Records polls one by one, each by a recorder that remembers nothing if asked, and returns the device's layouts. */
  const recordAll = async (
    deviceId: number,
    polls: readonly { params: readonly PolledParam[]; values: Poll['values'] }[],
    isForgetful: boolean,
  ): Promise<[number[], string][]> => {
    const start = async (): Promise<Recorder> => {
      const now = () => new Date(beganOn)
      const recorder = new Recorder({ db, clock: hastyClock, now, log, bufferBytesMax: 1e6 })
      await recorder.start()
      return recorder
    }
    let recorder = await start()
    for (const [i, { params, values }] of polls.entries()) {
      recorder.record({ orgId, deviceId, readOn: beganOn + i * 1000, params, values, texts: null, errors: null })
      await drained(recorder)
      if (!isForgetful) continue
      await recorder.stop()
      recorder = await start()
    }
    await recorder.stop()
    const rows = await db.sql<{ ids: number[]; cells: string }[]>`
      select param_ids as ids, cells from layout where device_id = ${deviceId} order by id`
    return rows.map(({ ids, cells }) => [ids.map((id) => id % 100), cells])
  }

  for (const [deviceId, isForgetful] of [
    [1, false],
    [2, true],
  ] as const) {
    test(`widen, and never narrow again, ${isForgetful ? 'also' : 'not only'} after a restart`, async () => {
      const params = paramsOf(deviceId, ['f32', 'string', 'u32'])
      const some = params.slice(0, 1)
      const layouts = await recordAll(
        deviceId,
        [
          { params, values: [1, null, null] },
          { params, values: [1.5, null, 7] },
          { params: some, values: [2] },
          { params, values: [3, null, 0] },
          { params, values: [Math.fround(0.1), null, 0] },
          { params, values: [0.1, null, 2 ** 40] },
          { params: some, values: [2] },
          { params, values: [1, null, 1] },
        ],
        isForgetful,
      )
      assert.deepEqual(layouts, [
        [[1, 3], '00'],
        [[1, 3], '10'],
        [[1], '1'],
        [[1, 3], 'f0'],
        [[1, 3], 'wf'],
        [[1], 'w'],
      ])
    })
  }

  test('hold as many parameters as a device may have', async () => {
    const params = Array.from({ length: 2000 }, (_, i) => ({ id: 1e12 + i, valueType: 'u16' as const }))
    const values = params.map((_, i) => i)
    await recordAll(3, [{ params, values }], false)
    const [row] = await db.sql`select narrow[2000] as last, cardinality(narrow) as count from poll where device_id = 3`
    assert.deepEqual(row, { last: 1999, count: 2000 })
  })

  test('have no place for texts', async () => {
    const params = paramsOf(4, ['string'])
    assert.deepEqual(await recordAll(4, [{ params, values: [null] }], false), [[[], '']])
  })
})
