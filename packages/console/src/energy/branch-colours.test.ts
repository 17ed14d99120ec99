import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BranchNode } from './figures.ts'
import { rowsOf } from './panels/branch-rows.rules.ts'
import { buildSankey } from './panels/sankey.rules.ts'
import { barsOf } from './use-history.ts'

const names = ['workshop', 'houses', 'schools']
const hour = 3_600_000
const edges = [0, hour].map((on) => new Date(on).toISOString())

const treeWith = (energies: readonly number[]): BranchNode => {
  const part = (branchId: string, energy: number, parts: BranchNode[] = []): BranchNode => ({
    branchId,
    name: branchId,
    figures: { energy, coverage: 1, sensorsReported: 1, sensorsTotal: 1 },
    parts,
  })
  return part(
    'town',
    100,
    names.map((name, at) => part(name, energies[at] ?? 0)),
  )
}

/** Colours by branch, as each part of the page has them. */
const coloursWith = (energies: readonly number[]): ReadonlyMap<string, number | undefined>[] => {
  const root = treeWith(energies)
  const ranks = names.toSorted((a, b) => (energies[names.indexOf(b)] ?? 0) - (energies[names.indexOf(a)] ?? 0))
  const profile = (branchId: string, energy: number) => ({ branchId, unit: 'kWh', energy: [energy], coverage: [1] })
  const energy = barsOf({
    root,
    branchRanks: new Map(ranks.map((name, rank) => [name, rank])),
    history: { edges, branches: [profile('town', 100), ...names.map((name, at) => profile(name, energies[at] ?? 0))] },
    compared: undefined,
    setAside: [],
    now: 2 * hour,
  })
  const byBars = ({ series }: typeof energy) =>
    new Map(series.filter(({ kind }) => kind === 'branch').map(({ key, colour }) => [key, colour]))
  const flows = buildSankey(root, { levels: 1 })?.children ?? []
  const rows = rowsOf(root, () => false, new Map())
  return [
    byBars(energy),
    new Map(flows.flatMap(({ branchId, colour }) => (branchId === null ? [] : [[branchId, colour] as const]))),
    new Map(rows.map(({ part, colour }) => [part.branchId ?? '', colour])),
  ]
}

test('a branch has one colour, by its order in the tree, whichever branch used most', () => {
  for (const energies of [
    [10, 50, 40],
    [80, 15, 5],
  ]) {
    for (const colours of coloursWith(energies)) {
      assert.ok(colours.size >= 2)
      for (const [name, colour] of colours) assert.equal(colour, names.indexOf(name), name)
    }
  }
})
