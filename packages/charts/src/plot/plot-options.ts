import { at } from '@busbar/kit/at'
import type { Locale } from '@busbar/ui/locale'
import { shownDate } from '@busbar/ui/wall-time'
import UPlot from 'uplot'
import { isolatedPoints } from '../model/alignment.ts'
import { type ChartSeries, colourOf, dashOf } from '../model/chart-series.ts'
import type { PlotLayout, Side } from '../model/layout.ts'
import type { TimeWindow } from '../model/window.ts'
import { drawMidnights, drawUnits, timeAxis, valueAxis, valueScale } from './axes.ts'
import { OccupiedSpans } from './canvas-text.ts'
import { type DrawnGap, hatchGaps, labelGaps } from './draw-gaps.ts'
import { drawLimits, drawMarks, type Limit, type Mark } from './draw-marks.ts'

/** Overlays that are drawn besides lines. */
export interface PlotOverlays {
  view: TimeWindow
  gaps: readonly DrawnGap[]
  limits: readonly Limit[]
  marks: readonly Mark[]
}

export interface PlotStyle {
  layout: PlotLayout
  /** Set when the compared period comes first in the data. */
  isCompared: boolean
  /** How wide axes are, in all plots; 0 where none has one at that side. */
  axisPx: Record<Side, number>
  locale: Locale
  zone: string
  widthPx: number
  heightPx: number
  /** Plots with the same name share the place that is pointed at. */
  syncKey: string
  /** Resolves a colour of the style sheet. */
  colour: (name: string) => string
  now: () => PlotOverlays
  /** The place in the data that is pointed at, or null, and how far from the left. */
  onCursor: (index: number | null, leftPx: number) => void
}

/** Above the plot: units, why something is missing, what happened. */
const topPx = 28
const bandAlpha = 0.16
const linePx = 1.6

/**
 * Lines with more than two points per pixel are one pixel wide: they look the same, and wider ones take several times
 * as long.
 */
const lineWidth = ({ series: [times], bbox }: UPlot): number => {
  const [from, till] = times?.idxs ?? [0, 0]
  return till - from > 2 * bbox.width ? 1 / devicePixelRatio : linePx
}

export const plotOptions = (style: PlotStyle): UPlot.Options => {
  const { layout, isCompared, widthPx, heightPx, colour, now, zone, syncKey } = style
  const { lines, left, right } = layout
  const count = lines.length
  /** Units of the axes, as their labels have them. */
  const units: Record<Side, string> = { left: '', right: '' }
  const axisOf = (side: Side, series: ChartSeries): UPlot.Axis =>
    valueAxis(colour, style.locale, {
      side,
      series,
      widthPx: style.axisPx[side],
      onUnit: (unit) => {
        units[side] = unit
      },
    })
  /** Column of the first line. */
  const first = isCompared ? 1 + count : 1
  const scaleOf = (paramId: number): string | undefined => lines.find(({ series }) => series.paramId === paramId)?.side
  const limitsOf = (side: string): readonly Limit[] => now().limits.filter(({ paramId }) => scaleOf(paramId) === side)
  return {
    width: widthPx,
    height: heightPx,
    ms: 1,
    padding: [topPx, right === null ? Math.max(12, style.axisPx.right) : null, 0, null],
    legend: { show: false },
    tzDate: (ms) => shownDate(ms, zone),
    select: { show: true, left: 0, top: 0, width: 0, height: 0 },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      sync: { key: syncKey, setSeries: false },
      points: { size: (_plot, column) => (column >= first && column < first + count ? 7 : 0) },
      move: snapped,
    },
    hooks: {
      setCursor: [
        (plot) => style.onCursor(plot.cursor.idx ?? null, plot.bbox.left / devicePixelRatio + (plot.cursor.left ?? 0)),
      ],
      drawClear: [
        (plot) => {
          for (const series of plot.series.slice(first, first + count)) series.width = lineWidth(plot)
          hatchGaps(plot, now().gaps, colour)
        },
      ],
      drawAxes: [(plot) => drawMidnights(plot, zone, colour)],
      draw: [
        (plot) => {
          lines.forEach(({ line, side }, i) => drawLonely(plot, first + i, count, side, colour(colourOf(line))))
          drawLimits(plot, now().limits, scaleOf, colour)
          const taken = new OccupiedSpans()
          drawMarks(plot, now().marks, colour, taken)
          labelGaps(plot, now().gaps, colour, taken)
          drawUnits(plot, units, colour)
        },
      ],
    },
    scales: {
      x: { time: true, range: () => [now().view.from, now().view.till] },
      left: valueScale(left, () => limitsOf('left')),
      ...(right !== null && { right: valueScale(right, () => limitsOf('right')) }),
    },
    axes: [
      timeAxis(colour, style.locale, zone),
      axisOf('left', left),
      ...(right === null ? [] : [axisOf('right', right)]),
    ],
    series: [
      {},
      ...(isCompared ? lines.map(({ series, side }) => beforeLook(series, side, colour)) : []),
      ...lines.map(({ series, side, line }) => ({
        scale: side,
        stroke: colour(colourOf(line)),
        width: linePx,
        dash: [...dashOf(line)],
        ...pathsOf(series),
        points: { size: 4, fill: colour(colourOf(line)), filter: shownPoints },
      })),
      ...[...lines, ...lines].map(({ series, side }) => ({
        scale: side,
        width: 0,
        ...pathsOf(series),
        points: { show: false },
      })),
    ],
    bands: lines.map(({ line }, i) => ({
      series: [first + i + 2 * count, first + i + count],
      fill: faded(colour(colourOf(line))),
    })),
  }
}

