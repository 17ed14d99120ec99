import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDevice } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import type { Row } from '../testing/ledger.ts'
import { readXlsx } from './testing/read-xlsx.ts'
import { branchOf, loadRows, savedReport, saveReport } from './testing/saved-report.ts'

interface ReportAnswer {
  timeZone: string
  edges: string[]
  isPartial: boolean[]
  branches: {
    branchId: string
    level: number
    kind: string
    unitName?: string
    decimals?: number
    values: (string | null)[]
    coverage: number[]
    total: string | null
    totalCoverage: number
  }[]
  setAside: { name: string; reason: string; paramId?: number }[]
}

const hourMs = 3_600_000
const [from, till] = ['2026-10-01T00:00:00+03:00', '2026-11-01T00:00:00+02:00'].map((text) => Date.parse(text))
const span = `from=${new Date(from ?? 0).toISOString()}&till=${new Date(till ?? 0).toISOString()}&segment=day`
const hours = 31 * 24 + 1

/** A counter that rises by two an hour, but for a day in which nothing was read. */
const counter = (start: number): Row[] =>
  Array.from({ length: hours + 2 }, (_, at): Row => [start + (at - 1) * hourMs + 60_000, 1000 + at * 2]).filter(
    ([on]) => on < start + 240 * hourMs || on > start + 264 * hourMs,
  )

