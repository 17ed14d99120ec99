import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDevice, pollOf } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import type { Budget } from '../budgets/budgets.contract.ts'
import { EnergyKeeper } from '../stored/energy-keeper.ts'
import { recordMarked } from '../trees/testing/record-polls.ts'

const minute = 60_000
const hour = 60 * minute
/** Midnight in Kyiv, five minutes before the clock of the test. */
const first = Date.UTC(2026, 10, 13, 22)
const iso = (ms: number): string => new Date(ms).toISOString()

let api: TestApi
let keeper: EnergyKeeper

const post = async (path: string, body?: unknown): Promise<string> => {
  const { status, body: answer } = await api.call('manager', 'POST', path, body)
  assert.equal(status, 200, JSON.stringify(answer))
  return (answer as { id: string }).id
}
const get = async (path: string) => {
  const { status, body } = await api.call('viewer', 'GET', `/sense/aggregation/${path}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const prepare = (started: TestApi): Promise<void> => {
  api = started
  api.clock.advance(5 * minute)
  const { db, history, now, clock } = { ...api.service, clock: api.clock }
  keeper = new EnergyKeeper({ db, history, now, clock, log: { error: () => assert.fail() } })
  return Promise.resolve()
}

describe('units of a tree', () => {
  shareApi(prepare)

  test('units that differ by a power of ten are converted, added and priced', async () => {
    const made = await makeDevice(api, api.orgId, 'scales', [
      { valueType: 'u32', unitName: 'Wh' },
      { valueType: 'u32', unitName: 'kWh' },
      { valueType: 'u32', unitName: 'MWh' },
      { valueType: 'u32', unitName: 'l' },
      { valueType: 'u32', unitName: 'm3' },
      { valueType: 'f64', unitName: 'W' },
    ])
    const [wh = 0, kwh = 0, mwh = 0, litres = 0, cubes = 0, watts = 0] = made.params.map(({ id }) => id)
    for (let at = 0; at <= 12; at += 1) {
      const rises = { [wh]: 101 * at, [kwh]: 50 + at, [mwh]: at, [litres]: 7 * at, [cubes]: at, [watts]: 500 }
      await recordMarked(api.service.db, keeper, api.service.now, [
        pollOf(made, made.params, first + at * 10 * minute, rises),
      ])
    }
    const orgId = api.orgId
    const treeId = await post('/sense/hierarchy/tree/create/', { orgId, name: 'Scales', timeZone: 'Europe/Kyiv' })
    const tree = `/sense/hierarchy/tree/${treeId}`
    const add = (branchId: string, paramId: number, more: object = {}) =>
      post(`${tree}/sensor/create/`, { name: String(paramId), branchId, paramId, kind: 'energy', ...more })
    const small = await post(`${tree}/branch/create/`, { name: 'Small' })
    const both = await post(`${tree}/branch/create/`, { name: 'Both' })
    const main = await post(`${tree}/branch/create/`, { name: 'Main' })
    const below = await post(`${tree}/branch/create/`, { name: 'Below', parentBranchId: main })
    await add(small, wh)
    await add(both, wh)
    await add(both, kwh)
    await add(both, watts, { kind: 'power' })
    await add(main, kwh, { isMain: true })
    await add(below, wh)
    const zones = [{ name: 'Day', price: '2', hours: [] }]
    const tariff = { currency: 'EUR', unit: 'kWh', versions: [{ validFrom: '2026-01-01', zones, co2: '0.5' }] }
    await post(`${tree}/tariff/change/`, { tariff })

    const span = `from=${iso(first)}&till=${iso(first + 2 * hour)}`
    interface Columns {
      branchId: string | null
      unit: string | null
      energy: (number | null)[]
      metered?: (number | null)[]
      unmetered?: (number | null)[]
    }
    const columnsOf = async (id: string, more = '') => {
      const path = `tree/${id}/segmentation/hour/history/?${span}&levels=2${more}`
      const { branches } = (await get(path)) as { branches: Columns[] }
      return branches.map(({ branchId, unit, energy, metered, unmetered }) => [
        branchId,
        unit,
        energy[0],
        metered?.[0],
        unmetered?.[0],
      ])
    }
    assert.deepEqual(await columnsOf(treeId), [
      [null, 'kWh', 11.51, undefined, undefined],
      [small, 'Wh', 505, undefined, undefined],
      [both, 'kWh', 6.005, undefined, undefined],
      [main, 'kWh', 5, 0.505, 4.495],
      [below, 'Wh', 505, undefined, undefined],
    ])
    const root = (await get(`tree/${treeId}/root-energy/?${span}`)) as Record<string, unknown>
    assert.deepEqual([root['energy'], 'mixedUnits' in root], [25.222, false])
    const { branches: priced } = (await get(`tree/${treeId}/cost/?${span}&levels=1`)) as {
      branches: { isOfUnit: boolean; amount: number | null; cost: string | null; co2: string | null }[]
    }
    assert.deepEqual(
      priced.map(({ isOfUnit, amount, cost, co2 }) => [isOfUnit, amount, cost, co2]),
      [
        [true, 25.222, '50.444', '12.611'],
        [true, 1.111, '2.222', '0.5555'],
        [true, 13.111, '26.222', '6.5555'],
        [true, 11, '22', '5.5'],
      ],
    )

    // Budgets of costs follow the tariff, in the unit of each branch.
    const planOf = { name: 'Cost', planOf: 'cost', months: Array.from({ length: 12 }, () => '100') }
    for (const branchId of [small, both]) {
      await post(`${tree}/budgets/create/`, { ...planOf, branchId, tolerancePercent: 5, contactIds: [] })
    }
    const { body: budgets } = await api.call('viewer', 'GET', `${tree}/budgets/`)
    assert.deepEqual(
      (budgets as Budget[]).map(({ status }) => [status?.unit, status?.soFar]),
      [
        ['EUR', '2.424'],
        ['EUR', '28.507333'],
      ],
    )

    // A larger unit changes the unit of the whole, and a tariff for m³ converts litres too.
    await add(small, mwh)
    assert.deepEqual((await columnsOf(treeId))[0], [null, 'MWh', 5.01151, undefined, undefined])
    const gasId = await post('/sense/hierarchy/tree/create/', { orgId, name: 'Gas', timeZone: 'Europe/Kyiv' })
    const gas = await post(`/sense/hierarchy/tree/${gasId}/branch/create/`, { name: 'Gas' })
    for (const paramId of [litres, cubes]) {
      const sensor = { name: String(paramId), branchId: gas, paramId, kind: 'energy' }
      await post(`/sense/hierarchy/tree/${gasId}/sensor/create/`, sensor)
    }
    const conversion = { unit: 'kWh', factor: '11.2' }
    const versions = [{ validFrom: '2026-01-01', zones, conversion }]
    await post(`/sense/hierarchy/tree/${gasId}/tariff/change/`, { tariff: { currency: 'EUR', unit: 'm³', versions } })
    assert.deepEqual((await columnsOf(gasId))[1], [gas, 'm3', 5.035, undefined, undefined])
    assert.deepEqual((await columnsOf(gasId, '&converted=true'))[1], [gas, 'kWh', 56.392, undefined, undefined])
    const { branches: gasCosts } = (await get(`tree/${gasId}/cost/?${span}&levels=0`)) as {
      branches: { amount: number | null; cost: string | null }[]
    }
    assert.deepEqual([gasCosts[0]?.amount, gasCosts[0]?.cost], [124.0624, '248.1248'])
  })
})
