import type { PlotLayout } from '@busbar/charts'
import { type ChartData, columnsOf } from '@busbar/charts'
import { gapsTogether } from '@busbar/charts/gaps'
import { axisWidths, Plot } from '@busbar/charts/plot'
import { between, panned, type TimeWindow, zoomed } from '@busbar/charts/window'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useLocale } from '../../data/format/use-locale.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { ChartOverlays } from '../chart-data/use-overlays.ts'
import { ChartTip } from './chart-tip.tsx'
import type { Note, useNotes } from './notes.ts'
import { useScheme } from './use-full-screen.ts'
import type { RangeControl } from './use-range.ts'
import type { ChartTimes } from './use-zone.ts'

export interface ChartFigureProps {
  plots: readonly PlotLayout[]
  /** In the order of lines: each plot takes its own. */
  data: ChartData
  /** Indexes of lines in the data, by parameter. */
  lineIndexes: ReadonlyMap<number, number>
  shown: RangeControl
  view: TimeWindow
  now: number
  zone: string
  times: ChartTimes
  heightPx: number
  overlays: ChartOverlays
  labelled: ReturnType<typeof useNotes>['labelled']
  notes: readonly Note[]
  interval: string
  compared: string | null
  focus: number | null
  onWidth: (px: number) => void
  children: ReactNode
}

/** Plots of states are low: there is little between them to see. */
const stateHeightPx = 150
/** Of further plots. */
const furtherPart = 0.62
const nearPx = 6

/** The plots with what is pointed at. Keys do all that a mouse does. */
export const ChartFigure = (props: ChartFigureProps): ReactNode => {
  const { plots, data, lineIndexes, shown, view, now, zone, times, heightPx, overlays, labelled, notes } = props
  const { interval, compared, focus, onWidth, children } = props
  const { charts } = useTexts()
  const locale = useLocale()
  const scheme = useScheme()
  const syncKey = useId()
  const hintId = useId()
  const [cursor, setCursor] = useState<number | null>(null)
  const [cursorPx, setCursorPx] = useState(0)
  const [widthPx, setWidthPx] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)
  const { range, show, back } = shown
  const gaps = useMemo(() => gapsTogether(overlays.gaps).map(labelled), [overlays.gaps])
  const columns = useMemo(
    () =>
      plots.map(({ lines }) =>
        columnsOf(
          data,
          lines.map(({ series }) => lineIndexes.get(series.paramId) ?? -1),
        ),
      ),
    [plots, data, lineIndexes],
  )
  const axisPx = axisWidths(plots)
  const lines = plots.flatMap((plot) => plot.lines)
  const inOrder = lines.toSorted(
    (a, b) => (lineIndexes.get(a.series.paramId) ?? 0) - (lineIndexes.get(b.series.paramId) ?? 0),
  )
  const on = cursor === null ? undefined : data.times[cursor]
  const nearMs = ((view.till - view.from) / Math.max(1, widthPx)) * nearPx
  const near = on === undefined ? [] : notes.filter(({ from, till }) => on >= from - nearMs && on <= till + nearMs)
  const press = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (!isKnown(event.key)) return
    event.preventDefault()
    if (event.key === '+' || event.key === '=') return show(zoomed(range, 0.5, on ?? null, now))
    if (event.key === '-') return show(zoomed(range, 2, on ?? null, now))
    if (event.key === 'Backspace') return back()
    const step = event.key === 'ArrowLeft' ? -1 : 1
    if (event.key.startsWith('Arrow') && event.shiftKey) return show(panned(range, (step * range.spanMs) / 8, now))
    const next = nextPlace(data.times, view, cursor, event.key)
    // Beyond the edge time moves on.
    if (next === null) return show(panned(range, (step * range.spanMs) / 8, now))
    setPointed(next)
  }
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={charts.history}
      aria-describedby={hintId}
      onKeyDown={press}
      className="relative px-2 pt-2"
    >
      {plots.map((layout, i) => (
        <Plot
          key={layout.left.paramId}
          layout={layout}
          data={columns[i] ?? [[]]}
          isCompared={data.before.length > 0}
          axisPx={axisPx}
          view={view}
          gaps={gaps}
          limits={overlays.limits}
          marks={overlays.marks}
          locale={locale}
          zone={zone}
          heightPx={heightOf(layout, i, heightPx)}
          syncKey={syncKey}
          scheme={scheme}
          focus={focus}
          pointed={i === 0 ? pointed : null}
          onWidth={(px) => {
            if (i > 0) return
            setWidthPx(px)
            onWidth(px)
          }}
          onPan={(ms) => show(panned(range, ms, now), true)}
          onZoom={(factor, at) => show(zoomed(range, factor, at, now), true)}
          onChosen={(from, till) => show(between(from, till, now))}
          onBack={back}
          onCursor={(index, leftPx) => {
            setCursor(index)
            setCursorPx(leftPx)
          }}
        />
      ))}
      {cursor !== null && on !== undefined && lines.length > 0 && (
        <ChartTip
          series={inOrder}
          data={data}
          index={cursor}
          leftPx={cursorPx}
          widthPx={widthPx}
          when={times.full(on)}
          interval={interval}
          compared={compared}
          notes={near.map(({ text }) => text)}
        />
      )}
      {children}
      <p id={hintId} className="sr-only">
        {charts.keys}
      </p>
    </div>
  )
}

const heightOf = (layout: PlotLayout, at: number, heightPx: number): number => {
  const isOfStates = layout.lines.every(({ series }) => series.labels !== undefined)
  if (isOfStates) return Math.min(heightPx, stateHeightPx)
  return at === 0 ? heightPx : Math.round(heightPx * furtherPart)
}

const keys = new Set(['+', '=', '-', 'Backspace', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])
const isKnown = (key: string): boolean => keys.has(key)

/** Where keys lead to among the times that are in sight; null: beyond them. */
const nextPlace = (
  times: readonly number[],
  { from, till }: TimeWindow,
  cursor: number | null,
  key: string,
): number | null => {
  const first = times.findIndex((time) => time >= from)
  const last = times.findLastIndex((time) => time <= till)
  if (first === -1 || last < first) return null
  if (key === 'Home') return first
  if (key === 'End' || cursor === null) return last
  const next = cursor + (key === 'ArrowLeft' ? -1 : 1)
  return next < first || next > last ? null : next
}
