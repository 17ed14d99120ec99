import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDevice, pollOf } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { EnergyKeeper } from '../stored/energy-keeper.ts'
import { recordMarked } from '../trees/testing/record-polls.ts'

/** In Kyiv it is two hours later, and so the day begins with the first reading. */
const minute = 60_000
const hour = 60 * minute
const first = Date.UTC(2026, 10, 13, 22)
/** Five minutes after the last reading. */
const startMs = 5 * minute
const iso = (ms: number): string => new Date(ms).toISOString()

let api: TestApi
let keeper: EnergyKeeper
let device: Awaited<ReturnType<typeof makeDevice>>
let ids: Record<'treeId' | 'site' | 'hall', string>
let params: number[] = []

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
const record = (on: number, values: readonly number[]) =>
  recordMarked(api.service.db, keeper, api.service.now, [
    pollOf(device, device.params, on, Object.fromEntries(params.map((id, at) => [id, values[at] ?? 0]))),
  ])

/** A main meter, a part of it that is metered, and a power of 6 kW: every ten minutes for two hours. */
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  api.clock.advance(startMs)
  const { db, history, now, clock } = { ...api.service, clock: api.clock }
  keeper = new EnergyKeeper({ db, history, now, clock, log: { error: () => assert.fail() } })
  device = await makeDevice(api, api.orgId, 'a', [
    { valueType: 'u32', unitName: 'kWh' },
    { valueType: 'u32' },
    { valueType: 'f64', unitName: 'kW' },
  ])
  params = device.params.map(({ id }) => id)
  for (let at = 0; at <= 12; at += 1) {
    await record(first + at * 10 * minute, [1000 + at * 10, 50 + at * 6, 6])
  }
  const treeId = await post('/sense/hierarchy/tree/create/', {
    orgId: api.orgId,
    name: '=Works',
    timeZone: 'Europe/Kyiv',
  })
  const tree = `/sense/hierarchy/tree/${treeId}`
  const site = await post(`${tree}/branch/create/`, { name: 'Site' })
  const hall = await post(`${tree}/branch/create/`, { name: 'Hall <1>', parentBranchId: site })
  const [main, part, power] = params
  await post(`${tree}/sensor/create/`, { name: 'M', branchId: site, paramId: main, kind: 'energy', isMain: true })
  await post(`${tree}/sensor/create/`, { name: 'P', branchId: hall, paramId: part, kind: 'energy', multiplier: 0.5 })
  await post(`${tree}/sensor/create/`, { name: 'W', branchId: hall, paramId: power, kind: 'power' })
  ids = { treeId, site, hall }
}

const hoursOf = async (branchId: string, query: string) =>
  ((await get(`branch/${branchId}/segmentation/hour/history/?${query}`)) as { segments: Record<string, unknown>[] })
    .segments

