import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCsv } from '@busbar/import'
import { makeDevice } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { branchOf, chartOf, loadRows, savedReport } from '../reports/testing/saved-report.ts'
import type { Row } from '../testing/ledger.ts'

const hourMs = 3_600_000
const start = Date.parse('2026-10-24T21:00:00Z')
/** A reading each quarter of an hour, for so many hours. */
const steady = (hours: number, perQuarter: number): Row[] =>
  Array.from({ length: hours * 4 + 1 }, (_, at) => [start + at * 900_000 - 1, 1000 + at * perQuarter])

let api: TestApi
let ids: number[]

const csvOf = async (id: string, query: string): Promise<string[][]> => {
  const { body, headers } = await api.call('viewer', 'GET', `/resource-report/${id}/csv/?${query}`)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  const table = readCsv(body as string)
  assert.ok('rows' in table)
  return table.rows.map(({ cells }) => cells)
}

describe('figures of reports', () => {
  shareApi(async (started) => {
    api = started
    await api.call('manager', 'POST', `/org/${api.orgId}/time-zone/`, { timeZone: 'Europe/Kyiv' })
    const types = ['f64', 'f64', 'u16', 'f64'] as const
    const { params } = await makeDevice(
      api,
      api.orgId,
      'figures',
      types.map((valueType, at) => ({ valueType, ...(at === 1 && { unitName: 'kWh' }) })),
    )
    ids = params.map(({ id }) => id)
    const [a = 0, b = 0, c = 0] = ids
    await loadRows(api, api.orgId, a, steady(73, 0.1))
    await loadRows(api, api.orgId, b, steady(30, 0.025))
    await loadRows(api, api.orgId, c, [
      [start, 65_530],
      [start + hourMs, 4],
      [start + 1.5 * hourMs, 4],
      [start + 2 * hourMs, 40_000],
      [start + 3 * hourMs, 40_001],
    ])
  })

  test('a day of 25 hours is one day, and hours are as many', async () => {
    const main = branchOf('Main', { value: { paramId: ids[0] ?? 0 } })
    await savedReport(api, [main])
    const { segments, total, coverage } = await chartOf(api, main.id, start, start + 49 * hourMs, 'day')
    assert.deepEqual(
      segments.map(({ from, value, coverage: share }) => [from, value, share]),
      [
        ['2026-10-24T21:00:00.000Z', 10, 1],
        ['2026-10-25T22:00:00.000Z', 9.6, 1],
      ],
    )
    assert.deepEqual([total, coverage], [19.6, 1])
    const hours = await chartOf(api, main.id, start, start + 25 * hourMs, 'hour')
    assert.equal(hours.segments.length, 25)
    assert.ok(hours.segments.every(({ value }) => value === 0.4))
    assert.equal(hours.total, 10)
    const months = await chartOf(api, main.id, start, start + 49 * hourMs, 'month')
    assert.deepEqual([months.segments.length, months.total], [1, 19.6])
    const halves = await chartOf(api, main.id, start, start + hourMs, 'half-hour')
    assert.deepEqual(
      halves.segments.map(({ value }) => value),
      [0.2, 0.2],
    )
  })

  test('missing values are null, and the unmetered rest is shown', async () => {
    const main = branchOf('Main', { value: { paramId: ids[0] ?? 0 } })
    const part = branchOf('Part', { parentBranchId: main.id, value: { paramId: ids[1] ?? 0 } })
    const sum = branchOf('Sum')
    const parts = [0, 1, 3].map((at) =>
      branchOf(`P${at}`, { parentBranchId: sum.id, value: { paramId: ids[at] ?? 0 } }),
    )
    const empty = branchOf('Empty')
    const ratio = branchOf('Ratio', { value: { formula: `#${ids[1]} / #${ids[0]} * 100` } })
    const link = branchOf('Link', { value: { linkId: sum.id } })
    const constant = branchOf('Constant', { value: { formula: '1 / 3' } })
    await savedReport(api, [main, part, sum, ...parts, empty, ratio, link, constant])
    const ask = (id: string) => chartOf(api, id, start, start + 73 * hourMs, 'day')
    const own = await ask(main.id)
    assert.deepEqual(
      own.segments.map(({ value, unmetered }) => [value, unmetered]),
      [
        [10, 7.5],
        // The part was not read until the end of the day.
        [9.6, null],
        [9.6, null],
      ],
    )
    assert.deepEqual([own.total, own.unmetered], [29.2, null])
    const below = await ask(part.id)
    assert.deepEqual(
      below.segments.map(({ value, coverage }) => [value, coverage]),
      [
        [2.5, 1],
        [0.5, 0.208333],
        [null, 0],
      ],
    )
    assert.equal(below.total, 3)
    const together = await ask(sum.id)
    assert.deepEqual(
      together.segments.map(({ value, coverage }) => [value, coverage]),
      [
        [12.5, 0.666667],
        [10.1, 0.402778],
        [9.6, 0.333333],
      ],
    )
    assert.equal(together.total, 32.2)
    assert.deepEqual(await ask(link.id), together)
    const nothing = await ask(empty.id)
    assert.deepEqual(
      nothing.segments.map(({ value, coverage }) => [value, coverage]),
      [
        [null, 0],
        [null, 0],
        [null, 0],
      ],
    )
    assert.equal(nothing.total, null)
    const shares = await ask(ratio.id)
    assert.deepEqual(
      shares.segments.map(({ value }) => value),
      [25, 5.208333333333, null],
    )
    // Shares of the whole span: 3 of 29.2, and a constant of one third.
    assert.equal(shares.total, 10.27397260274)
    assert.equal((await ask(constant.id)).total, 0.333333333333)
  })

  test('an amount that a part counted in a gap is not subtracted on another day', async () => {
    const { params } = await makeDevice(api, api.orgId, 'gap', [{ valueType: 'u32' }, { valueType: 'u32' }])
    const [whole = 0, part = 0] = params.map(({ id }) => id)
    const begin = Date.parse('2026-10-26T22:00:00Z')
    const hours = Array.from({ length: 73 }, (_, at) => at)
    const isGap = (hour: number): boolean => hour > 22 && hour < 49
    await loadRows(
      api,
      api.orgId,
      whole,
      hours.map((hour) => [begin + (hour - 0.5) * hourMs, 12 * hour]),
    )
    await loadRows(
      api,
      api.orgId,
      part,
      hours.filter((hour) => !isGap(hour)).map((hour) => [begin + (hour - 0.5) * hourMs, 6 * hour]),
    )
    const main = branchOf('Main', { value: { paramId: whole } })
    await savedReport(api, [main, branchOf('Part', { parentBranchId: main.id, value: { paramId: part } })])
    const { segments, unmetered } = await chartOf(api, main.id, begin, begin + 72 * hourMs, 'day')
    // The part comes to 132, nothing, and 300: 288 - 300 would be -12 of the last day.
    assert.deepEqual(
      segments.map(({ value, unmetered: rest }) => [value, rest]),
      [
        [288, null],
        [288, null],
        [288, null],
      ],
    )
    assert.equal(unmetered, 432, 'of the whole span both are known')
  })

  test('rollovers count, and impossible readings are excluded', async () => {
    const paramId = ids[2] ?? 0
    const limited = branchOf('Limited', { value: { paramId }, maxPerHour: 100 })
    await savedReport(api, [limited, branchOf('Below', { parentBranchId: limited.id })])
    const data = await chartOf(api, limited.id, start + 1, start + 5 * hourMs, 'hour')
    assert.deepEqual(
      data.segments.map(({ value }) => value),
      [null, 10, null, 1, null],
    )
    assert.equal(data.total, 11)
    const on = new Date(start + 2 * hourMs).toISOString()
    assert.deepEqual(data.setAside, [{ paramId, on, till: on, from: 4, to: 40_000, reason: 'jump' }])
  })

  test('spans that make no sense, or too many segments', async () => {
    const main = branchOf('Main')
    await savedReport(api, [main])
    const path = `/resource-report/branch/${main.id}/chart-data/`
    for (const body of [
      { from: '2026-11-02T00:00:00Z', till: '2026-11-01T00:00:00Z', segment: 'day' },
      { from: '2000-01-01T00:00:00Z', till: '2026-01-01T00:00:00Z', segment: 'hour' },
      { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z', segment: 'week' },
      { from: '2026-11-01T00:00:00Z', segment: 'day' },
    ]) {
      assert.equal((await api.call('viewer', 'POST', path, body)).status, 400, JSON.stringify(body))
    }
    const same = { from: '2026-11-01T00:00:00Z', till: '2026-11-01T00:00:00Z', segment: 'day' }
    const { body } = await api.call('viewer', 'POST', path, same)
    assert.deepEqual(body, { segments: [], total: null, coverage: 0, setAside: [] })
  })

  test('a parameter that is gone leaves no figures', async () => {
    const main = branchOf('Main', { value: { paramId: ids[3] ?? 0 } })
    const below = branchOf('Below', { parentBranchId: main.id, value: { paramId: ids[0] ?? 0 } })
    await savedReport(api, [main, below])
    await api.call('manager', 'POST', '/params/delete/', { paramIds: [ids[3]] })
    assert.equal((await chartOf(api, main.id, start, start + hourMs, 'day')).total, null)
  })

  test('as a table and as a page', async () => {
    const main = branchOf('=<b>Main</b>', { value: { paramId: ids[0] ?? 0 } })
    const part = branchOf('Part, "B"', { parentBranchId: main.id, value: { paramId: ids[1] ?? 0 } })
    const id = await savedReport(api, [part, main], { name: '<script>alert(1)</script>' })
    const query = `from=${new Date(start).toISOString()}&till=${new Date(start + 49 * hourMs).toISOString()}`
    const [from, middle, till] = ['2026-10-25T00:00:00+03:00', '2026-10-26T00:00:00+02:00', '2026-10-27T00:00:00+02:00']
    const [first, second] = ["'=<b>Main</b>", `'=<b>Main</b> / Part, "B"`]
    assert.deepEqual(await csvOf(id, query), [
      [
        'from',
        'till',
        'segment',
        first,
        `${first} (coverage) [%]`,
        `${first} (unmetered)`,
        `${second} [kWh]`,
        `${second} (coverage) [%]`,
      ],
      [from, middle, 'whole', '10', '100', '7.5', '2.5', '100'],
      [middle, till, 'whole', '9.6', '100', '', '0.5', '20.8'],
      ['total', '', '', '19.6', '100', '', '3', '61.2'],
    ])
    const cut = `from=${new Date(start + hourMs).toISOString()}&till=${new Date(start + 49 * hourMs).toISOString()}`
    const states = (await csvOf(id, cut)).map((line) => line[2])
    assert.deepEqual(states, ['segment', 'partial', 'whole', ''])
    const page = await api.call('viewer', 'GET', `/resource-report/${id}/print/?${query}&segment=month`)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    const html = page.body as string
    assert.match(html, /@media print/)
    assert.match(html, /<h1>&#60;script&#62;alert\(1\)&#60;\/script&#62;<\/h1>/)
    assert.doesNotMatch(html, /<script|<b>/)
    assert.match(html, /<td class="level-1">Part, &#34;B&#34;<\/td><td>3<\/td><td>kWh<\/td>/)
    assert.match(html, /Part, &#34;B&#34; \[kWh\]<\/th>/, 'all branches are there by time')
    assert.match(html, /2026-10-25 00:00 \*/, 'a part of a month is marked')
    assert.match(html, /3 <small>61\.2 %<\/small>/)
    assert.match(html, /2026-10-25 00:00 to 2026-10-27 00:00, Europe\/Kyiv/)
    const [head, ...lines] = await csvOf(id, 'segment=day')
    assert.equal(head?.length, 8)
    assert.equal(lines[0]?.[0], '2026-11-01T00:00:00+02:00')
  })
})
