import { type BandPoints, type ChartSeries, colourOf, dashOf, fullName, type Side } from '@busbar/charts'
import { figuresOf, type LegendFigures, type SpanSummary } from '@busbar/charts/figures'
import type { Gap } from '@busbar/charts/gaps'
import type { TimeWindow } from '@busbar/charts/window'
import { type ReactNode, useMemo } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { shownValue } from './shown-value.ts'

/** The lines of a small chart: each with its name and what it said last. */
export const LegendLineup = ({ lines }: { lines: readonly LegendLine[] }): ReactNode => {
  const { charts } = useTexts()
  const format = useFormat()
  const shown = lines.filter(({ isShown }) => isShown)
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 px-4 pt-1 pb-3 text-sm" aria-label={charts.legend}>
      {shown.map(({ series, line, figures }) => (
        <li key={series.paramId} className="flex items-center gap-2">
          <Swatch line={line} />
          <span className="text-quiet">{fullName(series)}</span>
          <span>
            <LastValue on={figures?.lastOn ?? null}>{shownValue(series, figures?.last ?? null, format)}</LastValue>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Legend entry of a series. */
export interface LegendLine {
  series: ChartSeries
  /** Its place among all, which has its colour. */
  line: number
  isShown: boolean
  /** Axis and plot of the line; null while it is hidden. */
  axis: { side: Side; plot: number } | null
  canFlip: boolean
  /** Null while it is not drawn. */
  figures: LegendFigures | null
  /** The mean less that of the compared period; null where there is none. */
  change: number | null
}

/** Figures of each line, and how its mean differs from before. */
export const useFiguresOf = (
  series: readonly ChartSeries[],
  lines: readonly BandPoints[],
  gaps: readonly (readonly Gap[])[],
  earlier: readonly BandPoints[],
  view: TimeWindow,
  summaries: ReadonlyMap<number, SpanSummary>,
): ReadonlyMap<number, { figures: LegendFigures; change: number | null }> =>
  useMemo(
    () =>
      new Map(
        series.flatMap((one, i) => {
          const [line, before] = [lines[i], earlier[i]]
          if (line === undefined) return []
          const unit = one.labels === undefined ? one.unit : undefined
          const stepMean = figuresOf(line, [], view).mean
          const figures = figuresOf(line, gaps[i] ?? [], view, unit, summaries.get(one.paramId))
          const meanBefore = before === undefined ? null : figuresOf(before, [], view).mean
          // Both by steps, so that like is compared with like.
          const change = stepMean === null || meanBefore === null ? null : stepMean - meanBefore
          return [[one.paramId, { figures, change: one.labels === undefined ? change : null }] as const]
        }),
      ),
    [series, lines, gaps, earlier, view, summaries],
  )

const recentMs = 60_000

/** Shows the time of a value that is not current. */
export const LastValue = ({ on, children }: { on: number | null; children: ReactNode }): ReactNode => {
  const { trouble } = useTexts()
  const { moment } = useFormat()
  const now = useNow()
  if (on === null || now - on < recentMs) return <span className="font-medium">{children}</span>
  return (
    <>
      <span className="font-medium text-quiet">{children}</span>
      <span className="block text-xs text-quiet">
        {trouble.asOf({ when: moment(new Date(on).toISOString(), now) })}
      </span>
    </>
  )
}

/** A piece of a line, as it is drawn. */
export const Swatch = ({ line }: { line: number }): ReactNode => (
  <svg viewBox="0 0 22 4" className="h-1 w-5.5 shrink-0" aria-hidden="true">
    <line
      x1="0"
      y1="2"
      x2="22"
      y2="2"
      strokeWidth="2.5"
      stroke={`var(${colourOf(line)})`}
      strokeDasharray={dashOf(line).join(' ')}
    />
  </svg>
)
