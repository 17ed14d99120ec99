import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { type ChartSeries, colourOf } from '../../../charts/data/chart-series.ts'
import { LivePoints } from '../../../charts/data/live-points.ts'
import { useHistory } from '../../../charts/data/use-history.ts'
import { Plot } from '../../../charts/plot/plot.tsx'
import { viewOf } from '../../../charts/view.rules.ts'
import { useNow } from '../../../format/use-now.ts'
import { useLanguage } from '../../../state/preferences.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { errorText } from '../../../ui/feedback/error-text.ts'
import { refKey, type ValueRef, type WidgetOf } from '../values/board.ts'
import { useBoardSource, useBoardValue } from '../values/board-context.tsx'
import type { BoardValue, BoardValues } from '../values/board-values.ts'
import { MissingValue, missingOf } from './missing-value.tsx'
import { usePlaceText } from './place-text.ts'
import { ShownValue } from './shown-value.tsx'
import { useHeight } from './use-height.ts'
import { WidgetFrame } from './widget-frame.tsx'

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

/** What is known of the lines; the same while only their values change. */
const useSeries = (values: BoardValues, refs: readonly ValueRef[]): readonly ChartSeries[] => {
  const answer = useSyncExternalStore(values.subscribe, () => values.answer)
  const placeText = usePlaceText()
  return useMemo(
    () =>
      refs.flatMap((ref) => {
        const one = values.of(ref)
        return one === undefined || one.param.valueType === 'string' ? [] : [seriesOf(one, placeText(one))]
      }),
    // The answer says all about values but what they are now.
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
const nothing = (): void => {}

const Lines = ({ series, title }: { series: readonly ChartSeries[]; title: string }): ReactNode => {
  const texts = useTexts()
  const language = useLanguage()
  const { range } = useBoardSource()
  const [live] = useState(() => new LivePoints())
  const [widthPx, setWidthPx] = useState(0)
  const [box, heightPx] = useHeight()
  const now = Math.max(useNow(), live.latest)
  const view = useMemo(() => viewOf(range, now), [range, now])
  const { data, lines, isLoading, error } = useHistory(series, view, widthPx, live)
  const isEmpty = !isLoading && error === null && lines.every(({ values }) => values.every((value) => value === null))
  return (
    <div
      ref={box}
      role="img"
      aria-label={texts.dashboards.chartOf(title, series.map(({ name }) => name).join(', '))}
      className="relative -mx-1.5 min-h-24 flex-1 overflow-hidden"
    >
      {heightPx > 0 && (
        <Plot
          series={series}
          data={data}
          view={view}
          language={language}
          heightPx={Math.max(plotPxMin, heightPx)}
          onWidth={setWidthPx}
          onPan={nothing}
          onZoom={nothing}
          onCursor={nothing}
        />
      )}
      {(isLoading || isEmpty || error !== null) && (
        <p className="pointer-events-none absolute inset-x-4 top-6 text-center text-sm text-quiet">
          {error !== null ? errorText(texts, error) : isLoading ? texts.common.loading : texts.charts.nothing}
        </p>
      )}
    </div>
  )
}

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
