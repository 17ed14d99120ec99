import type { Bars } from '@busbar/charts/bar-model'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { EnergyBars, useSeriesName } from '../figures/energy-bars.tsx'
import { useAmount, useDates } from '../figures/energy-format.ts'
import { type Cadence, cadencesOf, type EnergySearch, type Period } from '../figures/period.rules.ts'
import { Choices } from '../figures/period-bar.tsx'
import type { Profiles } from '../figures.ts'

export interface BarsPanelProps {
  zone: string
  search: EnergySearch
  period: Period
  cadence: Cadence
  query: UseQueryResult<Profiles>
  bars: Bars | null
  unit: string | null
  comparedText: string
}

/** Energy by hours, days, weeks or months, and the same as a table. */
export const BarsPanel = (props: BarsPanelProps): ReactNode => {
  const { zone, search, period, cadence, query, bars, unit, comparedText } = props
  const { energy } = useTexts()
  const navigate = useNavigate({ from: '/energy/$treeId' })
  const all = cadencesOf(period)
  return (
    <Panel
      title={energy.byTime}
      aside={
        all.length > 1 && (
          <Choices
            label={energy.cut}
            all={all}
            value={cadence}
            texts={energy.cadences}
            onChange={(by) => void navigate({ search: { ...search, by } })}
          />
        )
      }
    >
      <Loaded query={query}>
        {() =>
          bars !== null && (
            <>
              <EnergyBars zone={zone} bars={bars} unit={unit} cadence={cadence} comparedText={comparedText} />
              <BarsTable zone={zone} bars={bars} unit={unit} cadence={cadence} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const BarsTable = ({
  zone,
  bars,
  unit,
  cadence,
}: Pick<BarsPanelProps, 'zone' | 'unit' | 'cadence'> & { bars: Bars }): ReactNode => {
  const { energy } = useTexts()
  const { amount, percent } = useAmount()
  const dates = useDates(zone)
  const nameOf = useSeriesName()
  const cell = 'px-2 py-1 text-right whitespace-nowrap'
  return (
    <details className="border-t border-line px-4 py-2 text-sm print:hidden">
      <summary className="cursor-pointer text-quiet">{energy.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrows scroll it */}
      <div className="mt-2 max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={energy.byTime}>
        <table className="w-full text-xs">
          <thead>
            <tr className="border-b border-line text-faint">
              <th scope="col" className="px-2 py-1 text-left font-medium">
                {energy.when}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {unit === null ? energy.total : `${energy.total}, ${unit}`}
              </th>
              {bars.series.map((one) => (
                <th key={one.key} scope="col" className={`${cell} font-medium`}>
                  {nameOf(one)}
                </th>
              ))}
              <th scope="col" className={`${cell} font-medium`}>
                {energy.coverage}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.columns
              .filter(({ coverage }) => coverage !== null)
              .map((column) => (
                <tr key={column.from} className="border-b border-line">
                  <th scope="row" className="px-2 py-1 text-left font-normal whitespace-nowrap">
                    {dates.long(column.from, column.till, cadence)}
                  </th>
                  <td className={`${cell} font-medium`}>{amount(column.total)}</td>
                  {bars.series.map((one, at) => (
                    <td key={one.key} className={cell}>
                      {amount(column.values[at])}
                    </td>
                  ))}
                  <td className={cell}>{percent(column.coverage)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
