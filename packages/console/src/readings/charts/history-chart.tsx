import {
  type ChartSeries,
  canFlip,
  chartData,
  fullName,
  hiddenOf,
  layoutOf,
  linesMax,
  linesProposed,
} from '@busbar/charts'
import { hasPointIn, isRaw } from '@busbar/charts/figures'
import { shiftMs } from '@busbar/charts/ranges'
import { spans, viewOf } from '@busbar/charts/window'
import { saveFile } from '@busbar/ui'
import { Maximize2, Minimize2 } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LivePoints, useEarlier, useHistory } from '../chart-data/use-history.ts'
import { useOverlays } from '../chart-data/use-overlays.ts'
import { useSummaries } from '../chart-data/use-summaries.ts'
import { ChartFigure } from './chart-figure.tsx'
import { CsvButton } from './csv-button.tsx'
import { Legend } from './legend.tsx'
import { LegendKey } from './legend-key.tsx'
import { type LegendLine, LegendLineup, useFiguresOf } from './legend-lines.tsx'
import { useNotes } from './notes.ts'
import { pictureOf } from './picture.ts'
import { searchOfRange } from './search.rules.ts'
import { Share } from './share.tsx'
import { shownValue } from './shown-value.ts'
import { IntervalChoice, TimeBar, Tool } from './time-bar.tsx'
import { type ChartControl, useOwnChart } from './use-chart-control.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useRange } from './use-range.ts'
import { useChartTimes, useZone } from './use-zone.ts'
import { ValuesTable } from './values-table.tsx'

export interface HistoryChartProps {
  /** The same array while nothing changes; what is beyond twenty is not drawn. */
  series: readonly ChartSeries[]
  /** Title of saved images. */
  title?: string
  /** `useChartAddress()` of a page whose route has `chartSearch`; without it the chart remembers itself what is shown. */
  control?: ChartControl | undefined
  heightPx?: number
  /** How much is shown where nothing else is said: a day. */
  spanMs?: number
  /** `plot` has no bar and no tables, and of the legend names with their last values; `bare` not even those: a part of something else. */
  variant?: 'full' | 'plot' | 'bare'
  onRemove?: ((paramId: number) => void) | undefined
  /** The line that stays. */
  fixedId?: number | undefined
  /** Beside the downloads below: a way to more lines. */
  footer?: ReactNode
}

