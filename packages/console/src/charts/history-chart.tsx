import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useFormat, zone } from '../format/use-format.ts'
import { useNow } from '../format/use-now.ts'
import { useLanguage } from '../state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { errorText } from '../ui/feedback/error-text.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ChartTip } from './chart-tip.tsx'
import { CsvButton } from './csv-button.tsx'
import type { ChartSeries } from './data/chart-series.ts'
import { LivePoints } from './data/live-points.ts'
import { useHistory } from './data/use-history.ts'
import { Legend, useLegend } from './legend.tsx'
import { Plot } from './plot/plot.tsx'
import { SpanBar } from './span-bar.tsx'
import { ValuesTable } from './values-table.tsx'
import { panned, spans, type TimeRange, viewOf, zoomed } from './view.rules.ts'

export interface HistoryChartProps {
  /** The same array while nothing changes. */
  series: readonly ChartSeries[]
  heightPx?: number
  /** How much is shown at first: a day, if nothing is said. */
  spanMs?: number
  onRemove?: ((paramId: number) => void) | undefined
  /** The line that stays. */
  fixedId?: number | undefined
}

/** The past of some parameters, and the present as it comes. */
export const HistoryChart = ({
  series,
  heightPx = 320,
  spanMs = spans.day,
  onRemove,
  fixedId,
}: HistoryChartProps): ReactNode => {
  const texts = useTexts()
  const { charts, common } = texts
  const { time } = useFormat()
  const hintId = useId()
  const language = useLanguage()
  const [live] = useState(() => new LivePoints())
  const [range, setRange] = useState<TimeRange>({ spanMs, till: null })
  const [widthPx, setWidthPx] = useState(0)
  const [cursor, setCursor] = useState<number | null>(null)
  const [cursorPx, setCursorPx] = useState(0)
  const now = Math.max(useNow(), live.latest)
  const view = useMemo(() => viewOf(range, now), [range, now])
  const history = useHistory(series, view, widthPx, live)
  const { data, isLoading, error } = history
  const lines = useLegend(series, history, view, cursor)
  const moment = (ms: number): string => time(new Date(ms).toISOString())
  const at = cursor === null ? undefined : data[0][cursor]
  const press = (event: KeyboardEvent): void => {
    const next = keyed(event.key, range, now)
    if (next === null || event.target !== event.currentTarget) return
    event.preventDefault()
    setRange(next)
  }
  const isEmpty = !isLoading && error === null && lines.every(({ lowest }) => lowest === null)
  return (
    <div className="min-w-0">
      <SpanBar range={range} now={now} onRange={setRange} />
      {error !== null && (
        <Notice tone="critical">
          <p>{errorText(texts, error)}</p>
          <Button className="mt-2" onClick={history.again}>
            {common.retry}
          </Button>
        </Notice>
      )}
      <div
        role="group"
        tabIndex={0}
        aria-label={charts.history}
        aria-describedby={hintId}
        onKeyDown={press}
        className="relative px-2"
      >
        <Plot
          series={series}
          data={data}
          view={view}
          language={language}
          heightPx={heightPx}
          onWidth={setWidthPx}
          onPan={(ms) => setRange((old) => panned(old, ms, now))}
          onZoom={(factor, on) => setRange((old) => zoomed(old, factor, on, now))}
          onCursor={(index, leftPx) => {
            setCursor(index)
            setCursorPx(leftPx)
          }}
        />
        {cursor !== null && at !== undefined && (
          <ChartTip series={series} data={data} place={cursor} leftPx={cursorPx} widthPx={widthPx} when={moment(at)} />
        )}
        {(isEmpty || isLoading) && (
          <p role="status" className="pointer-events-none absolute inset-x-4 top-10 text-center text-sm text-quiet">
            {isLoading ? common.loading : `${charts.nothing}. ${charts.nothingHelp}`}
          </p>
        )}
        <p id={hintId} className="sr-only">
          {charts.keys}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-1 pb-3 text-sm text-quiet">
        <span>{charts.spanShown(moment(view.from), moment(view.till), zone)}</span>
        <CsvButton series={series} view={view} />
      </div>
      <Legend lines={lines} when={at === undefined ? null : moment(at)} onRemove={onRemove} fixedId={fixedId} />
      <ValuesTable series={series} data={data} view={view} />
    </div>
  )
}

/** What a key does to the view, or null. */
const keyed = (key: string, range: TimeRange, now: number): TimeRange | null => {
  switch (key) {
    case 'ArrowLeft':
      return panned(range, -range.spanMs / 8, now)
    case 'ArrowRight':
      return panned(range, range.spanMs / 8, now)
    case '+':
    case '=':
      return zoomed(range, 0.5, null, now)
    case '-':
      return zoomed(range, 2, null, now)
    case 'End':
      return { ...range, till: null }
    default:
      return null
  }
}
