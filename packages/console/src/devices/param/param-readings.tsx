import type { ChartSeries } from '@busbar/charts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useOwnZone } from '../../data/state/preferences.ts'
import { useChartSeries } from '../../readings/chart-data/use-chart-series.ts'
import { CsvButton } from '../../readings/charts/csv-button.tsx'
import { exactValue } from '../../readings/charts/shown-value.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { reasonText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { Value } from '../../ui/layout/value.tsx'
import { ParamPage, type ParamTabProps } from './param-page.tsx'
import { type ReadingRow, readingRows } from './param-readings.rules.ts'

/** Every reading of a parameter as it was recorded, and every one that failed. */
export const ParamReadingsPage = (): ReactNode => <ParamPage tab={Readings} />

const onPage = 100
/** The newest page is asked again as often. */
const refetchMs = 30_000

const Readings = ({ param }: ParamTabProps): ReactNode => {
  const zone = useOwnZone()
  const { charts, param: texts } = useTexts()
  const { time } = useFormat()
  const { till } = useSearch({ from: '/shell/params/$id/readings' })
  const isNewest = till === undefined
  const paramIds = useMemo(() => [param.id], [param.id])
  const series = useChartSeries(paramIds)
  const readings = useQuery({
    ...apiQuery('readings', 'get', {
      paramId: param.id,
      pointsLimit: onPage,
      ...(till !== undefined && { till: new Date(till) }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isNewest ? refetchMs : false,
  })
  const oldest = readings.data?.[0]?.[0]
  const gaps = useQuery({
    ...apiQuery('readings', 'gaps', { paramIds, from: new Date(oldest ?? 0), till: new Date(till ?? endOfTime) }),
    enabled: oldest !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: isNewest ? refetchMs : false,
  })
  const range = useQuery(apiQuery('readings', 'dateRange', { paramIds }))
  const all = range.data !== undefined && 'min' in range.data ? range.data : undefined
  const [one] = series ?? []
  if (param.valueType === 'string') {
    return (
      <Panel title={texts.readings}>
        <EmptyState title={texts.notDrawn} help={texts.readingsOfText} />
      </Panel>
    )
  }
  const rows = readingRows(readings.data ?? [], gaps.data?.[param.id] ?? [], isNewest)
  const newest = readings.data?.at(-1)?.[0]
  return (
    <Panel
      title={texts.readings}
      aside={
        one !== undefined &&
        all !== undefined && (
          <CsvButton series={[one]} view={{ from: Date.parse(all.min), till: Date.parse(all.max) }} />
        )
      }
    >
      <Loaded query={readings}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={texts.readingsNone} help={texts.readingsNoneHelp} />
          ) : (
            <>
              <RowsTable rows={rows} series={one} />
              <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 text-sm">
                <span className="text-quiet">
                  {oldest !== undefined &&
                    newest !== undefined &&
                    charts.spanShown({ from: time(oldest), till: time(newest), zone })}
                </span>
                <nav aria-label={texts.readings} className="flex gap-2">
                  {!isNewest && (
                    <Link to="/params/$id/readings" params={{ id: param.id }} search={{}} className={buttonClass()}>
                      {texts.newer}
                    </Link>
                  )}
                  {oldest !== undefined && all !== undefined && oldest > all.min && (
                    <Link
                      to="/params/$id/readings"
                      params={{ id: param.id }}
                      search={{ till: new Date(Date.parse(oldest) - 1).toISOString() }}
                      className={buttonClass()}
                    >
                      {texts.older}
                    </Link>
                  )}
                </nav>
              </div>
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const endOfTime = '9999-12-31T00:00:00Z'

const RowsTable = ({ rows, series }: { rows: readonly ReadingRow[]; series: ChartSeries | undefined }): ReactNode => {
  const { param: texts } = useTexts()
  const { time } = useFormat()
  return (
    <table className="w-full border-collapse text-sm" aria-label={texts.readings}>
      <thead>
        <tr className="h-8.5 border-y border-line bg-sunken text-left text-xs text-faint">
          <th scope="col" className="w-2/5 px-4 font-medium">
            {texts.time}
          </th>
          <th scope="col" className="w-1/5 px-3 text-right font-medium">
            {texts.value}
          </th>
          <th scope="col" className="px-4 font-medium">
            {texts.quality}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.kind} ${row.on}`} className="border-b border-line last:border-b-0 hover:bg-hover">
            <td className="px-4 py-1.5 align-baseline">
              <time dateTime={row.on} title={row.on}>
                {row.kind === 'gap' && row.from !== row.on ? `${time(row.from)} – ${time(row.on)}` : time(row.on)}
              </time>
            </td>
            <td className="px-3 py-1.5 text-right align-baseline whitespace-nowrap">
              <Cell row={row} series={series} />
            </td>
            <td className="px-4 py-1.5 align-baseline">
              <Quality row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Cell = ({ row, series }: { row: ReadingRow; series: ChartSeries | undefined }): ReactNode => {
  const format = useFormat()
  if (row.kind === 'gap') return '—'
  return <Value text={series === undefined ? format.number(row.value) : exactValue(series, row.value, format)} />
}

const Quality = ({ row }: { row: ReadingRow }): ReactNode => {
  const texts = useTexts()
  if (row.kind === 'value') return <span className="text-quiet">{texts.param.good}</span>
  return (
    <StateMark tone={row.reason === 'Paused' ? 'muted' : 'unknown'}>
      {reasonText(texts, row.reason)}
      {row.polls > 0 && ` · ${texts.param.gapPolls({ count: row.polls })}`}
    </StateMark>
  )
}
