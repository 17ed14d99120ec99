import { type Decimal, toText } from '@busbar/modbus/decimal'
import { isoTime } from '../../fields/iso-time.ts'
import type { ReportTable } from '../reports/read-table.ts'
import type { BranchRow } from '../reports/reports.sql.ts'
import type { BranchCost, ReportBranch } from '../reports/table.ts'
import { decimalText } from '../tariffs/cost.rules.ts'

const text = (value: Decimal | null): string | null => (value === null ? null : toText(value))
const shareOf = (coverage: number): number => Math.round(coverage * 1e6) / 1e6

const kindOf = ({ paramId, formula, linkId }: BranchRow): 'param' | 'formula' | 'link' | 'sum' => {
  if (paramId !== null) return 'param'
  if (formula !== null) return 'formula'
  return linkId === null ? 'sum' : 'link'
}

const shownBranch = (branch: ReportBranch, cost: BranchCost | undefined) => {
  const { row, name, level, unit, decimals, values, coverages, total, coverage, unmetered } = branch
  return {
    branchId: row.id,
    ...(row.parentId !== null && { parentBranchId: row.parentId }),
    name,
    level,
    kind: kindOf(row),
    ...(unit !== null && unit !== '' && { unitName: unit }),
    ...(decimals != null && { decimals }),
    ...(row.category !== null && { category: row.category }),
    ...(row.borders !== null && { borders: row.borders }),
    values: values.map(text),
    coverage: coverages.map(shareOf),
    ...(unmetered !== null && { unmetered: unmetered.values.map(text), totalUnmetered: text(unmetered.total) }),
    total: text(total),
    totalCoverage: shareOf(coverage),
    ...(cost !== undefined && { cost: shownCost(cost) }),
  }
}

const shownCost = ({ currency, treeNames, amount, co2 }: BranchCost) => ({
  currency,
  treeName: treeNames.join(', '),
  amount: decimalText(amount),
  co2: decimalText(co2),
})

/** Maximum per response. */
const setAsideMax = 1000

/**
 * A report with its figures as a response. `names` of the parameters with excluded readings; IDs only where the caller
 * may see them.
 */
export const reportData = (
  { name, table, edges, isPartial, timeZone }: ReportTable,
  costs: ReadonlyMap<string, BranchCost>,
  names: ReadonlyMap<number, string>,
  isShared: boolean,
) => ({
  name,
  timeZone,
  edges: edges.map(isoTime),
  isPartial: [...isPartial],
  branches: table.map((branch) => shownBranch(branch, costs.get(branch.row.id))),
  setAside: asidesOf(table)
    .slice(0, setAsideMax)
    .map(({ branchId, paramId, on, till, from, to, reason }) => ({
      branchId,
      ...(!isShared && { paramId }),
      name: names.get(paramId) ?? '',
      on: isoTime(on),
      till: isoTime(till),
      from,
      to,
      reason,
    })),
})

/** Each once, at the branch that is nearest to the counter: those above it have the same. */
const asidesOf = (table: readonly ReportBranch[]) => {
  const found = new Map<string, ReportBranch['setAside'][number] & { branchId: string }>()
  for (const { row, setAside } of table) {
    for (const one of setAside) found.set(`${one.paramId} ${one.on} ${one.reason}`, { ...one, branchId: row.id })
  }
  return [...found.values()].toSorted((a, b) => a.on - b.on || a.paramId - b.paramId)
}
