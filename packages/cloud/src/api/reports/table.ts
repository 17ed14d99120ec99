import type { Decimal } from '@busbar/modbus/decimal'
import { coverageOfAll, sumOfKnown } from '../../energy/sums.rules.ts'
import type { FigureBook } from './branch-figures.ts'
import type { BranchRow } from './reports.sql.ts'

/** A branch of a report with its figures. */
export interface TableBranch {
  name: string
  /** From 0. */
  level: number
  /** With those above it: `Site / Hall / Press`. */
  path: string
  values: (Decimal | null)[]
  total: Decimal | null
  coverage: number
  /** Of a branch that has a value of its own and others below it. */
  unmetered: { values: (Decimal | null)[]; total: Decimal | null } | null
}

/** A report's branches, each followed by those below it. */
export const tableOf = async (
  rows: readonly BranchRow[],
  book: FigureBook,
  edges: readonly number[],
): Promise<TableBranch[]> => {
  const children = Map.groupBy(rows, ({ parentId }) => parentId)
  const table: TableBranch[] = []
  const walk = async (row: BranchRow, level: number, above: string): Promise<void> => {
    const { values, coverage, unmetered } = await book.figuresOf(row.id)
    const path = above + row.name
    table.push({
      name: row.name,
      level,
      path,
      values,
      total: sumOfKnown(values),
      coverage: coverageOfAll(coverage, edges),
      unmetered: unmetered && { values: unmetered, total: sumOfKnown(unmetered) },
    })
    for (const child of children.get(row.id) ?? []) await walk(child, level + 1, `${path} / `)
  }
  for (const main of children.get(null) ?? []) await walk(main, 0, '')
  return table
}
