import { type Decimal, toNumber } from '@busbar/modbus/decimal'
import type { SetAsideStep } from '../counters/counter-book.ts'
import { coverageOfAll, type Remainder } from '../sums.rules.ts'
import type { Unit } from '../units.rules.ts'
import { type FigureBook, unitLabel } from './branch-figures.ts'
import type { BranchRow } from './reports.sql.ts'

/** A branch of a report with its figures. */
export interface TableBranch {
  name: string
  /** From 0. */
  level: number
  /** Path with the branches above: `Site / Hall / Press`. */
  path: string
  /** Several with commas between where they differ: then there is no sum. */
  unit: Unit
  /** Digits after the point that are shown; null where not set. */
  decimals?: number | null
  values: (Decimal | null)[]
  /** Share of the time with data, by segment. */
  coverages: number[]
  total: Decimal | null
  coverage: number
  /** Rest of a branch with its own value and branches below. */
  unmetered: Remainder | null
  /** Figures of the comparison period; missing if not requested. */
  before?: { total: Decimal | null; coverage: number }
  /** Cost by the tariff of a tree; missing where there is none. */
  cost?: BranchCost
}

/** Cost of a branch by the tariff of a tree, without fixed costs. */
export interface BranchCost {
  currency: string
  /** Trees whose tariffs are used. */
  treeNames: readonly string[]
  /** Null where a part of the energy has no price. */
  amount: Decimal | null
  /** Null where the tariff does not say. */
  co2: Decimal | null
}

/** A report or a tree with all its figures. */
export interface FigureTable {
  name: string
  table: readonly TableBranch[]
  edges: readonly number[]
  /** For each segment, true if it is cut or has not ended. */
  isPartial: readonly boolean[]
  timeZone: string
  /** Number of excluded readings and steps of counters. */
  setAsideCount: number
  /** The span that it is compared with. */
  before?: { from: number; till: number }
}

/** In which it costs something: one, where its counters stand in trees with the same. */
export const currenciesOf = (table: readonly TableBranch[]): string[] => [
  ...new Set(table.flatMap(({ cost }) => (cost === undefined ? [] : [cost.currency]))),
]

export const isCo2Known = (table: readonly TableBranch[]): boolean =>
  table.some(({ cost }) => (cost?.co2 ?? null) !== null)

/** How much more or less than before, as a share; null where one of them is not known. */
export const changeOf = ({ total, before }: TableBranch): number | null => {
  const [now, then] = [total, before?.total ?? null].map((one) => (one === null ? null : toNumber(one)))
  return now == null || then == null || then === 0 ? null : now / then - 1
}

/** A branch with its stored row. */
export interface ReportBranch extends TableBranch {
  row: BranchRow
  setAside: readonly (SetAsideStep & { paramId: number })[]
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
    const figures = await book.figuresOf(row.id)
    const { values, coverage, total, unmetered } = figures
    const path = above + row.name
    table.push({
      row,
      name: row.name,
      level,
      path,
      unit: unitLabel(figures),
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
