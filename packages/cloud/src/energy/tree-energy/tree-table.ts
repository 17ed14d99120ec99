import { type Decimal, round } from '@busbar/modbus/decimal'
import type { TableBranch } from '../reports/table.ts'
import type { ExactSums } from '../stored/exact-sums.ts'
import type { Tally } from '../stored/tally.ts'
import { sumOfAll, sumOfKnown } from '../sums.rules.ts'
import type { Conversion } from '../trees/conversion.rules.ts'
import { byId, pathToRoot } from '../trees/tree.rules.ts'
import { unitsOfBranches } from '../trees/tree-units.rules.ts'
import type { StoredTree } from '../trees/trees.sql.ts'
import type { Unit } from '../units.rules.ts'
import type { TreeTallies } from './read-tallies.ts'

/** Decimals of a table's figures: energy of power has no end of them. */
const decimalPlaces = 6
/** A page is indented no further. */
const levelMax = 4

/** A tree as a table: the whole, then its branches, each followed by those below it. */
export const treeTable = (
  tree: Pick<StoredTree, 'name' | 'branches' | 'sensors'>,
  { tallies, quarterCounts }: TreeTallies,
  units: ReadonlyMap<number, Unit>,
  conversion: Conversion | null = null,
): TableBranch[] => {
  const { name, branches } = tree
  const branchesById = byId(branches)
  const children = Map.groupBy(branches, ({ parentId }) => parentId)
  const branchUnits = unitsOfBranches(tree, units, conversion)
  const table: TableBranch[] = []
  const addBranch = (id: string | null, title: string, path: string, level: number): void => {
    const tally = tallies.get(id)
    if (tally === undefined) return
    const unit = branchUnits.get(id) ?? null
    table.push({ name: title, path, level: Math.min(level, levelMax), unit, ...figuresOf(tally, quarterCounts) })
    for (const child of children.get(id) ?? []) {
      const names = pathToRoot(branchesById, child.id).map((branch) => branch.name)
      addBranch(child.id, child.name, names.toReversed().join(' / '), level + 1)
    }
  }
  addBranch(null, name, name, 0)
  return table
}

const figuresOf = (tally: Tally, quarterCounts: Int32Array) => {
  const rounded = (value: Decimal | null): Decimal | null => (value === null ? null : round(value, decimalPlaces))
  const valuesOf = (sums: ExactSums): (Decimal | null)[] => Array.from(quarterCounts, (_, at) => rounded(sums.at(at)))
  const values = valuesOf(tally.energy)
  const unmetered = Array.from(quarterCounts, (quarterCount, at) => rounded(tally.unmeteredAt(at, quarterCount)))
  const steps = quarterCounts.reduce((sum, one) => sum + one, 0)
  const covered = quarterCounts.reduce((sum, count, at) => sum + tally.coverageOf(at, count) * count, 0)
  return {
    values,
    coverages: Array.from(quarterCounts, (quarterCount, at) => tally.coverageOf(at, quarterCount)),
    total: sumOfKnown(values),
    coverage: steps === 0 ? 0 : covered / steps,
    unmetered: tally.metered === null ? null : { values: unmetered, total: sumOfAll(unmetered) },
  }
}
