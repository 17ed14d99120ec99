import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gapsOf } from './gaps.rules.ts'
import { oddHours, type ReportBranch, type ReportData, reportBars } from './report-bars.rules.ts'
import { readReportSearch, segmentOf, segmentsOf } from './search.rules.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 9, 24, 21)
const edges = [0, 25, 49, 73, 97].map((hours) => new Date(start + hours * 3_600_000).toISOString())
const branch = (name: string, coverage: number[], more: Partial<ReportBranch> = {}): ReportBranch => ({
  branchId: name,
  name,
  level: 0,
  kind: 'param',
  values: ['1', null, '3', '4'],
  coverage,
  total: '8',
  totalCoverage: 0.5,
  ...more,
})
const dataOf = (...branches: ReportBranch[]): ReportData => ({
  name: 'R',
  orgName: 'O',
  timeZone: 'Europe/Kyiv',
  edges,
  isPartial: [false, false, false, false],
  branches,
  setAside: [],
})

describe('gaps of a report', () => {
  test('merges consecutive gaps, names branches together, and ignores a running segment', () => {
    const data = dataOf(
      branch('A', [1, 0, 0.5, 0]),
      branch('B', [1, 0, 0.5, 0]),
      branch('C', [1, 1, 1, 0]),
      branch('S', [0, 0, 0, 0], { kind: 'sum' }),
    )
    const now = Date.parse(edges[3] ?? '') + 1000
    assert.deepEqual(gapsOf(data, now), [
      { names: ['A', 'B'], from: Date.parse(edges[1] ?? ''), till: Date.parse(edges[3] ?? ''), coverage: 0.25 },
    ])
  })

  test('reports a day of 25 hours and nothing else', () => {
    assert.equal(oddHours(start, start + dayMs + 3_600_000, false), 25)
    assert.equal(oddHours(start, start + dayMs, false), null)
    assert.equal(oddHours(start, start + dayMs - 1_800_000, true), null)
    assert.equal(oddHours(start, start + 31 * dayMs, false), null)
  })
})

describe('the chart of a report', () => {
  test('stacks children with the same unit and keeps unknown values apart from zero', () => {
    const data = dataOf(
      branch('A', [1, 0, 1, 1], { unitName: 'kWh', unmetered: ['1', null, '0', '0'] }),
      branch('B', [1, 1, 1, 1], { unitName: 'kWh', parentBranchId: 'A', level: 1 }),
      branch('C', [1, 1, 1, 1], { unitName: 'm³', parentBranchId: 'A', level: 1 }),
    )
    const [root] = data.branches
    assert.ok(root)
    const { series, columns, greatest } = reportBars(data, root, Date.parse(edges[4] ?? ''))
    assert.deepEqual(
      series.map(({ key }) => key),
      ['B', 'rest'],
    )
    assert.deepEqual(columns[0]?.values, [1, 1])
    assert.deepEqual([columns[1]?.total, columns[1]?.coverage], [null, 0])
    assert.equal(greatest, 4)
  })
})

describe('the address of a report', () => {
  test('holds what the page can show, and nothing else', () => {
    const search = { p: 'month', on: '2026-10', by: 'hour', vs: 'year', branch: 'x', evil: 1 }
    const { evil: _, ...known } = search
    assert.deepEqual(readReportSearch(search), known)
    assert.deepEqual(readReportSearch({ p: 'eon', by: 'second', on: {} }), {})
  })

  for (const [from, till, gives] of [
    ['2026-10-01', '2026-10-02', 'hour half-hour'],
    ['2026-10-01', '2026-10-08', 'day hour half-hour'],
    ['2026-10-01', '2026-11-01', 'day hour'],
    ['2026-01-01', '2027-01-01', 'month day'],
    ['2020-01-01', '2027-01-01', 'month'],
  ] as const) {
    test(`${from} to ${till} is cut into ${gives}`, () =>
      assert.equal(segmentsOf({ kind: 'span', from, till }).join(' '), gives))
  }

  test('an invalid segment falls back to the default', () =>
    assert.equal(segmentOf({ kind: 'month', from: '2026-10-01', till: '2026-11-01' }, 'half-hour'), 'day'))
})
