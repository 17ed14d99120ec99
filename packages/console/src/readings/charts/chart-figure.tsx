import { type ChartData, type ChartSeries, columnsOf, fullName, type PlotLayout, valueAt } from '@busbar/charts'
import { gapsTogether } from '@busbar/charts/gaps'
import { axisWidths, Plot } from '@busbar/charts/plot'
import { between, panned, type TimeWindow, zoomed } from '@busbar/charts/window'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { useFormat, useLocale } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { ChartOverlays } from '../chart-data/use-overlays.ts'
import { Swatch } from './legend-lines.tsx'
import type { Note, useNotes } from './notes.ts'
import { shownRange, shownValue } from './shown-value.ts'
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
/** Relative height of further plots. */
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
    // At the edge the view moves.
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

/** Returns the index after a key among visible times; null beyond them. */
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

interface ChartTipProps {
  /** Drawn series in the order of the data, each with its index among all. */
  series: readonly { series: ChartSeries; line: number }[]
  data: ChartData
  /** Which of the times. */
  index: number
  leftPx: number
  /** Width of the chart. */
  widthPx: number
  when: string
  /** How much time a point stands for. */
  interval: string
  /** The compared period, in words. */
  compared: string | null
  /** Events and reasons of gaps at this time. */
  notes: readonly string[]
}

/** A narrower chart has no room beside the cursor. */
const roomyPx = 560
/** More lines would cover the chart. */
const linesMax = 12

/** On the side of the cursor where there is more room, or at that side of the chart. */
const tipPosition = (leftPx: number, widthPx: number): CSSProperties => {
  const isLeft = leftPx > widthPx / 2
  if (widthPx < roomyPx) return isLeft ? { left: 8 } : { right: 8 }
  return { left: leftPx, transform: isLeft ? 'translateX(calc(-100% - 4px))' : 'translateX(20px)' }
}

/** Tooltip of the chart: mean, minimum and maximum of a step, and events. Screen readers use the table instead. */
const ChartTip = (props: ChartTipProps): ReactNode => {
  const { series, data, index, leftPx, widthPx, when, interval, compared, notes } = props
  const format = useFormat()
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-8 z-10 max-w-80 rounded-card border border-line-strong bg-floating px-3 py-2 text-sm shadow-menu"
      style={tipPosition(leftPx, widthPx)}
    >
      <p className="flex items-baseline justify-between gap-4 text-quiet">
        <span className="font-semibold text-ink">{when}</span>
        <span className="text-xs whitespace-nowrap">{interval}</span>
      </p>
      <table className="mt-1 w-full border-collapse">
        <tbody>
          {series.slice(0, linesMax).map(({ series: one, line }, i) => {
            const range = shownRange(
              one,
              valueAt(data.lows[i] ?? [], index),
              valueAt(data.highs[i] ?? [], index),
              format,
            )
            return (
              <tr key={one.paramId} className="align-baseline">
                <td className="py-0.5 pr-2">
                  <Swatch line={line} />
                </td>
                <td className="py-0.5 pr-3 break-words">{series.length > 1 ? fullName(one) : one.name}</td>
                <td className="py-0.5 text-right whitespace-nowrap">
                  <span className="font-semibold">{shownValue(one, valueAt(data.lines[i] ?? [], index), format)}</span>
                  {range !== '' && <span className="block text-xs text-quiet">{range}</span>}
                  {compared !== null && (
                    <span className="block text-xs text-quiet">
                      {compared}: {shownValue(one, valueAt(data.before[i] ?? [], index), format)}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note} className="mt-1 border-t border-line pt-1 text-xs text-quiet">
          {note}
        </p>
      ))}
    </div>
  )
}
