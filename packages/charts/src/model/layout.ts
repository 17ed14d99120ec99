import { type ChartSeries, hiddenOf } from './chart-series.ts'

export type Side = 'left' | 'right'

/** A line in its plot. */
interface PlacedLine {
  series: ChartSeries
  /** Its place among all series: by it its colour stays the same, whatever is hidden. */
  line: number
  side: Side
}

/** A plot with lines of at most two units. Further plots are below it and share its time axis. */
export interface PlotLayout {
  lines: readonly PlacedLine[]
  left: ChartSeries
  right: ChartSeries | null
}

/** Lines that are measured alike share an axis; states that have names have one of their own. */
const measureOf = ({ unit = '', labels, paramId }: ChartSeries): string =>
  labels === undefined ? `unit ${unit}` : `states ${paramId}`

/**
 * Shares out lines to plots: the first unit at the left, the second at the right, the third at the left of the next plot. `flipped` are those
 * that was put at the other side, which they are where that side is free or of their unit.
 */
export const layoutOf = (
  series: readonly ChartSeries[],
  hide: readonly number[] | undefined,
  flipped: readonly number[] = [],
): PlotLayout[] => {
  const hidden = hiddenOf(series, hide)
  const shown = series.map((one, line) => ({ series: one, line })).filter(({ series: one }) => !hidden.has(one.paramId))
  const measures = [...new Set(shown.map(({ series: one }) => measureOf(one)))]
  const plots = Array.from({ length: Math.ceil(measures.length / 2) }, (_, plot) => {
    const [first, second] = measures.slice(plot * 2, plot * 2 + 2)
    const lines = shown.flatMap(({ series: one, line }): PlacedLine[] => {
      const measure = measureOf(one)
      if (measure !== first && measure !== second) return []
      const isFlipped = second === undefined && flipped.includes(one.paramId)
      return [{ series: one, line, side: measure === second || isFlipped ? 'right' : 'left' }]
    })
    // A plot whose lines are all on the right is not drawn without its left axis, which carries the grid.
    return lines.every(({ side }) => side === 'right')
      ? lines.map((one): PlacedLine => ({ ...one, side: 'left' }))
      : lines
  })
  return plots.flatMap((lines): PlotLayout[] => {
    const left = lines.find(({ side }) => side === 'left')?.series
    const right = lines.find(({ side }) => side === 'right')?.series ?? null
    return left === undefined ? [] : [{ lines, left, right }]
  })
}

/** Returns true if a line can be moved to the other side: there is room, and other lines stay. */
export const canFlip = (plots: readonly PlotLayout[], paramId: number): boolean => {
  const plot = plots.find(({ lines }) => lines.some(({ series }) => series.paramId === paramId))
  const line = plot?.lines.find(({ series }) => series.paramId === paramId)
  if (plot === undefined || line === undefined || line.series.labels !== undefined) return false
  const isOneUnit = new Set(plot.lines.map(({ series }) => measureOf(series))).size === 1
  return isOneUnit && plot.lines.some(({ series, side }) => series.paramId !== paramId && side === line.side)
    ? true
    : isOneUnit && line.side === 'right'
}