describe('the page of a report', () => {
  let api: TestApi
  let ids: number[] = []
  shareApi(async (started) => {
    api = started
    const { params } = await makeDevice(api, api.orgId, 'meters', [
      { valueType: 'f64', unitName: 'kWh' },
      { valueType: 'f64', unitName: 'm3' },
    ])
    ids = params.map(({ id }) => id)
    await api.call('manager', 'POST', `/org/${api.orgId}/time-zone/`, { timeZone: 'Europe/Kyiv' })
    for (const id of ids) await loadRows(api, api.orgId, id, counter(from ?? 0))
  })

  const dataOf = async (reportId: string, query = span): Promise<ReportAnswer> => {
    const { status, body } = await api.call('viewer', 'GET', `/resource-report/${reportId}/data/?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body as ReportAnswer
  }
  const october = () => {
    const site = branchOf('Site', { value: { paramId: ids[0] ?? 0 } })
    const ratio = branchOf('Per cube', {
      value: { formula: `#${ids[0]} / (#${ids[1]} / 3)` },
      unit: 'kWh/m³',
      decimals: 1,
    })
    return savedReport(api, [site, ratio], { name: 'October' })
  }
  const xlsxOf = async (reportId: string, query: string) => {
    const response = await fetch(`${api.url}/api/v1/resource-report/${reportId}/xlsx/?${query}`, {
      headers: { 'content-type': 'application/json', authorization: `token ${api.tokens.viewer}` },
    })
    assert.equal(response.status, 200)
    return readXlsx(Buffer.from(await response.arrayBuffer()))
  }

  test('has every branch with its coverage, and days as long as the clocks made them', async () => {
    const { edges, branches, timeZone } = await dataOf(await october())
    assert.deepEqual([timeZone, edges.length, branches.length], ['Europe/Kyiv', 32, 2])
    const lengths = edges.slice(1).map((end, at) => (Date.parse(end) - Date.parse(edges[at] ?? '')) / hourMs)
    assert.equal(lengths[24], 25)
    const [site, ratio] = branches
    assert.ok(site)
    assert.equal(site.values[24], '50', 'two an hour, of twenty-five')
    assert.equal(site.values[10], null)
    assert.equal(site.coverage[10], 0)
    assert.deepEqual([ratio?.kind, ratio?.unitName, ratio?.decimals, ratio?.total], ['formula', 'kWh/m³', 1, '3'])
    assert.equal(site.total, String(hours * 2))
  })

  test('is the same as a workbook, cell by cell', async () => {
    const id = await october()
    const { edges, branches } = await dataOf(id)
    const [figures, totals, gaps] = await xlsxOf(id, `${span}&lang=pl`)
    assert.ok(figures && totals && gaps)
    assert.deepEqual([figures.name, totals.name, gaps.name], ['Raport', 'Sumy', 'Luki'])
    for (const [at, value] of (branches[0]?.values ?? []).entries()) {
      const cell = figures.cells.get(`D${at + 5}`)
      assert.equal(cell, value === null ? '–' : Number(value), String(edges[at]))
    }
    assert.deepEqual([figures.cells.get('C28'), figures.cells.get('C29'), figures.cells.get('C30')], [24, 25, 24])
    assert.equal(figures.cells.get('D36'), Number(branches[0]?.total))
    assert.equal(figures.cells.get('E4'), 'kWh/m³')
    assert.equal(gaps.cells.get('A2'), 'Site')
    assert.equal(
      gaps.cells.get('D2'),
      branches[0]?.coverage.find((share) => share < 1),
    )
  })

  test('is a workbook too where that is made beside, and none where it would be too large', async () => {
    const id = await october()
    const [figures] = await xlsxOf(id, span.replace('day', 'hour'))
    assert.equal(figures?.cells.get('C5'), 1)
    assert.equal(figures.cells.get(`D${hours + 5}`), hours * 2)
    const many = await savedReport(
      api,
      Array.from({ length: 140 }, (_, at) => branchOf(`Branch ${at}`)),
    )
    const refused = await api.call('viewer', 'GET', `/resource-report/${many}/xlsx/?${span.replace('day', 'hour')}`)
    assert.equal(refused.status, 400)
  })

  test('prints in a language, with the days on which the clocks were set', async () => {
    const { body } = await api.call('viewer', 'GET', `/resource-report/${await october()}/print/?${span}&lang=ua`)
    const html = body as string
    assert.match(html, /<html lang="uk">/)
    assert.match(html, /2026-10-25 00:00 <small>25 год<\/small>/)
    assert.match(html, /counter\(page\) " \/ " counter\(pages\)/)
    assert.match(html, /<td class="gap">–/)
  })

  test('keeps units and decimals, and refuses what cannot be shown', async () => {
    for (const wrong of [{ unit: '' }, { unit: 'x'.repeat(41) }, { decimals: 10 }, { decimals: 0.5 }]) {
      assert.equal((await saveReport(api, [branchOf('x', wrong)])).status, 400, JSON.stringify(wrong))
    }
  })

  test('has what it costs by the tariff of a tree, by the hours of the clocks', async () => {
    const [power = 0, water = 0] = ids
    const tree = '/sense/hierarchy/tree'
    const post = async <T>(path: string, body: unknown): Promise<T> => {
      const answer = await api.call('manager', 'POST', path, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body as T
    }
    const timeZone = 'Europe/Kyiv'
    const { id: treeId } = await post<{ id: string }>(`${tree}/create/`, { orgId: api.orgId, name: 'Tree', timeZone })
    const { id: branchId } = await post<{ id: string }>(`${tree}/${treeId}/branch/create/`, { name: 'All' })
    await post(`${tree}/${treeId}/sensor/create/`, { name: 'S', branchId, paramId: power, kind: 'energy' })
    const night = { days: [1, 2, 3, 4, 5, 6, 7], from: '23:00', till: '07:00' }
    const zones = [
      { name: 'Night', price: '0.1', hours: [night] },
      { name: 'Day', price: '0.2', hours: [] },
    ]
    const tariff = { currency: 'EUR', unit: 'kWh', versions: [{ validFrom: '2026-01-01', zones, co2: '0.5' }] }
    await post(`/sense/hierarchy/tree/${treeId}/tariff/change/`, { tariff })
    const top = branchOf('Top')
    const reportId = await savedReport(api, [
      top,
      branchOf('Power', { parentBranchId: top.id, value: { paramId: power } }),
      branchOf('Twice', { value: { formula: `#${power} * 2` }, unit: 'kWh' }),
      branchOf('Water', { value: { paramId: water } }),
    ])
    // The day of 25 hours: nine of them are night, at two kilowatt-hours each.
    const day = 'from=2026-10-25T00:00:00%2B03:00&till=2026-10-26T00:00:00%2B02:00&segment=day'
    const { branches } = (await dataOf(reportId, day)) as unknown as {
      branches: { cost?: { amount: string; co2: string; currency: string } }[]
    }
    const costs = branches.map(({ cost }) => cost && `${cost.amount} ${cost.currency} ${cost.co2}`)
    assert.deepEqual(costs, ['8.2 EUR 25', '8.2 EUR 25', '16.4 EUR 50', undefined])

    // The saved file contains it too, with the comparison.
    const before = 'beforeFrom=2026-10-24T00:00:00%2B03:00&beforeTill=2026-10-25T00:00:00%2B03:00'
    const [, totals] = await xlsxOf(reportId, `${day}&${before}`)
    const cellsOf = (row: number) =>
      ['B', 'F', 'G', 'H', 'I', 'J'].map((column) => totals?.cells.get(`${column}${row}`))
    assert.deepEqual(cellsOf(1), ['Total', 'Previous', 'Change', 'Cost', 'Currency', 'CO₂, kg'])
    assert.deepEqual(cellsOf(3), [50, 48, 50 / 48 - 1, 8.2, 'EUR', 25])
    const file = await api.call('viewer', 'GET', `/resource-report/${reportId}/csv/?${day}&${before}`)
    const lines = (file.body as string).trimEnd().split('\r\n').slice(2)
    assert.deepEqual(lines, [
      'total,,,50,100,50,100,100,100,50,100',
      'before,2026-10-24T00:00:00+03:00/2026-10-25T00:00:00+03:00,,48,,48,,96,,48,',
      'cost [EUR],,,8.2,,8.2,,16.4,,,',
      'CO2 [kg],,,25,,25,,50,,,',
    ])
    const page = await api.call('viewer', 'GET', `/resource-report/${reportId}/print/?${day}&${before}`)
    assert.match(page.body as string, /<td>48<\/td><td>\+4\.2 %<\/td><td>8\.20 EUR<\/td><td>25<\/td>/)
    const half = await api.call('viewer', 'GET', `/resource-report/${reportId}/csv/?${day}&beforeFrom=2026-10-24`)
    assert.equal(half.status, 400)
  })

  test('takes the tariff for the unit of each counter, and never adds different units', async () => {
    const [power = 0, water = 0] = ids
    const orgId = api.orgId
    const post = async (path: string, body: unknown): Promise<string> => {
      const answer = await api.call('manager', 'POST', path, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return (answer.body as { id: string }).id
    }
    // The first tree by its name has both counters, and a tariff for one of them.
    for (const [name, unit, price] of [
      ['A water tree', 'm3', '3'],
      ['B power tree', 'kWh', '0.5'],
    ] as const) {
      const tree = `/sense/hierarchy/tree/${await post('/sense/hierarchy/tree/create/', { orgId, name, timeZone: 'Europe/Kyiv' })}`
      const branchId = await post(`${tree}/branch/create/`, { name: 'All' })
      for (const paramId of [power, water]) {
        await post(`${tree}/sensor/create/`, { name: `S${paramId}`, branchId, paramId, kind: 'energy' })
      }
      const zones = [{ name: 'Day', price, hours: [] }]
      await post(`${tree}/tariff/change/`, {
        tariff: { currency: 'PLN', unit, versions: [{ validFrom: '2026-01-01', zones }] },
      })
    }
    const [site, hall] = [branchOf('Site'), branchOf('Hall')]
    const reportId = await savedReport(api, [
      site,
      { ...hall, parentBranchId: site.id },
      branchOf('Power', { parentBranchId: hall.id, value: { paramId: power } }),
      branchOf('Water', { parentBranchId: hall.id, value: { paramId: water } }),
      branchOf('More power', { parentBranchId: site.id, value: { paramId: power } }),
      branchOf('Main', { value: { paramId: power } }),
    ])
    const day = 'from=2026-10-02T00:00:00%2B03:00&till=2026-10-03T00:00:00%2B03:00&segment=day'
    const { branches } = (await dataOf(reportId, day)) as unknown as {
      branches: { total: string | null; unitName?: string; cost?: { amount: string; treeName: string } }[]
    }
    const costs = branches.map(({ cost }) => cost && `${cost.amount} ${cost.treeName}`)
    const [both, ofPower, ofWater] = ['B power tree, A water tree', 'B power tree', 'A water tree']
    const units = 'kWh, m3'
    assert.deepEqual(
      branches.map(({ total, unitName }, at) => [total, unitName, costs[at]]),
      [
        [null, units, `192 ${both}`],
        [null, units, `168 ${both}`],
        ['48', 'kWh', `24 ${ofPower}`],
        ['48', 'm3', `144 ${ofWater}`],
        ['48', 'kWh', `24 ${ofPower}`],
        ['48', 'kWh', `24 ${ofPower}`],
      ],
    )
    const chart = await api.call('viewer', 'POST', `/resource-report/branch/${hall.id}/chart-data/`, {
      from: '2026-10-02T00:00:00+03:00',
      till: '2026-10-03T00:00:00+03:00',
      segment: 'day',
    })
    const { segments, total, unitName, coverage } = chart.body as {
      segments: { value: number | null }[]
      total: number | null
      unitName: string
      coverage: number
    }
    assert.deepEqual([segments.map(({ value }) => value), total, unitName, coverage], [[null], null, units, 1])
  })

  test('adds units that differ by a power of ten exactly, in the unit of the branch, and prices them', async () => {
    const { orgId } = api
    const made = await makeDevice(api, orgId, 'scales', [
      { valueType: 'u64', unitName: 'Wh' },
      { valueType: 'f64', unitName: 'kWh' },
      { valueType: 'f64', unitName: 'MWh' },
    ])
    const [wh = 0, kwh = 0, mwh = 0] = made.params.map(({ id }) => id)
    const begin = Date.parse('2026-10-02T00:00:00+03:00')
    for (const [id, rise] of [
      [wh, 333],
      [kwh, 0.125],
      [mwh, 1],
    ] as const) {
      const rows = Array.from({ length: 26 }, (_, at): Row => [begin + (at - 1) * hourMs + 60_000, at * rise])
      await loadRows(api, orgId, id, rows)
    }
    const post = async (path: string, body: unknown): Promise<string> => {
      const answer = await api.call('manager', 'POST', path, body)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return (answer.body as { id: string }).id
    }
    const name = 'Scales'
    const tree = `/sense/hierarchy/tree/${await post('/sense/hierarchy/tree/create/', { orgId, name, timeZone: 'Europe/Kyiv' })}`
    const branchId = await post(`${tree}/branch/create/`, { name })
    for (const paramId of [wh, kwh, mwh]) {
      await post(`${tree}/sensor/create/`, { name: `S${paramId}`, branchId, paramId, kind: 'energy' })
    }
    const versions = [{ validFrom: '2026-01-01', zones: [{ name: 'Day', price: '0.5', hours: [] }] }]
    await post(`${tree}/tariff/change/`, { tariff: { currency: 'PLN', unit: 'kWh', versions } })
    const [site, set, main, label, other] = [
      branchOf('Largest'),
      branchOf('Set', { unit: 'Wh' }),
      branchOf('Main', { value: { paramId: mwh } }),
      branchOf('Label', { unit: 'MWh' }),
      branchOf('Other name', { unit: 'pcs' }),
    ]
    const part = (parent: { id: string }, paramId: number) =>
      branchOf(`Part ${paramId}`, { parentBranchId: parent.id, value: { paramId } })
    const reportId = await savedReport(api, [
      site,
      part(site, wh),
      part(site, kwh),
      set,
      part(set, wh),
      part(set, kwh),
      main,
      part(main, wh),
      part(main, kwh),
      label,
      part(label, wh),
      other,
      part(other, wh),
      part(other, kwh),
    ])
    const day = 'from=2026-10-02T00:00:00%2B03:00&till=2026-10-03T00:00:00%2B03:00&segment=day'
    const { branches } = (await dataOf(reportId, day)) as unknown as {
      branches: { level: number; total: string | null; unitName?: string; cost?: { amount: string } }[]
    }
    const rows = branches.map(({ level, total, unitName, cost }) => [level, total, unitName, cost?.amount])
    assert.deepEqual(
      rows.filter(([level]) => level === 0),
      [
        [0, '10.992', 'kWh', '5.496'],
        [0, '10992', 'Wh', '5.496'],
        [0, '24', 'MWh', '12000'],
        // A unit that is set where nothing differs is a label.
        [0, '7992', 'MWh', '3.996'],
        [0, null, 'Wh, kWh', '5.496'],
      ],
    )
    const chart = await api.call('viewer', 'POST', `/resource-report/branch/${main.id}/chart-data/`, {
      from: '2026-10-02T00:00:00+03:00',
      till: '2026-10-03T00:00:00+03:00',
      segment: 'day',
    })
    assert.equal((chart.body as { unmetered: number | null }).unmetered, 23.989008)
  })

  const check = async (formula: string, as: 'viewer' | 'stranger' = 'viewer') =>
    api.call(as, 'POST', `/org/${api.orgId}/formula/check/`, { formula, from: '2026-10-02', till: '2026-10-03' })

  for (const [formula, mistake, at] of [
    ['1 +', 'ends-early', 3],
    ['', 'ends-early', 0],
    ['(1', 'not-closed', 0],
    ['1 2', 'goes-on', 2],
    ['2 * )', 'operand-missing', 4],
    ['1 ? 2', 'unknown-character', 2],
    ['1 + #987654', 'unknown-parameter', 4],
    ['1'.repeat(50), 'number-too-long', 0],
  ] as const) {
    test(`the formula ${formula.slice(0, 12)} has ${mistake} at ${at}`, async () => {
      const { body } = await check(formula)
      assert.deepEqual([(body as { mistake: string }).mistake, (body as { at: number }).at], [mistake, at])
    })
  }

  test('a valid formula returns its result and its parameters', async () => {
    const { body } = await check(`#${ids[0]} + #${ids[0]} - #${ids[0]}`)
    assert.deepEqual(body, {
      params: [{ paramId: ids[0], name: 'P0', deviceName: 'Meter', unitName: 'kWh', value: '48', coverage: 1 }],
      value: '48',
      unitName: 'kWh',
    })
    assert.equal((await check('1', 'stranger')).status, 404)
  })

  test('a logo is cleaned; what is none is refused', async () => {
    const path = `/org/${api.orgId}/logo/`
    const put = (type: string, bytes: string | Buffer) =>
      api.call('manager', 'POST', path, { logo: { type, data: Buffer.from(bytes).toString('base64') } })
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script><rect width="1" height="1"/></svg>'
    assert.equal((await put('image/svg+xml', drawing)).status, 200)
    const { body } = await api.call('viewer', 'GET', path)
    const svg = Buffer.from((body as { logo: { data: string } }).logo.data, 'base64').toString()
    assert.match(svg, /<rect/)
    assert.doesNotMatch(svg, /script/)
    const page = await api.call('viewer', 'GET', `/resource-report/${await october()}/print/?${span}`)
    assert.match(page.body as string, /<img alt="" src="data:image\/svg\+xml;base64,/)
    for (const [type, bytes] of [
      ['image/png', drawing],
      ['image/svg+xml', '<html/>'],
      ['image/png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ] as const) {
      assert.equal((await put(type, bytes)).status, 400)
    }
    assert.equal((await api.call('viewer', 'POST', path, { logo: null })).status, 401)
    assert.equal((await api.call('manager', 'POST', path, { logo: null })).status, 200)
  })
})