/** The compared period is grey and dashed, under everything. */
const beforeLook = (series: ChartSeries, side: string, colour: PlotStyle['colour']): UPlot.Series => ({
  scale: side,
  stroke: colour('--muted'),
  width: 1.25,
  dash: [3, 3],
  ...pathsOf(series),
  points: { show: false },
})

const pathsOf = ({ isStepped }: ChartSeries): Pick<UPlot.Series, 'paths'> =>
  isStepped === true && UPlot.paths.stepped !== undefined ? { paths: UPlot.paths.stepped({ align: 1 }) } : {}

/** Colour of the band between minimum and maximum, behind the line. */
const faded = (rgb: string): string => rgb.replace(/^rgb\((.*)\)$/, `rgba($1, ${bandAlpha})`)

/** The line of the cursor stands where something was read. */
const snapped: UPlot.Cursor.MousePosRefiner = (plot, leftPx, topPos) => {
  if (leftPx < 0) return [leftPx, topPos]
  const on = plot.data[0][plot.posToIdx(leftPx)]
  return [on === undefined ? leftPx : Math.min(plot.over.clientWidth, Math.max(0, plot.valToPos(on, 'x'))), topPos]
}

const known = new WeakMap<object, number[]>()

/** Computed once for each column. */
const lonelyIn = (column: readonly (number | null | undefined)[]): number[] => {
  const found = known.get(column) ?? isolatedPoints(column)
  known.set(column, found)
  return found
}

/** All where there is room for them, and else those that no line leads to. */
const shownPoints: UPlot.Series.Points.Filter = (plot, line, isRoom) =>
  isRoom ? null : lonelyIn((plot.data[line] ?? []) as (number | null | undefined)[])

/** A step alone between gaps has no width, and so no band: a stroke from its least to its greatest stands for it. */
const drawLonely = (plot: UPlot, column: number, count: number, scale: string, stroke: string): void => {
  const [line, lows, highs] = [plot.data[column], plot.data[column + count], plot.data[column + 2 * count]]
  const { ctx } = plot
  const { left, width } = plot.bbox
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.lineWidth = linePx * devicePixelRatio
  ctx.beginPath()
  for (const place of lonelyIn((line ?? []) as (number | null | undefined)[])) {
    const [low, high] = [lows?.[place], highs?.[place]]
    const x = plot.valToPos(at(plot.data[0], place), 'x', true)
    if (typeof low !== 'number' || typeof high !== 'number' || low === high || x < left || x > left + width) continue
    ctx.moveTo(x, plot.valToPos(low, scale, true))
    ctx.lineTo(x, plot.valToPos(high, scale, true))
  }
  ctx.stroke()
  ctx.restore()
}
