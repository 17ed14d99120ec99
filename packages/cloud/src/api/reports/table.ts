import type { Decimal } from '@busbar/modbus/decimal'
import type { SetAside } from '../../energy/counter-book.ts'
import { coverageOfAll, type Rest } from '../../energy/sums.rules.ts'
import type { Unit } from '../../energy/units.rules.ts'
import type { FigureBook } from './branch-figures.ts'
import type { BranchRow } from './reports.sql.ts'

/** A branch of a report with its figures. */
export interface TableBranch {
  name: string
  /** From 0. */
  level: number
  /** With those above it: `Site / Hall / Press`. */
  path: string
  unit: Unit
  /** Digits after the point that are shown; null where nobody said. */
  decimals?: number | null
  values: (Decimal | null)[]
  /** Of each segment the share of the time with data. */
  coverages: number[]
  total: Decimal | null
  coverage: number
  /** Of a branch that has a value of its own and others below it. */
  unmetered: Rest | null
}

/** A report or a tree with all its figures. */
export interface FigureTable {
  name: string
  table: readonly TableBranch[]
  edges: readonly number[]
  /** Of each segment: was it cut short, or is it not over? */
  isPartial: readonly boolean[]
  timeZone: string
  /** How many readings and steps of counters were set aside. */
  setAsideCount: number
}

/** With the row that it is made of. */
export interface ReportBranch extends TableBranch {
  row: BranchRow
  setAside: readonly (SetAside & { paramId: number })[]
}

/** A report's branches, each followed by those below it. */
export const tableOf = async (
  rows: readonly BranchRow[],
  book: FigureBook,
  edges: readonly number[],
): Promise<ReportBranch[]> => {
  const children = Map.groupBy(rows, ({ parentId }) => parentId)
  const table: ReportBranch[] = []
  const walk = async (row: BranchRow, level: number, above: string): Promise<void> => {
    const { values, coverage, total, unmetered, unit } = await book.figuresOf(row.id)
    const path = above + row.name
    table.push({
      row,
      name: row.name,
      level,
      path,
      unit: row.unit ?? unit,
      decimals: row.decimals,
      values,
      coverages: coverage,
      total,
      coverage: coverageOfAll(coverage, edges),
      unmetered,
      setAside: book.setAsideOf(row.id),
    })
    for (const child of children.get(row.id) ?? []) await walk(child, level + 1, `${path} / `)
  }
  for (const main of children.get(null) ?? []) await walk(main, 0, '')
  return table
}
