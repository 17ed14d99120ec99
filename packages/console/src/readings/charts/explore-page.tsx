import { linesMax } from '@busbar/charts'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useChartSeries } from '../chart-data/use-chart-series.ts'
import { ParamSearch } from '../values/param-search.tsx'
import { HistoryChart } from './history-chart.tsx'
import { useChartAddress } from './use-chart-control.ts'

/** Values of any devices beside each other. The address names them and what is shown of them, so that it can be shared. */
export const ExplorePage = (): ReactNode => {
  const { charts } = useTexts()
  const control = useChartAddress()
  const { and } = control.search
  const paramIds = useMemo(() => and ?? [], [and])
  const series = useChartSeries(paramIds)
  const show = (ids: readonly number[]): void =>
    control.change({
      and: ids.length === 0 ? undefined : [...ids],
      hide: control.search.hide?.filter((id) => ids.includes(id)),
    })
  const search = (
    <div className="max-w-md">
      <ParamSearch
        label={charts.addValue}
        paramId="many"
        isOffered={({ id, isTracked }) => isTracked && !paramIds.includes(id)}
        isDisabled={paramIds.length >= linesMax}
        onChoose={({ id }) => show([...paramIds, id])}
      />
    </div>
  )
  return (
    <Page title={charts.exploreTitle}>
      {paramIds.length === 0 ? (
        <div className="rounded-card border border-line bg-surface pb-6">
          <EmptyState icon={ChartLine} title={charts.chooseFirst} help={charts.chooseFirstHelp} />
          <div className="mx-auto max-w-md px-4">{search}</div>
        </div>
      ) : series === null ? (
        <ListSkeleton />
      ) : (
        <HistoryChart
          series={series}
          title={series.map(({ name }) => name).join(', ')}
          control={control}
          heightPx={420}
          onRemove={(id) => show(paramIds.filter((one) => one !== id))}
          footer={search}
        />
      )}
    </Page>
  )
}
