import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Compactor } from '@busbar/readings'
import { makeDevice, pollOf } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { EnergyKeeper } from '../stored/energy-keeper.ts'
import { recordMarked } from './testing/record-polls.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
let api: TestApi
let keeper: EnergyKeeper

/** Each UTC day of a counter that rises by one an hour has 24, the first 23. */
const expectedDays = [23, 24, 24, 24, 24]

describe('a figure whose readings were deleted is final', () => {
  shareApi((started) => {
    api = started
    const { db, history, now } = api.service
    keeper = new EnergyKeeper({ db, history, now, clock: api.clock, log: { error: () => assert.fail() } })
  })

  const post = async (path: string, body: unknown) => {
    const { body: answer } = await api.call('manager', 'POST', path, body)
    return (answer as { id: string }).id
  }

  for (const { name, scope } of [
    { name: 'by the organization', scope: 'org' },
    { name: 'by the parameter', scope: 'param' },
  ]) {
    test(`as it was kept ${name}`, async () => {
      const { db, now } = api.service
      const today = Math.floor(now().getTime() / dayMs) * dayMs
      const first = today - 5 * dayMs
      const device = await makeDevice(api, api.orgId, name, [{ valueType: 'u32' }])
      const paramId = device.params[0]?.id ?? 0
      const record = (...readings: readonly [on: number, value: number][]) =>
        recordMarked(
          db,
          keeper,
          now,
          readings.map(([on, value]) => pollOf(device, device.params, on, { [paramId]: value })),
        )
      const treeId = await post('/sense/hierarchy/tree/create/', { orgId: api.orgId, name, timeZone: 'UTC' })
      const branchId = await post(`/sense/hierarchy/tree/${treeId}/branch/create/`, { name })
      await post(`/sense/hierarchy/tree/${treeId}/sensor/create/`, { name, branchId, paramId, kind: 'energy' })
      const days = async () => {
        const [from, till] = [first, today].map((ms) => new Date(ms).toISOString())
        const path = `/sense/aggregation/branch/${branchId}/segmentation/day/history/?from=${from}&till=${till}`
        const { body } = await api.call('viewer', 'GET', path)
        return (body as { segments: { energy: number | null }[] }).segments.map(({ energy }) => energy)
      }
      const forget = async (keepDays: number | null): Promise<void> => {
        if (scope === 'org') await db.sql`update org set keep_days = ${keepDays} where id = ${api.orgId}`
        else await db.sql`update param set keep_days = ${keepDays} where id = ${paramId}`
        const compactor = new Compactor({ sql: db.sql, clock: api.clock, now })
        await compactor.runOnce(now().getTime())
        await compactor.stop()
      }
      const chunks = async (): Promise<number> =>
        (await db.sql`select from chunk where param_id = ${paramId} and day < ${new Date(first + 3 * dayMs)}::date`)
          .count

      await keeper.recomputeDays()
      await record(...Array.from({ length: 120 }, (_, hour): [number, number] => [first + hour * hourMs, 1000 + hour]))
      await forget(2)
      assert.equal(await chunks(), 3, 'what is not worked out yet is not deleted')
      await keeper.recomputeDays()
      assert.deepEqual(await days(), expectedDays)
      await forget(2)
      assert.equal(await chunks(), 0)
      // A longer retention from now on does not bring them back.
      await forget(null)
      await record([first + dayMs + 1000, 1030])
      await keeper.recomputeDays()
      assert.deepEqual(await days(), expectedDays)
      await record([first + 3 * dayMs + 1000, 1073])
      await keeper.recomputeDays()
      assert.deepEqual(await days(), [23, 24, 24, 24, 24], 'others are worked out again')
      const marks =
        await db.sql`select from sense_mark m join sense_series s on s.id = m.series_id where s.param_id = ${paramId}
        and m.day < ${new Date(first + 3 * dayMs)}::date`
      assert.equal(marks.count, 0)
      await forget(2)
      assert.equal(await chunks(), 0, 'the late reading is as old as the others were')
    })
  }
})
