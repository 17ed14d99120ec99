import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BranchNode } from './figures.ts'
import { barsOf } from './use-history.ts'

const hour = 3_600_000
const iso = (at: number): string => new Date(at * hour).toISOString()
const counts = { coverage: 1, sensorsReported: 1, sensorsTotal: 1 }
const part = (branchId: string, energy: number, parts: BranchNode[] = []): BranchNode => ({
  branchId,
  name: branchId,
  figures: { energy, ...counts },
  parts,
})

test('columns are stacked by branch, with what is not metered and what was not read', () => {
  const root = part('site', 100, [part('a', 10), part('b', 40)])
  const branchRanks = new Map([
    ['b', 0],
    ['a', 1],
  ])
  const profile = (branchId: string, energy: (number | null)[]) => ({
    branchId,
    unit: 'kWh',
    energy,
    coverage: [1, 0.25, 0],
  })
  const history = {
    edges: [0, 1, 2, 3].map(iso),
    branches: [
      { ...profile('site', [50, 30, null]), metered: [40, 20, null], unmetered: [10, null, null] },
      profile('a', [5, 5, null]),
      profile('b', [30, 15, null]),
    ],
  }
  const compared = { edges: [], branches: [profile('site', [70, 20, 20])] }
  const setAside = (['jump', 'spike'] as const).map((reason) => ({
    paramId: 1,
    on: iso(0.5),
    till: iso(0.5),
    from: 0,
    to: 1,
    reason,
  }))
  const { series, columns, greatest } = barsOf({ root, branchRanks, history, compared, setAside, now: 1.5 * hour })
  assert.deepEqual(
    series.map(({ key }) => key),
    ['b', 'a', 'own', 'rest', 'unknown'],
  )
  assert.deepEqual(
    columns.map(({ values }) => values),
    [
      [30, 5, 5, 10, null],
      [15, 5, null, null, 10],
      [null, null, null, null, null],
    ],
  )
  // Half of the second hour has elapsed, of which half was read; the third is in the future.
  assert.deepEqual(
    columns.map(({ coverage, isRunning, setAside: count }) => [coverage, isRunning, count]),
    [
      [1, false, 1],
      [0.5, true, 0],
      [null, false, 0],
    ],
  )
  assert.equal(greatest, 70)
})
