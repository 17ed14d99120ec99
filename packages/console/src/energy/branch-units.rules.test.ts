import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BranchNode, EnergyFigures } from './figures.ts'
import { nodeInUnit, powersTo, profilesInUnit } from './use-history.ts'

const counts = { coverage: 1, sensorsReported: 1, sensorsTotal: 1 }
const node = (branchId: string | null, figures: Partial<EnergyFigures>, parts: BranchNode[] = []): BranchNode => ({
  branchId,
  name: '',
  figures: { energy: null, ...counts, ...figures },
  parts,
})
const profile = (branchId: string | null, unit: string | null, energy: (number | null)[]) => ({
  branchId,
  unit,
  energy,
  coverage: energy.map(() => 1),
})
const profiles = {
  edges: [],
  branches: [
    profile(null, 'kWh', [11.51, null]),
    { ...profile('small', 'Wh', [505, null]), metered: [101, null], unmetered: [404, null] },
    profile('large', 'MWh', [0.007, 1]),
    profile('same', 'kWh', [5, null]),
    profile('gas', 'm³', [3, null]),
    profile('unknown', null, [4, null]),
  ],
}

test('figures of branches are converted to the unit of the branch on screen', () => {
  const powers = powersTo(null, profiles)
  assert.deepEqual(
    [...powers],
    [
      ['small', -3],
      ['large', 3],
    ],
  )
  const below = node('small', { energy: 505, metered: 101, unmetered: null })
  const root = nodeInUnit(node(null, { energy: 11.51 }, [node('gas', { energy: 3 }, [below])]), powers)
  const [gas] = root.parts
  assert.deepEqual([root.figures.energy, gas?.figures.energy], [11.51, 3])
  assert.deepEqual(gas?.parts[0]?.figures, { ...counts, energy: 0.505, metered: 0.101, unmetered: null })
  assert.deepEqual(
    profilesInUnit(profiles, null, powers).branches.map(({ unit, energy }) => [unit, ...energy]),
    [
      ['kWh', 11.51, null],
      ['kWh', 0.505, null],
      ['kWh', 7, 1000],
      ['kWh', 5, null],
      ['m³', 3, null],
      [null, 4, null],
    ],
  )
})

test('figures stay as they are where the unit on screen is unknown or all are the same', () => {
  for (const rootId of ['unknown', 'gas', 'missing']) assert.equal(powersTo(rootId, profiles).size, 0, rootId)
  const one = node(null, { energy: 1 })
  assert.equal(nodeInUnit(one, new Map()), one)
  assert.equal(profilesInUnit(profiles, null, new Map()), profiles)
})
