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
  /** With those above it: `Site / Hall / Press`. */
  path: string
  /** Several with commas between where they differ: then there is no sum. */
  unit: Unit
  /** Digits after the point that are shown; null where not set. */
  decimals?: number | null
  values: (Decimal | null)[]
  /** Of each segment the share of the time with data. */
  coverages: number[]
  total: Decimal | null
  coverage: number
  /** Of a branch that has a value of its own and others below it. */
  unmetered: Remainder | null
  /** What it came to in the span that it is compared with; missing where not asked for. */
  before?: { total: Decimal | null; coverage: number }
  /** By the tariff of a tree; missing where there is none. */
  cost?: BranchCost
}

/** What a branch costs by the tariff of a tree, without its fixed part. */
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
  /** Of each segment: was it cut short, or is it not over? */
  isPartial: readonly boolean[]
  timeZone: string
  /** How many readings and steps of counters were set aside. */
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

/** With the row that it is made of. */
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
