import { linesMax } from '@busbar/charts'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useChartSeries } from '../../readings/chart-data/use-chart-series.ts'
import { HistoryChart } from '../../readings/charts/history-chart.tsx'
import { useChartAddress } from '../../readings/charts/use-chart-control.ts'
import { ParamSearch } from '../../readings/values/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { firstNumbers } from './first-values.tsx'

/** Number of proposed lines. */
const proposed = 4

/** History of the device's first values, or of those in the address. */
export const ChartTab = (): ReactNode => {
  const { id: deviceId } = useParams({ from: '/shell/devices/$id' })
  const params = useQuery(apiQuery('devices', 'params', { deviceId }))
  const search = useSearch({ from: '/shell/devices/$id/chart' })
  const first = useMemo(() => firstNumbers(params.data ?? [], proposed).map(({ id }) => id), [params.data])
  return (
    <Loaded query={params}>
      {(all) => {
        const chosen = search.and?.filter((id) => all.some((one) => one.id === id)) ?? first
        return <Chart deviceId={deviceId} paramIds={chosen} />
      }}
    </Loaded>
  )
}

const Chart = ({ deviceId, paramIds }: { deviceId: number; paramIds: readonly number[] }): ReactNode => {
  const { charts, device } = useTexts()
  const control = useChartAddress()
  const series = useChartSeries(paramIds)
  const show = (ids: readonly number[]): void => control.change({ and: [...ids] })
  return (
    <Panel title={charts.history}>
      {paramIds.length === 0 ? (
        <EmptyState icon={ChartLine} title={device.nothingToDraw} help={device.nothingToDrawHelp} />
      ) : series === null ? (
        <ListSkeleton />
      ) : (
        <HistoryChart
          key={deviceId}
          series={series}
          control={control}
          onRemove={paramIds.length > 1 ? (id) => show(paramIds.filter((one) => one !== id)) : undefined}
        />
      )}
      {paramIds.length < linesMax && (
        <div className="max-w-sm px-4 pb-4">
          <ParamSearch
            label={device.addLine}
            paramId="many"
            isOffered={(choice) => choice.deviceId === deviceId && choice.isTracked && !paramIds.includes(choice.id)}
            onChoose={({ id }) => show([...paramIds, id])}
          />
        </div>
      )}
    </Panel>
  )
}
