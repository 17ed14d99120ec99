import { type Decimal, round, subtract } from '@busbar/modbus/decimal'
import { sumOfKnown } from '../../energy/sums.rules.ts'
import type { TableBranch } from '../reports/table.ts'
import type { ExactSums } from './exact-sums.ts'
import type { TreeTallies } from './read-tallies.ts'
import type { Tally } from './tally.ts'
import { byId, lineOf } from './tree.rules.ts'
import type { StoredTree } from './trees.sql.ts'

/** Decimals of a table's figures: energy of power has no end of them. */
const places = 6
/** A page is indented no further. */
const levelMax = 4

/** A tree as a table: the whole, then its branches, each followed by those below it. */
export const treeTable = (
  { name, branches }: Pick<StoredTree, 'name' | 'branches'>,
  { tallies, stepCounts }: TreeTallies,
): TableBranch[] => {
  const lines = byId(branches)
  const children = Map.groupBy(branches, ({ parentId }) => parentId)
  const table: TableBranch[] = []
  const put = (id: string | null, title: string, path: string, level: number): void => {
    const tally = tallies.get(id)
    if (tally === undefined) return
    table.push({ name: title, path, level: Math.min(level, levelMax), ...figuresOf(tally, stepCounts) })
    for (const child of children.get(id) ?? []) {
      const names = lineOf(lines, child.id).map((branch) => branch.name)
      put(child.id, child.name, names.toReversed().join(' / '), level + 1)
    }
  }
  put(null, name, name, 0)
  return table
}

const figuresOf = ({ energy, metered, covered, sourceCount }: Tally, stepCounts: Int32Array) => {
  const valuesOf = (sums: ExactSums): (Decimal | null)[] =>
    Array.from(stepCounts, (_, at) => {
      const value = sums.at(at)
      return value === null ? null : round(value, places)
    })
  const values = valuesOf(energy)
  const rest = metered === null ? null : differences(values, valuesOf(metered))
  const sum = (all: Int32Array): number => all.reduce((total, one) => total + one, 0)
  const stepCount = sum(stepCounts) * sourceCount
  return {
    values,
    total: sumOfKnown(values),
    coverage: stepCount === 0 ? 0 : sum(covered) / stepCount,
    unmetered: rest && { values: rest, total: sumOfKnown(rest) },
  }
}

const differences = (values: readonly (Decimal | null)[], parts: readonly (Decimal | null)[]): (Decimal | null)[] =>
  values.map((value, at) => {
    const part = parts[at] ?? null
    return value === null || part === null ? null : subtract(value, part)
  })
