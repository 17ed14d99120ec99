import { type ChartSeries, colourOf } from '@busbar/charts'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { HistoryChart } from '../../readings/charts/history-chart.tsx'
import { useOwnChart } from '../../readings/charts/use-chart-control.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { BoardTime } from '../board.rules.ts'
import { refKey, type ValueRef, type WidgetOf } from '../values/board.ts'
import { useBoardSource, useBoardValue } from '../values/board-context.tsx'
import type { BoardValue, BoardValues } from '../values/board-values.ts'
import { MissingValue, missingOf, ShownValue, useDeviceText, WidgetFrame } from './widget-frame.tsx'

/** The history of values, as long as the whole board shows; below it what each line is, and its value now. */
export const ChartWidget = ({ widget }: { widget: WidgetOf<'chart'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { values } = useBoardSource()
  // Lines at the left come first: the first axis is there.
  const refs = useMemo(
    () => widget.settings.values.toSorted((a, b) => a.axis.localeCompare(b.axis)).map(({ value }) => value),
    [widget.settings.values],
  )
  const series = useSeries(values, refs)
  return (
    <WidgetFrame title={widget.title || dashboards.kinds.chart}>
      <Lines series={series} title={widget.title || dashboards.kinds.chart} />
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 pt-1 text-xs text-quiet">
        {refs.map((ref) => (
          <Line key={refKey(ref)} value={ref} series={series} />
        ))}
      </ul>
    </WidgetFrame>
  )
}

/** Returns the lines; the same object while only values change. */
const useSeries = (values: BoardValues, refs: readonly ValueRef[]): readonly ChartSeries[] => {
  const answer = useSyncExternalStore(values.subscribe, () => values.answer)
  const deviceText = useDeviceText()
  return useMemo(
    () =>
      refs.flatMap((ref) => {
        const one = values.of(ref)
        return one === undefined || one.param.valueType === 'string' ? [] : [seriesOf(one, deviceText(one))]
      }),
    // The answer contains everything except current values.
    [answer, refs],
  )
}

const seriesOf = ({ param }: BoardValue, place: string | undefined): ChartSeries => ({
  paramId: param.paramId,
  deviceId: param.deviceId,
  name: place === undefined ? param.name : `${place}: ${param.name}`,
  unit: param.unitName,
  resolution: param,
  isStepped: param.valueType === 'bit' || param.states !== undefined,
  labels: param.states,
})

const plotPxMin = 80

/** Each shows what the board shows, until it is opened. */
const Lines = ({ series, title }: { series: readonly ChartSeries[]; title: string }): ReactNode => {
  const { time } = useBoardSource()
  const [box, heightPx] = useHeight()
  return (
    <div ref={box} className="-mx-1.5 min-h-24 flex-1 overflow-hidden">
      {heightPx > 0 && (
        <BoardChart
          key={JSON.stringify(time)}
          time={time}
          series={series}
          title={title}
          heightPx={Math.max(plotPxMin, heightPx)}
        />
      )}
    </div>
  )
}

interface BoardChartProps {
  time: BoardTime
  series: readonly ChartSeries[]
  title: string
  heightPx: number
}

const BoardChart = ({ time, ...chart }: BoardChartProps): ReactNode => (
  <HistoryChart {...chart} variant="bare" control={useOwnChart(time)} />
)

const Line = ({ value, series }: { value: ValueRef; series: readonly ChartSeries[] }): ReactNode => {
  const one = useBoardValue(value)
  if (one === undefined) {
    return (
      <li>
        <MissingValue missing={missingOf(value)} />
      </li>
    )
  }
  const line = series.findIndex(({ paramId }) => paramId === one.param.paramId)
  return (
    <li className="flex items-baseline gap-1.5">
      <span
        aria-hidden="true"
        className="h-0.75 w-3.5 shrink-0 -translate-y-0.5 rounded-full"
        style={{ background: line < 0 ? 'none' : `var(${colourOf(line)})` }}
      />
      <span>
        {series[line]?.name ?? one.param.name} <ShownValue one={one} className="text-ink" />
      </span>
    </li>
  )
}

/** How high a box is: drawings are as high as the room that is left to them. */
const useHeight = (): [RefObject<HTMLDivElement | null>, number] => {
  const box = useRef<HTMLDivElement>(null)
  const [heightPx, setHeightPx] = useState(0)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const watch = new ResizeObserver(() => setHeightPx(element.clientHeight))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [box, heightPx]
}
