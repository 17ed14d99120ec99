import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '@busbar/wire'
import { admissionLimits } from '../server/admission/admission.ts'
import { cheapCost } from '../server/gates/admission.ts'
import { contract } from './contract.ts'
import { costsByEndpoint } from './costs.rules.ts'

const dayMs = 86_400_000
const ids = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)
const days = (count: number) => ({ from: new Date(0), till: new Date(count * dayMs) })
const { availability, readings, values, reports, treeEnergy, backTest, nets, transfer } = contract

type Verdict = 'cheap' | 'waits' | 'alone'
const verdictOf = (cost: number): Verdict =>
  cost <= cheapCost ? 'cheap' : cost > admissionLimits.oneMax ? 'alone' : 'waits'

for (const [says, endpoint, input, gives] of [
  ['a widget', values.dashboardData, { paramId: 7 }, 'cheap'],
  [
    'a chart of three parameters and a day',
    readings.minMeanMax,
    { paramIds: ids(3), ...days(1), points: 500 },
    'cheap',
  ],
  ['a chart of a hundred and a month', readings.minMeanMax, { paramIds: ids(100), ...days(30), points: 1000 }, 'waits'],
  ['a chart of a hundred and a year', readings.minMeanMax, { paramIds: ids(100), ...days(365), points: 1000 }, 'alone'],
  ['one parameter of all of time', readings.dispersed, { paramIds: ids(1), ...days(3e6), points: 1000 }, 'waits'],
  ['a thousand of a month', readings.dispersed, { paramIds: ids(1000), ...days(30), points: 1000 }, 'alone'],
  ['the last thousand readings', readings.get, { paramId: 7 }, 'cheap'],
  ['a table of all columns, however long', readings.csv, { paramIds: ids(100), ...days(3650) }, 'waits'],
  ['a table from the beginning', readings.csv, { paramIds: ids(100), till: new Date(0) }, 'waits'],
  ['a report of this month', reports.csv, { till: new Date(0) }, 'waits'],
  ['a branch and a day', reports.chartData, { ...days(1), segment: 'hour' }, 'cheap'],
  ['a tree today', treeEnergy.root, { till: new Date(0) }, 'cheap'],
  ['a tree of a year by quarters', treeEnergy.csv, { ...days(365), cadence: 'quarter-hour' }, 'waits'],
  ['the last segments of a branch', treeEnergy.branchHistory, { cadence: 'day', limit: 1000 }, 'cheap'],
  ['trying out an alert', backTest.run, { conditions: [{}, {}], ...days(92) }, 'waits'],
  ['the strip of a network', availability.net, { days: 30, steps: 30 }, 'waits'],
  ['the strip of a device', availability.device, { days: 30, steps: 30 }, 'cheap'],
  ['a year of a device', availability.device, { days: 366, steps: 96 }, 'cheap'],
  ['all parameters', nets.tree, {}, 'waits'],
  ['a whole organization', transfer.export, {}, 'waits'],
] as const) {
  test(`${says}: ${gives}`, () => {
    const costOf = costsByEndpoint.get(endpoint)
    assert.ok(costOf)
    assert.equal(verdictOf(costOf(input)), gives, `${costOf(input)}`)
  })
}

test('every read that takes more from a quota, or gives a table, has a cost here', () => {
  const all: Endpoint[] = Object.values(contract).flatMap((resource) => Object.values<Endpoint>(resource))
  const isTable = ({ produces }: Endpoint): boolean => produces !== undefined && /csv|html/.test(produces)
  const dear = all.filter((endpoint) => endpoint.method === 'GET' && ((endpoint.cost ?? 1) > 1 || isTable(endpoint)))
  const missing = dear.filter((endpoint) => !costsByEndpoint.has(endpoint)).map(({ path }) => path)
  // A template has few parameters.
  assert.deepEqual(missing, ['/template/:templateId/export-csv/'])
})
