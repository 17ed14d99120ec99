import type { BandPoints, ChartSeries, Side } from '@busbar/charts'
import { figuresOf, type LegendFigures, type SpanSummary } from '@busbar/charts/figures'
import type { Gap } from '@busbar/charts/gaps'
import type { TimeWindow } from '@busbar/charts/window'
import { useMemo } from 'react'

/** What the legend says of one of the series. */
export interface LegendLine {
  series: ChartSeries
  /** Its place among all, which has its colour. */
  line: number
  isShown: boolean
  /** Where it is measured, and in which of several plots; null while it is not drawn. */
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
