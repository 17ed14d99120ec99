import { type ReactNode, useMemo } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { dash, useAmount } from '../figures/energy-format.ts'
import { isThin } from './gaps.rules.ts'
import { numberOf, type ReportBranch, type ReportData } from './report-bars.rules.ts'

export interface TotalsTableProps {
  data: ReportData
  before: ReportData | undefined
  beforeText: string
}

const cell = 'px-3 py-1.5 text-right whitespace-nowrap'

/** Totals of branches beside the compared period, with unaccounted amounts and coverage. */
export const TotalsTable = ({ data, before, beforeText }: TotalsTableProps): ReactNode => {
  const { reports, energy } = useTexts()
  const earlier = new Map(before?.branches.map((branch) => [branch.branchId, branch]))
  const hasRest = data.branches.some(({ totalUnmetered }) => totalUnmetered !== undefined)
  const hasCost = data.branches.some(({ cost }) => cost !== undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys too
    <div className="overflow-x-auto" role="group" aria-label={reports.totals} tabIndex={0}>
      <table className="w-full border-collapse text-sm">
        <thead className="bg-sunken text-xs text-quiet">
          <tr>
            <th scope="col" className="sticky left-0 bg-sunken px-4 py-2 text-left font-medium">
              {reports.branch}
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              {reports.total}
            </th>
            {hasRest && (
              <th scope="col" className={`${cell} font-medium`}>
                {energy.unmetered}
              </th>
            )}
            <th scope="col" className={`${cell} font-medium`}>
              {beforeText}
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              {reports.change}
            </th>
            {hasCost && (
              <>
                <th scope="col" className={`${cell} font-medium`}>
                  {reports.cost}
                </th>
                <th scope="col" className={`${cell} font-medium`}>
                  CO₂
                </th>
              </>
            )}
            <th scope="col" className={`${cell} pr-4 font-medium`}>
              {energy.coverage}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.branches.map((branch) => (
            <TotalRow
              key={branch.branchId}
              branch={branch}
              earlier={earlier.get(branch.branchId)}
              hasRest={hasRest}
              hasCost={hasCost}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TotalRowProps {
  branch: ReportBranch
  earlier: ReportBranch | undefined
  hasRest: boolean
  hasCost: boolean
}

const TotalRow = ({ branch, earlier, hasRest, hasCost }: TotalRowProps): ReactNode => {
  const { percent, amount } = useAmount()
  const figure = useFigure()
  const { name, level, unitName, total, totalUnmetered, totalCoverage, cost } = branch
  const [now, then] = [numberOf(total), numberOf(earlier?.total)]
  const change = now === null || then === null || then === 0 ? null : now / then - 1
  const isPartly = isThin(Math.min(totalCoverage, earlier?.totalCoverage ?? 1))
  return (
    <tr className="border-t border-line">
      <th
        scope="row"
        className="sticky left-0 max-w-60 min-w-36 bg-surface px-4 py-1.5 text-left font-normal break-words"
        style={{ paddingLeft: `${1 + level * 1.1}rem` }}
      >
        <span className={level === 0 ? 'font-medium' : ''}>{name}</span>
      </th>
      <td className={cell}>
        <span className="font-medium">{figure(total, branch)}</span>
        {unitName !== undefined && <span className="ml-1 text-xs text-faint">{unitName}</span>}
      </td>
      {hasRest && <td className={cell}>{totalUnmetered === undefined ? '' : figure(totalUnmetered, branch)}</td>}
      <td className={`${cell} text-quiet`}>{earlier === undefined ? '' : figure(earlier.total, branch)}</td>
      <td className={`${cell} text-quiet`}>
        {change === null || isPartly ? '–' : `${change > 0 ? '▲' : change < 0 ? '▼' : ''} ${percent(Math.abs(change))}`}
      </td>
      {hasCost && (
        <>
          <td className={cell}>{cost === undefined ? '' : amount(numberOf(cost.amount), cost.currency)}</td>
          <td className={cell}>{cost === undefined ? '' : amount(numberOf(cost.co2), 'kg')}</td>
        </>
      )}
      <td className={`${cell} pr-4`}>
        <Coverage share={totalCoverage} />
      </td>
    </tr>
  )
}

/** How much of the time is known; what is little is seen. */
export const Coverage = ({ share }: { share: number }): ReactNode => {
  const { percent } = useAmount()
  // Rounded down: an incomplete share is never shown as 100 %.
  const text = percent(Math.floor(share * 1000 + 1e-6) / 1000)
  return isThin(share) ? (
    <span className="rounded-mark bg-unknown-soft px-1.5 py-0.5 text-unknown-text">{text}</span>
  ) : (
    <span className="text-quiet">{text}</span>
  )
}

/** How a figure of a branch is written: with the decimals that it asks for, without its unit. */
export const useFigure = (): ((value: string | null | undefined, branch: Pick<ReportBranch, 'decimals'>) => string) => {
  const { amount } = useAmount()
  const { decimal } = useFormat()
  return useMemo(
    () => (value, branch) => {
      const { decimals } = branch
      const number = numberOf(value)
      if (number === null) return dash
      return decimals === undefined ? amount(number) : decimal(number, { min: decimals, max: decimals })
    },
    [amount, decimal],
  )
}
