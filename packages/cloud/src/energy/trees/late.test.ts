import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDevice, pollOf } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { EnergyKeeper } from '../stored/energy-keeper.ts'
import { recordMarked } from './testing/record-polls.ts'

type TimedValue = readonly [day: number, time: string, value: number]
const first = Date.UTC(2026, 9, 20)
const dayMs = 86_400_000
const onOf = ([day, time]: TimedValue): number =>
  Date.parse(`${new Date(first + day * dayMs).toISOString().slice(0, 10)}T${time}:00Z`)

let api: TestApi
let keeper: EnergyKeeper

describe('a reading changes days that it is not of', () => {
  shareApi((started) => {
    api = started
    const { db, history, now } = api.service
    keeper = new EnergyKeeper({ db, history, now, clock: api.clock, log: { error: () => assert.fail() } })
  })

  const post = async (path: string, body: unknown) => {
    const { body: answer } = await api.call('manager', 'POST', path, body)
    return (answer as { id: string }).id
  }

  const rows: {
    name: string
    kind: 'energy' | 'power'
    before: TimedValue[]
    were: unknown[]
    late: TimedValue
    are: unknown[]
  }[] = [
    {
      name: 'a fall before midnight was no reset: the counter is back after it',
      kind: 'energy',
      before: [
        [0, '23:00', 97],
        [0, '23:30', 100],
        [0, '23:50', 5],
        [0, '23:55', 6],
      ],
      were: [4, null],
      late: [1, '00:10', 103],
      are: [3, 3],
    },
    {
      name: 'a late reading takes from the rise of the next day, and of one after a gap',
      kind: 'energy',
      before: [
        [0, '12:00', 100],
        [3, '12:00', 150],
        [3, '13:00', 151],
      ],
      were: [null, null, null, 51],
      late: [1, '06:00', 130],
      are: [null, 30, null, 21],
    },
    {
      name: 'a counter that begins earlier than it was known to',
      kind: 'energy',
      before: [[1, '12:00', 100]],
      were: [null, null],
      late: [0, '12:00', 40],
      are: [null, 60],
    },
    {
      name: 'power holds beyond midnight, and ends where a late reading begins',
      kind: 'power',
      before: [[0, '23:50', 6]],
      were: [1, 0.5],
      late: [0, '23:55', 12],
      are: [1.5, 2],
    },
  ]
  for (const { name, kind, before, were, late, are } of rows) {
    test(name, async () => {
      const device = await makeDevice(api, api.orgId, name, [{ valueType: 'u32' }])
      const paramId = device.params[0]?.id ?? 0
      const record = (readings: readonly TimedValue[]) =>
        recordMarked(
          api.service.db,
          keeper,
          api.service.now,
          readings.map((at) => pollOf(device, device.params, onOf(at), { [paramId]: at[2] })),
        )
      const treeId = await post('/sense/hierarchy/tree/create/', { orgId: api.orgId, name, timeZone: 'UTC' })
      const branchId = await post(`/sense/hierarchy/tree/${treeId}/branch/create/`, { name })
      await post(`/sense/hierarchy/tree/${treeId}/sensor/create/`, { name, branchId, paramId, kind })
      const days = async () => {
        const [from, till] = [first, first + were.length * dayMs].map((ms) => new Date(ms).toISOString())
        const path = `/sense/aggregation/branch/${branchId}/segmentation/day/history/?from=${from}&till=${till}`
        const { body } = await api.call('viewer', 'GET', path)
        return (body as { segments: { energy: number | null }[] }).segments.map(({ energy }) => energy)
      }
      await keeper.recomputeDays()
      await record(before)
      await keeper.recomputeDays()
      assert.deepEqual(await days(), were)
      await record([late])
      await keeper.recomputeDays()
      assert.deepEqual(await days(), are)
    })
  }
})