/** The past of some parameters, and the present as it comes. */
export const HistoryChart = (props: HistoryChartProps): ReactNode => {
  const { series: allSeries, title = '', control, heightPx = 360, spanMs = spans.day, variant = 'full' } = props
  const texts = useTexts()
  const { charts, common } = texts
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const own = useOwnChart()
  const { search, change } = control ?? own
  const { zone, zones } = useZone(search.zone)
  const times = useChartTimes(zone)
  const [live] = useState(() => new LivePoints())
  const [widthPx, setWidthPx] = useState(0)
  const [focus, setFocus] = useState<number | null>(null)
  const full = useFullScreen(box)
  const now = Math.max(useNow(), live.latest)
  const shown = useRange({ search, change }, now, zone, spanMs)
  const { range } = shown
  const view = useMemo(() => viewOf(range, now), [range, now])
  const series = useMemo(() => allSeries.slice(0, linesMax), [allSeries])
  const hidden = useMemo(() => hiddenOf(series, search.hide), [series, search.hide])
  const plots = useMemo(() => layoutOf(series, search.hide, search.axis), [series, search.hide, search.axis])
  const drawn = useMemo(() => series.filter(({ paramId }) => !hidden.has(paramId)), [series, hidden])
  const lineIndexes = useMemo(() => new Map(drawn.map(({ paramId }, i) => [paramId, i])), [drawn])
  const fit = { widthPx, everySec: search.every }
  const history = useHistory(drawn, view, fit, live)
  const shift = search.vs === undefined ? null : shiftMs(search.vs, view, zone)
  const earlier = useEarlier(drawn, view, fit, shift, live)
  const data = useMemo(() => chartData(history.lines, earlier), [history.lines, earlier])
  const overlays = useOverlays(drawn, history.lines, view, now, history.stepMs)
  const summaries = useSummaries(
    variant === 'bare' || widthPx === 0 ? noSeries : drawn,
    shown,
    view,
    history.stepMs,
    live,
  )
  const figures = useFiguresOf(drawn, history.lines, overlays.gaps, earlier, view, summaries)
  const { labelled, of: notesOf } = useNotes(times)
  const notes = notesOf(drawn, overlays)
  const compared = search.vs === undefined ? null : charts.before[search.vs]
  const isEveryReading = isRaw(history.lines)
  const interval = isEveryReading ? charts.raw : charts.meanOf({ span: format.span(history.stepMs) })
  const span = charts.spanShown({ from: times.minute(view.from), till: times.minute(view.till), zone })
  const inSight = overlays.marks.filter(({ on }) => on >= view.from && on <= view.till)
  const isLoaded = !history.isLoading && history.error === null
  const isEmpty = isLoaded && !hasPointIn(history.lines, view, history.stepMs)

  const lines = series.map((one, line): LegendLine => {
    const plot = plots.findIndex((each) => each.lines.some(({ series: { paramId } }) => paramId === one.paramId))
    const side = plots[plot]?.lines.find(({ series: { paramId } }) => paramId === one.paramId)?.side
    const found = figures.get(one.paramId)
    const isKnown = isLoaded && overlays.areGapsKnown
    return {
      series: one,
      line,
      isShown: !hidden.has(one.paramId),
      axis: side === undefined ? null : { side, plot },
      canFlip: canFlip(plots, one.paramId),
      figures: found === undefined ? null : isKnown ? found.figures : { ...found.figures, gaps: null, knownFrom: null },
      change: found?.change ?? null,
    }
  })
  const setShown = (paramId: number, isShown: boolean): void =>
    change({ hide: isShown ? [...hidden].filter((id) => id !== paramId) : [...hidden, paramId] })
  const flip = (paramId: number): void => {
    const flipped = search.axis ?? []
    const next = flipped.includes(paramId) ? flipped.filter((id) => id !== paramId) : [...flipped, paramId]
    change({ axis: next.length === 0 ? undefined : next })
  }
  const addressOf = (which: 'fixed' | 'following'): string => {
    const url = new URL(location.href)
    const { spanMs: lengthMs } = range
    if (which === 'following' || range.till !== null) return url.href
    url.searchParams.delete('span')
    for (const [name, value] of Object.entries(searchOfRange({ spanMs: lengthMs, till: view.till })))
      url.searchParams.set(name, String(value))
    return url.href
  }
  const savePicture = async (): Promise<void> => {
    const words = lines.flatMap(({ series: one, line, figures: of, isShown }) =>
      isShown
        ? [
            {
              line,
              name: fullName(one),
              figures: [
                [charts.last, of?.last],
                [charts.lowest, of?.least],
                [charts.mean, of?.mean],
                [charts.highest, of?.greatest],
              ]
                .map(
                  ([name, value]) => `${name} ${shownValue(one, (value as number | null | undefined) ?? null, format)}`,
                )
                .join('   '),
            },
          ]
        : [],
    )
    const picture =
      box.current === null ? null : await pictureOf(box.current, { title, span: `${span}. ${interval}`, lines: words })
    if (picture !== null) saveFile(picture, `${fileNameOf(title)}.png`)
  }
  const rest = allSeries.length - linesMax
  return (
    <div
      ref={box}
      className={`flex min-w-0 flex-col gap-3 ${full.isFull ? 'h-dvh overflow-y-auto bg-ground p-4' : ''}`}
    >
      {variant === 'full' && (
        <TimeBar range={range} now={now} control={{ search, change }} zones={zones} onRange={shown.show}>
          <IntervalChoice
            view={view}
            widthPx={widthPx}
            everySec={search.every}
            onChange={(every) => change({ every })}
          />
          {!full.isFull && (
            <Share
              addressOf={addressOf}
              isFollowing={range.till === null}
              span={span}
              onPicture={() => void savePicture()}
            />
          )}
          {full.isPossible && (
            <Tool
              label={full.isFull ? charts.leaveFullScreen : charts.fullScreen}
              icon={full.isFull ? Minimize2 : Maximize2}
              onClick={full.toggle}
            />
          )}
        </TimeBar>
      )}
      {history.error !== null && (
        <Notice tone="critical">
          <p>{errorText(texts, history.error)}</p>
          <Button className="mt-2" onClick={history.again}>
            {common.retry}
          </Button>
        </Notice>
      )}
      {variant === 'full' && series.length > linesProposed && search.hide === undefined && (
        <Notice>
          <p>{charts.tooMany({ shown: String(linesProposed), all: String(series.length) })}</p>
          <Button className="mt-2" onClick={() => change({ hide: [] })}>
            {charts.showAll({ all: String(series.length) })}
          </Button>
        </Notice>
      )}
      {rest > 0 && (
        <Notice tone="warning">{charts.leftOut({ shown: String(linesMax), all: String(allSeries.length) })}</Notice>
      )}
      <div
        className={variant === 'full' ? 'min-w-0 overflow-clip rounded-card border border-line bg-surface' : 'min-w-0'}
      >
        <ChartFigure
          plots={plots}
          data={data}
          lineIndexes={lineIndexes}
          shown={shown}
          view={view}
          now={now}
          zone={zone}
          times={times}
          heightPx={full.isFull ? Math.max(heightPx, Math.round(innerHeight * 0.6)) : heightPx}
          overlays={overlays}
          labelled={labelled}
          notes={notes}
          interval={interval}
          compared={compared}
          focus={focus}
          onWidth={setWidthPx}
        >
          {(isEmpty || history.isLoading) && (
            <p role="status" className="pointer-events-none absolute inset-x-4 top-14 text-center text-sm text-quiet">
              {history.isLoading
                ? common.loading
                : drawn.length === 0
                  ? charts.noneShown
                  : `${charts.nothing}. ${charts.nothingHelp}`}
            </p>
          )}
        </ChartFigure>
        {variant === 'plot' && <LegendLineup lines={lines} />}
        {variant === 'full' && (
          <>
            <LegendKey
              line={interval}
              hasBand={!isEveryReading}
              compared={compared}
              gaps={new Set(overlays.gaps.flat().map(({ kind }) => kind))}
              alarms={new Set(inSight.filter(({ kind }) => kind === 'alarm').map(({ tone }) => tone))}
              hasWrites={inSight.some(({ kind }) => kind === 'write')}
            />
            <Legend
              lines={lines}
              compared={compared === null ? null : charts.versus({ period: compared.toLowerCase() })}
              onShown={setShown}
              onFlip={flip}
              onFocus={setFocus}
              onRemove={props.onRemove}
              fixedId={props.fixedId}
            />
            <div className="flex flex-wrap items-end justify-between gap-3 border-t border-line px-4 py-3 text-sm max-md:flex-col max-md:items-stretch print:hidden">
              <div className="min-w-0 flex-1">{props.footer}</div>
              <CsvButton series={drawn} view={view} />
            </div>
            <ValuesTable
              series={drawn}
              data={data}
              view={view}
              moment={times.full}
              compared={compared}
              notes={notes.filter(({ from, till }) => till >= view.from && from <= view.till).map(({ text }) => text)}
            />
          </>
        )}
      </div>
    </div>
  )
}

const noSeries: readonly ChartSeries[] = []

/** Letters of all languages, and nothing that a disk does not take. */
const fileNameOf = (title: string): string => title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'chart'
