import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadChunks } from '@busbar/readings'
import { makeDevice, pollOf } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { EnergyKeeper } from '../stored/energy-keeper.ts'
import { recordMarked } from './testing/record-polls.ts'

const day = Date.UTC(2026, 9, 20)
const dayMs = 86_400_000
const hourMs = 3_600_000

let api: TestApi

describe('energy of a parameter with a damaged chunk', () => {
  shareApi((started) => {
    api = started
  })

  test('is reported and does not keep other sensors from being calculated', async () => {
    const { db, history, now } = api.service
    const failed: unknown[] = []
    const keeper = new EnergyKeeper({
      db,
      history,
      now,
      clock: api.clock,
      log: { error: (details) => failed.push((details as { seriesId?: number }).seriesId) },
    })
    const post = async (path: string, body: unknown): Promise<string> => {
      const answer = await api.call('manager', 'POST', path, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return (answer.body as { id: string }).id
    }
    const device = await makeDevice(api, api.orgId, 'damaged', [{ valueType: 'u32' }, { valueType: 'u32' }])
    await db.sql`update device set update_period_sec = 3600 where id = ${device.deviceId}`
    const times = Float64Array.from({ length: 24 }, (_, hour) => day + hour * hourMs)
    for (const { id } of device.params)
      await loadChunks(db.sql, api.orgId, id, { times, values: times.map((_, index) => 100 + index) })
    const [damaged, sound] = device.params.map(({ id }) => id)
    await db.sql`update chunk set data = '\\x06' where param_id = ${damaged ?? 0}`

    const treeId = await post('/sense/hierarchy/tree/create/', { orgId: api.orgId, name: 'T', timeZone: 'UTC' })
    const branches: string[] = []
    for (const paramId of [damaged, sound]) {
      const branchId = await post(`/sense/hierarchy/tree/${treeId}/branch/create/`, { name: `B${paramId}` })
      await post(`/sense/hierarchy/tree/${treeId}/sensor/create/`, {
        name: 'S',
        branchId,
        paramId,
        kind: 'energy',
        isMain: true,
      })
      branches.push(branchId)
    }
    const [series] = await db.sql<[{ id: number }]>`select id from sense_series where param_id = ${damaged ?? 0}`
    const energies = async () => {
      const [from, till] = [day, day + 2 * dayMs].map((ms) => new Date(ms).toISOString())
      const path = `/sense/aggregation/branch/${branches[1]}/segmentation/day/history/?from=${from}&till=${till}`
      const { body } = await api.call('viewer', 'GET', path)
      return (body as { segments: { energy: number | null }[] }).segments.map(({ energy }) => energy)
    }
    await keeper.recomputeDays()
    assert.deepEqual([...new Set(failed)], [series.id])
    assert.deepEqual(await energies(), [23, null])

    const values = { [damaged ?? 0]: 150, [sound ?? 0]: 150 }
    await recordMarked(db, keeper, now, [pollOf(device, device.params, day + dayMs + hourMs, values)])
    await keeper.recomputeDays()
    assert.deepEqual(await energies(), [23, 27], 'a new reading of the same device counts')
  })
})
