import { linesMax } from '@busbar/charts'
import { Link } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useChartSeries } from '../../readings/chart-data/use-chart-series.ts'
import { HistoryChart } from '../../readings/charts/history-chart.tsx'
import { TextTimeline } from '../../readings/charts/text-timeline.tsx'
import { useChartAddress } from '../../readings/charts/use-chart-control.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { CurrentValue } from './current-value.tsx'
import { ParamPage, type ParamTabProps } from './param-page.tsx'

/** The value now, and its past, with others beside it. The address names them, so that it can be shared. */
export const ParamChartPage = (): ReactNode => <ParamPage tab={Chart} />

const Chart = ({ param, info }: ParamTabProps): ReactNode => (
  <>
    <CurrentValue param={param} info={info} />
    {param.valueType === 'string' ? <TextTimeline paramId={param.id} /> : <History param={param} info={info} />}
  </>
)

const History = ({ param, info }: ParamTabProps): ReactNode => {
  const { charts, param: texts } = useTexts()
  const control = useChartAddress()
  const { and } = control.search
  const paramIds = useMemo(() => [...new Set([param.id, ...(and ?? [])])].slice(0, linesMax), [param.id, and])
  const series = useChartSeries(paramIds)
  const others = paramIds.slice(1)
  const show = (ids: readonly number[]): void => control.change({ and: ids.length === 0 ? undefined : [...ids] })
  return (
    <>
      {!param.isTracked && <Notice>{texts.notTracked}</Notice>}
      {series === null ? (
        <ListSkeleton />
      ) : (
        <HistoryChart
          series={series}
          title={`${info.deviceName}: ${series[0]?.name ?? info.name}`}
          control={control}
          fixedId={param.id}
          onRemove={(id) => show(others.filter((one) => one !== id))}
          footer={
            <div className="flex flex-wrap items-end gap-3">
              <div className="min-w-0 flex-1 md:max-w-md">
                <ParamSearch
                  label={texts.add}
                  paramId="many"
                  isOffered={({ id, isTracked }) => isTracked && !paramIds.includes(id)}
                  isDisabled={paramIds.length >= linesMax}
                  onChoose={({ id }) => show([...others, id])}
                />
              </div>
              <Link to="/explore" search={{ ...control.search, and: paramIds }} className={buttonClass()}>
                <ChartLine className="size-4" strokeWidth={1.75} aria-hidden="true" />
                {charts.explore}
              </Link>
            </div>
          }
        />
      )}
    </>
  )
}
