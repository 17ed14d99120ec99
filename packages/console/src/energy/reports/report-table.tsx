import { at } from '@busbar/kit/at'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useDates } from '../figures/energy-format.ts'
import { isGapAt } from './gaps.rules.ts'
import { isLoss, oddHours, type ReportBranch, type ReportData } from './report-bars.rules.ts'
import type { Segment } from './search.rules.ts'
import { Coverage, useFigure } from './totals-table.tsx'

export interface ReportTableProps {
  data: ReportData
  zone: string
  segment: Segment
  now: number
  /** Some of the branches, where a page has no room for all. */
  branches?: readonly ReportBranch[]
}

/** Maximum number of drawn rows; the workbook contains all. */
const linesMax = 800
const gapClass =
  'bg-[repeating-linear-gradient(45deg,var(--unknown-soft)_0_5px,color-mix(in_srgb,var(--unknown)_30%,transparent)_5px_6px)] print:[print-color-adjust:exact]'

/** Branches over time. Incomplete values are hatched; an unknown value is a dash, not zero. */
export const ReportTable = ({ data, zone, segment, now, branches = data.branches }: ReportTableProps): ReactNode => {
  const { reports } = useTexts()
  const figure = useFigure()
  const edges = data.edges.map((edge) => Date.parse(edge))
  const rows = edges.slice(1, linesMax + 1).map((till, index) => ({ from: at(edges, index), till, index }))
  const losses = data.setAside.filter(isLoss)
  const marksAt = (branchId: string, from: number, till: number): number[] =>
    losses.flatMap((one, index) => {
      const on = Date.parse(one.on)
      return one.branchId === branchId && on >= from && on < till ? [index + 1] : []
    })
  const isSet = rows.some(({ from, till, index }) => oddHours(from, till, data.isPartial[index] === true) !== null)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keys too */}
      <div className="overflow-x-auto" role="group" aria-label={reports.byTime[segment]} tabIndex={0}>
        <table className="w-full border-collapse text-sm print:text-[8pt]">
          <thead className="bg-sunken text-xs text-quiet">
            <tr>
              <th scope="col" className="sticky left-0 bg-sunken px-4 py-2 text-left align-bottom font-medium">
                {reports.when[segment]}
              </th>
              {branches.map(({ branchId, name, unitName, kind }) => (
                <th key={branchId} scope="col" className="px-3 py-2 text-right align-bottom font-medium">
                  <span className="block break-words" style={{ minWidth: `${Math.min(14, name.length)}ch` }}>
                    {name}
                    {kind === 'formula' && (
                      <i className="ml-1 text-faint" title={reports.formula}>
                        ƒ
                      </i>
                    )}
                  </span>
                  <span className="block font-normal text-faint">{unitName ?? '\u00a0'}</span>
                </th>
              ))}
              <th scope="col" className="px-3 py-2 pr-4 text-right align-bottom font-medium">
                {reports.data}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ from, till, index }) => (
              <Line
                key={till}
                zone={zone}
                segment={segment}
                from={from}
                till={till}
                isPartial={data.isPartial[index] === true}
                coverage={from > now ? null : least(branches, index)}
              >
                {branches.map((branch) => (
                  <td
                    key={branch.branchId}
                    className={`px-3 py-1 text-right whitespace-nowrap ${isGapAt(branch, index, till, now) ? gapClass : ''}`}
                  >
                    {from > now ? '' : figure(branch.values[index], branch)}
                    {marksAt(branch.branchId, from, till).map((mark) => (
                      <sup key={mark} className="ml-0.5 font-semibold text-warning-text">
                        {mark}
                      </sup>
                    ))}
                  </td>
                ))}
              </Line>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t-2 border-line-strong font-semibold">
              <th scope="row" className="sticky left-0 bg-surface px-4 py-2 text-left">
                {reports.total}
              </th>
              {branches.map((branch) => (
                <td key={branch.branchId} className="px-3 py-2 text-right whitespace-nowrap">
                  {figure(branch.total, branch)}
                </td>
              ))}
              <td className="px-3 py-2 pr-4 text-right">
                <Coverage share={Math.min(1, ...branches.map(({ totalCoverage }) => totalCoverage))} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {(isSet || edges.length - 1 > linesMax) && (
        <p className="px-4 py-3 text-xs text-quiet">
          {isSet && reports.clocksSet}{' '}
          {edges.length - 1 > linesMax && reports.onlyFirst({ shown: linesMax, all: edges.length - 1 })}
        </p>
      )}
    </>
  )
}

const least = (branches: readonly ReportBranch[], index: number): number =>
  Math.min(1, ...branches.map(({ coverage }) => at(coverage, index)))

interface LineProps {
  zone: string
  segment: Segment
  from: number
  till: number
  isPartial: boolean
  /** Null of the future. */
  coverage: number | null
  children: ReactNode
}

const Line = ({ zone, segment, from, till, isPartial, coverage, children }: LineProps): ReactNode => {
  const { reports } = useTexts()
  const dates = useDates(zone)
  const hours = oddHours(from, till, isPartial)
  const isWeekend = segment === 'day' && dates.isWeekend(from)
  const name = segment === 'half-hour' ? dates.long(from, till, 'hour') : dates.long(from, till, segment)
  return (
    <tr className={`border-t border-line ${isWeekend ? 'bg-sunken' : ''}`} data-hours={hours ?? undefined}>
      <th
        scope="row"
        className={`sticky left-0 px-4 py-1 text-left font-normal whitespace-nowrap ${isWeekend ? 'bg-sunken' : 'bg-surface'}`}
      >
        {name}
        {hours !== null && <span className="ml-1.5 text-xs text-info-text">{reports.hours({ count: hours })}</span>}
        {isPartial && <span className="ml-1.5 text-xs text-faint">{reports.partly}</span>}
      </th>
      {children}
      <td className="px-3 py-1 pr-4 text-right">{coverage !== null && <Coverage share={coverage} />}</td>
    </tr>
  )
}
