import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReportData, reportBars } from './report-bars.rules.ts'

const names = ['workshop', 'houses', 'schools']
const hour = 3_600_000

test('a branch has one colour, by its order in the report, beside branches of other units too', () => {
  const branch = { level: 0, kind: 'param' as const, coverage: [1], totalCoverage: 1, unitName: 'kWh' }
  const town = { ...branch, branchId: 'town', name: 'town', values: ['100'], total: '100' }
  const { series } = reportBars(
    {
      edges: [0, hour].map((on) => new Date(on).toISOString()),
      isPartial: [false],
      setAside: [],
      branches: [
        town,
        // A branch with another unit has no column but keeps its colour.
        ...names.map((name, at) => ({
          ...branch,
          branchId: name,
          name,
          parentBranchId: 'town',
          unitName: name === 'houses' ? 'm³' : 'kWh',
          values: [String(at + 1)],
          total: String(at + 1),
        })),
      ],
    } as unknown as ReportData,
    town,
    2 * hour,
  )
  const colours = series.filter(({ kind }) => kind === 'branch').map(({ key, colour }) => [key, colour])
  assert.deepEqual(colours, [
    ['workshop', 0],
    ['schools', 2],
  ])
})