describe('energy of a tree', () => {
  shareApi(prepare)

  test('is the main meter where there is one, with what is metered beside it', async () => {
    const [one, two, three, ...rest] = await hoursOf(
      ids.site,
      'from=2026-11-13T22:20:00Z&till=2026-11-14T00:00:00.001Z',
    )
    assert.deepEqual(rest, [])
    const common = { sensorsReported: 3, sensorsTotal: 3 }
    assert.deepEqual(one, {
      from: iso(first),
      till: iso(first + hour),
      energy: 50,
      metered: 21,
      unmetered: 29,
      isComplete: true,
      coverage: 1,
      ...common,
    })
    assert.deepEqual([two?.['energy'], two?.['metered'], two?.['isComplete']], [60, 24, true])
    // The current hour has a step of both counters at its start, and power for five minutes.
    assert.deepEqual([three?.['energy'], three?.['metered'], three?.['isComplete']], [10, 3.5, false])
    const [hall] = await hoursOf(ids.hall, 'from=2026-11-13T22:20:00Z&till=2026-11-13T22:30:00Z')
    assert.deepEqual([hall?.['energy'], hall?.['metered'], hall?.['sensorsTotal']], [21, undefined, 2])
  })

  test('multipliers keep units and costs; different units are never added', async () => {
    const made = await makeDevice(api, api.orgId, 'mixed', [
      { valueType: 'u32', unitName: 'kWh' },
      { valueType: 'u32', unitName: 'm3' },
    ])
    const [power = 0, gas = 0] = made.params.map(({ id }) => id)
    for (let at = 0; at <= 12; at += 1) {
      const read = { [power]: 100 + at, [gas]: 50 + at }
      await recordMarked(api.service.db, keeper, api.service.now, [
        pollOf(made, made.params, first + at * 10 * minute, read),
      ])
    }
    const orgId = api.orgId
    const treeId = await post('/sense/hierarchy/tree/create/', { orgId, name: 'Mixed', timeZone: 'Europe/Kyiv' })
    const tree = `/sense/hierarchy/tree/${treeId}`
    const share = await post(`${tree}/branch/create/`, { name: 'Share' })
    const ratio = await post(`${tree}/branch/create/`, { name: 'Ratio' })
    const other = await post(`${tree}/branch/create/`, { name: 'Other' })
    const metered = await post(`${tree}/branch/create/`, { name: 'Metered' })
    const below = await post(`${tree}/branch/create/`, { name: 'Below', parentBranchId: metered })
    const add = (branchId: string, paramId: number, more: object) =>
      post(`${tree}/sensor/create/`, { name: branchId, branchId, paramId, kind: 'energy', ...more })
    await add(share, power, { multiplier: 0.25 })
    await add(ratio, power, { multiplier: 40 })
    await add(other, gas, {})
    await add(metered, power, { isMain: true })
    await add(below, gas, {})
    const zones = [{ name: 'Day', price: '2', hours: [] }]
    const tariff = { currency: 'EUR', unit: 'kWh', versions: [{ validFrom: '2026-01-01', zones }] }
    await post(`${tree}/tariff/change/`, { tariff })

    const span = `from=${iso(first)}&till=${iso(first + 2 * hour)}`
    const { mixedUnits } = (await get(`tree/${treeId}/root-energy/?${span}`)) as { mixedUnits?: string[] }
    assert.deepEqual(mixedUnits?.toSorted(), ['kWh', 'm3'])
    const { branches } = (await get(`tree/${treeId}/branches-energy/?${span}`)) as { branches: object[] }
    assert.ok(branches.every((branch) => !('mixedUnits' in branch)))
    const columns = (await get(`tree/${treeId}/segmentation/day/history/?${span}&levels=2`)) as {
      branches: {
        branchId: string | null
        unit: string | null
        energy: (number | null)[]
        metered?: (number | null)[]
      }[]
    }
    const rows = columns.branches.map(({ branchId, unit, energy, ...rest }) => [
      branchId,
      unit,
      energy[0],
      rest.metered?.[0],
    ])
    assert.deepEqual(rows, [
      [null, null, null, undefined],
      [share, 'kWh', 3, undefined],
      [ratio, 'kWh', 480, undefined],
      [other, 'm3', 12, undefined],
      [metered, 'kWh', 12, null],
      [below, 'm3', 12, undefined],
    ])
    const root = (await get(`tree/${treeId}/root-energy/?${span}`)) as Record<string, unknown>
    assert.deepEqual([root['energy'], root['coverage']], [null, 1])
    const { branches: priced } = (await get(`tree/${treeId}/cost/?${span}&levels=1`)) as {
      branches: { branchId: string | null; isOfUnit: boolean; cost: string | null }[]
    }
    assert.deepEqual(
      priced.map(({ branchId, isOfUnit, cost }) => [branchId, isOfUnit, cost]),
      [
        [null, false, null],
        [share, true, '5.5'],
        [ratio, true, '880'],
        [other, false, null],
        [metered, true, '22'],
      ],
    )
  })

  test('last segments are those under way', async () => {
    const today = { from: iso(first), till: iso(first + 24 * hour) }
    const counts = { sensorsReported: 3, sensorsTotal: 3, setAside: [] }
    const segment = { ...today, energy: 120, isComplete: false, coverage: 0.086805, ...counts }
    assert.deepEqual(await get(`tree/${ids.treeId}/segmentation/day/last-segment/`), segment)
    const metered = { metered: 48.5, unmetered: null }
    assert.deepEqual(await get(`branch/${ids.site}/segmentation/day/last-segment/`), { ...segment, ...metered })
  })

  test('spans of a tree and of its branches; by default today', async () => {
    const now = { from: iso(first), till: iso(first + 2.25 * hour) }
    const common = { ...now, isComplete: false, coverage: 0.925925, sensorsReported: 3, sensorsTotal: 3 }
    assert.deepEqual(await get(`tree/${ids.treeId}/root-energy/`), { ...common, energy: 120, setAside: [] })
    assert.deepEqual(await get(`tree/${ids.treeId}/branches-energy/`), {
      setAside: [],
      branches: [
        { branchId: ids.site, name: 'Site', ...common, energy: 120, metered: 48.5, unmetered: null },
        {
          ...common,
          branchId: ids.hall,
          name: 'Hall <1>',
          parentBranchId: ids.site,
          energy: 48.5,
          sensorsReported: 2,
          sensorsTotal: 2,
        },
      ],
    })
    const part = `tree/${ids.treeId}/root-energy/?from=2026-11-13T22:30:00Z&till=2026-11-13T22:40:00Z`
    const { energy, isComplete, ...rest } = (await get(part)) as Record<string, unknown>
    assert.deepEqual([energy, isComplete], [20, true])
    assert.deepEqual([rest['from'], rest['till']], [iso(first + 0.5 * hour), iso(first + 0.75 * hour)])
    const week = `tree/${ids.treeId}/root-energy/?from=2026-11-08T10:30:00Z&till=2026-11-13T23:00:00Z`
    assert.equal(((await get(week)) as { energy: number }).energy, 50)
  })

  test('history of a tree in columns, as far down as asked', async () => {
    const span = 'from=2026-11-13T22:00:00Z&till=2026-11-14T00:00:00Z'
    const path = `tree/${ids.treeId}/segmentation/hour/history/?${span}`
    const coverage = [1, 1]
    const site = {
      branchId: ids.site,
      unit: 'kWh',
      energy: [50, 60],
      metered: [21, 24],
      unmetered: [29, 36],
      coverage,
    }
    assert.deepEqual(await get(path), {
      edges: [iso(first), iso(first + hour), iso(first + 2 * hour)],
      branches: [{ branchId: null, unit: 'kWh', energy: [50, 60], coverage }, site],
    })
    // Halves of a counter without a unit, and kW: together they are of no unit.
    const hall = { branchId: ids.hall, unit: null, energy: [21, 24], coverage }
    assert.deepEqual(((await get(`${path}&branchId=${ids.site}`)) as { branches: unknown }).branches, [site, hall])
    assert.deepEqual(((await get(`${path}&branchId=${ids.hall}&levels=0`)) as { branches: unknown }).branches, [hall])
    const foreign = await api.call('viewer', 'GET', `/sense/aggregation/${path}&branchId=${ids.treeId}`)
    assert.equal(foreign.status, 404)
    const long = `tree/${ids.treeId}/load/?from=2020-01-01T00:00:00Z&till=2026-11-14T00:00:00Z`
    assert.equal((await api.call('viewer', 'GET', `/sense/aggregation/${long}`)).status, 400)
  })

  test('the highest quarter-hour, what is needed at night, and how long which power is', async () => {
    const load = async (query: string) =>
      ((await get(`tree/${ids.treeId}/load/?${query}`)) as { branches: Record<string, unknown>[] }).branches
    const [tree, site] = await load('from=2026-11-13T21:00:00Z&till=2026-11-15T00:00:00Z')
    const { duration, ...rest } = tree ?? {}
    assert.deepEqual(rest, {
      branchId: null,
      unit: 'kW',
      isTooCoarse: false,
      // Five before the first reading, and none that is under way.
      quarters: 12,
      known: 8,
      // Ten minutes are ten kWh; a quarter-hour has one or two readings.
      peak: { on: iso(first + hour / 2), power: 80 },
      standby: 40,
    })
    const power = duration as number[]
    assert.deepEqual([power.length, power[0], power[37], power[38], power[100]], [101, 80, 80, 40, 40])
    assert.deepEqual([site?.['branchId'], site?.['peak']], [ids.site, rest['peak']])
    const [empty] = await load('from=2026-11-12T00:00:00Z&till=2026-11-13T00:00:00Z&levels=0')
    assert.deepEqual(
      [empty?.['quarters'], empty?.['known'], empty?.['peak'], empty?.['standby'], empty?.['duration']],
      [96, 0, null, null, []],
    )
    const { sql } = api.service.db
    const period = (seconds: number) =>
      sql`update device set update_period_sec = ${seconds} where id = ${device.deviceId}`
    await period(1800)
    const coarse = await load('from=2026-11-13T22:00:00Z&till=2026-11-14T00:00:00Z')
    assert.ok(coarse.length === 2 && coarse.every(({ isTooCoarse, peak }) => isTooCoarse === true && peak === null))
    await period(60)
  })

  test('cost by the zones of the tariff', async () => {
    const cost = (query: string) =>
      get(`tree/${ids.treeId}/cost/?from=${iso(first)}&till=${iso(first + 2 * hour)}${query}`)
    const none = { currency: null, unit: null, isPriced: false, fixed: null, branches: [] }
    assert.deepEqual(await cost(''), none)
    const night = { name: 'Night', price: '0.1', hours: [{ days: [6], from: '00:00', till: '01:00' }] }
    const zones = [night, { name: 'Day', price: '0.333', hours: [] }]
    const version = { validFrom: '2026-01-01', zones, fixedPerMonth: '30', co2: '0.5' }
    const path = `/sense/hierarchy/tree/${ids.treeId}/tariff`
    const tariff = { currency: 'UAH', unit: 'kWh', versions: [version] }
    assert.equal((await api.call('manager', 'POST', `${path}/change/`, { tariff })).status, 200)
    assert.deepEqual((await api.call('viewer', 'GET', `${path}/`)).body, { tariff })
    const site = {
      isOfUnit: true,
      amount: 110,
      cost: '24.98',
      co2: '55',
      zones: [
        { name: 'Night', amount: 50, cost: '5' },
        { name: 'Day', amount: 60, cost: '19.98' },
      ],
    }
    const unknown = zones.map(({ name }) => ({ name, amount: null, cost: null }))
    assert.deepEqual(await cost(`&branchId=${ids.site}`), {
      currency: 'UAH',
      unit: 'kWh',
      isPriced: true,
      fixed: '1',
      branches: [
        { branchId: ids.site, ...site },
        { branchId: ids.hall, isOfUnit: false, amount: null, cost: null, co2: null, zones: unknown },
      ],
    })
    assert.equal((await api.call('viewer', 'POST', `${path}/change/`, { tariff: null })).status, 401)
    assert.equal((await api.call('manager', 'POST', `${path}/change/`, { tariff: null })).status, 200)
    assert.deepEqual(await cost(''), none)
  })

  test('amounts in the unit that the tariff converts to, by the factor of their period', async () => {
    const version = (validFrom: string, factor: string) => ({
      validFrom,
      zones: [{ name: 'All', price: '1', hours: [] }],
      conversion: { factor, unit: 'MJ' },
    })
    const path = `/sense/hierarchy/tree/${ids.treeId}/tariff/change/`
    const change = (tariff: unknown) => api.call('manager', 'POST', path, { tariff })
    const span = 'from=2026-11-13T22:00:00Z&till=2026-11-14T00:00:00Z'
    const energyPath = `tree/${ids.treeId}/branches-energy/?${span}&converted=true`
    assert.equal((await api.call('viewer', 'GET', `/sense/aggregation/${energyPath}`)).status, 400, 'nothing converts')
    await change({
      currency: 'UAH',
      unit: 'kWh',
      versions: [version('2026-01-01', '9'), version('2026-11-14', '3.6')],
    })
    type Figures = { branches: { energy: number; unit?: string | null }[] }
    const { branches } = (await get(energyPath)) as Figures
    // 110 kWh of the main meter, on the day from which the second factor holds.
    assert.equal(branches[0]?.energy, 396)
    const history = `tree/${ids.treeId}/segmentation/day/history/?from=2026-11-13T22:00:00Z&till=2026-11-14T00:00:00Z`
    const columns = (await get(`${history}&converted=true`)) as { branches: { unit: string; energy: number[] }[] }
    assert.deepEqual([columns.branches[0]?.unit, columns.branches[0]?.energy], ['MJ', [432]])
    assert.equal((await change(null)).status, 200)
  })

  test('degree days of the days that are over', async () => {
    const path = `/sense/hierarchy/tree/${ids.treeId}/degree-days/change/`
    const setting = { paramId: params[2], kind: 'heating', base: 15 }
    assert.equal((await api.call('manager', 'POST', path, { setting })).status, 200)
    const read = await get(`tree/${ids.treeId}/degree-days/?from=2026-11-12T22:00:00Z&till=2026-11-14T22:00:00Z`)
    const day = { from: '2026-11-12T22:00:00.000Z', mean: null, degreeDays: null }
    assert.deepEqual(read, { setting, days: [day], total: null, known: 0 })
    assert.equal((await api.call('manager', 'POST', path, { setting: { ...setting, paramId: 9_999_999 } })).status, 404)
    assert.equal((await api.call('manager', 'POST', path, { setting: null })).status, 200)
  })

  test('as a table and as a page, in which no name can do harm', async () => {
    const lines = (await get(`tree/${ids.treeId}/csv/?from=2026-11-13T22:00:00Z&till=2026-11-14T01:00:00Z`)) as string
    const [head, day, total] = lines.trim().split('\r\n')
    const [works, site, hall] = ["'=Works [kWh]", 'Site [kWh]', 'Site / Hall <1>']
    const cover = '(coverage) [%]'
    assert.equal(
      head,
      `from,till,segment,"${works}","'=Works ${cover}",${site},Site ${cover},Site (unmetered) [kWh],${hall},${hall} ${cover}`,
    )
    // The day is not over: what is unmetered is not known.
    assert.equal(day, '2026-11-14T00:00:00+02:00,2026-11-15T00:00:00+02:00,partial,120,8.6,120,8.6,,48.5,8.6')
    assert.equal(total, 'total,,,120,8.6,120,8.6,,48.5,8.6')
    const page = (await get(`tree/${ids.treeId}/print/`)) as string
    assert.match(page, /Hall &#60;1&#62;/)
    assert.doesNotMatch(page, /Hall <1>/)
  })

  test('late readings correct what is kept, and so does time: the last reading holds for a while', async () => {
    // Read between two others; the main meter had stood still and made both steps at once.
    await record(first + 15 * minute, [1010, 56, 12])
    keeper.start()
    api.clock.advance(60_000)
    await keeper.recomputeDays()
    const quarters = (await get(
      `branch/${ids.hall}/segmentation/quarter-hour/history/?from=2026-11-13T22:00:00Z&till=2026-11-13T22:30:00Z`,
    )) as { segments: { energy: number }[] }
    // 6 kW until 22:15, 12 until 22:20, 6 again.
    assert.deepEqual(
      quarters.segments.map(({ energy }) => energy),
      [4.5, 5],
    )
    const energies: unknown[] = []
    for (let step = 0; step < 3; step += 1) {
      api.clock.advance(6 * minute)
      await keeper.recomputeDays()
      energies.push((await hoursOf(ids.hall, 'from=2026-11-14T00:00:00Z&till=2026-11-14T00:00:01Z'))[0]?.['energy'])
    }
    // At 0:12, 0:18 and 0:24; after a quarter of an hour it holds no more.
    assert.deepEqual(energies, [4.2, 4.5, 4.5])
    await keeper.stop()
    const { sql } = api.service.db
    assert.deepEqual([...(await sql`select day from sense_mark`)], [], 'all is worked off')
  })

  test('figures are kept: they stay when the readings are gone', async () => {
    const { sql } = api.service.db
    await sql`delete from poll`
    const [segment] = await hoursOf(ids.site, 'from=2026-11-13T22:20:00Z&till=2026-11-13T22:30:00Z')
    assert.equal(segment?.['energy'], 50)
    const copyId = await post(`/sense/hierarchy/tree/${ids.treeId}/duplicate/`)
    assert.equal(((await get(`tree/${copyId}/root-energy/`)) as { energy: number }).energy, 120)
  })
})
