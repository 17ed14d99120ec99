import type { Locale } from '@busbar/ui/locale'
import { createQuantityFormat } from '@busbar/ui/quantity'
import { momentAt, wallOf } from '@busbar/ui/wall-time'
import type UPlot from 'uplot'
import type { ChartSeries } from '../model/chart-series.ts'
import type { PlotLayout, Side } from '../model/layout.ts'
import { axisRange } from '../model/quantities.ts'
import { fontOf } from './canvas-text.ts'
import type { Limit } from './draw-marks.ts'
import { timeMarks, timeWords } from './time-marks.ts'

type Colour = (name: string) => string

const axisFontPx = 11
const charPx = 6.6
const marksPx = 72
const axisPxMin = 52
const axisPxMax = 150
const edgePx = 18
/** Without room for its axis a plot of a phone still has its times. */
const timesPx = 38

const axisStyle = (colour: Colour) => ({
  stroke: colour('--faint'),
  ticks: { show: false },
  font: `${axisFontPx}px "IBM Plex Sans Variable", system-ui, sans-serif`,
})

export const timeAxis = (colour: Colour, { locale, clock }: Locale, zone: string): UPlot.Axis => {
  const words = timeWords(locale, clock, zone)
  return {
    ...axisStyle(colour),
    space: marksPx,
    size: timesPx,
    grid: { stroke: colour('--line'), width: 1 },
    values: (_plot, marks, _axis, _space, stepMs) => timeMarks(marks, stepMs, words),
  }
}

/** For numbers of a plot among others, whose digits are not known to them. */
const numbersPx = 64

/**
 * Returns the axis width of each side, so that stacked plots start and end at the same place; 0 if no plot has that
 * axis.
 */
export const axisWidths = (plots: readonly PlotLayout[]): Record<Side, number> => {
  const widest = (ends: readonly (ChartSeries | null)[]): number =>
    ends.reduce((px, series) => {
      if (series === null) return px
      const longest = Math.max(0, ...Object.values(series.labels ?? {}).map((label) => label.length))
      return Math.max(px, plots.length > 1 ? numbersPx : axisPxMin, Math.min(axisPxMax, edgePx + charPx * longest))
    }, 0)
  return { left: widest(plots.map(({ left }) => left)), right: widest(plots.map(({ right }) => right)) }
}

/** Text that fits into so many pixels, with an ellipsis where it had to be cut. */
const fitted = (text: string, px: number, widthOf: (text: string) => number): string => {
  let shown = text
  while (shown.length > 1 && widthOf(shown) > px) shown = `${shown.slice(0, -2).trimEnd()}…`
  return shown
}

const widthIn =
  ({ ctx }: UPlot) =>
  (text: string): number => {
    ctx.font = fontOf(axisFontPx)
    return ctx.measureText(text).width / devicePixelRatio
  }

interface ValueAxisOptions {
  side: Side
  series: ChartSeries
  /** At least so wide, as the axes of the other plots are. */
  widthPx: number
  /** Called with the unit in which the labels are. */
  onUnit: (unit: string) => void
}

/** The left axis has the lines across. Its width follows from its labels: numbers are never cut, names of states are shortened. */
export const valueAxis = (
  colour: Colour,
  { locale }: Locale,
  { side, series: { labels, unit }, widthPx, onUnit }: ValueAxisOptions,
): UPlot.Axis => {
  const { ticks } = createQuantityFormat(locale)
  return {
    ...axisStyle(colour),
    scale: side,
    side: side === 'left' ? 3 : 1,
    grid: { show: side === 'left', stroke: colour('--line'), width: 1 },
    size: (plot, texts: string[] | null) =>
      Math.ceil(Math.max(widthPx, ...(texts ?? []).map((text) => edgePx + widthIn(plot)(text)))),
    // States are whole numbers.
    ...(labels !== undefined && { incrs: [1, 2, 5, 10, 100, 1000] }),
    values: (plot, marks) => {
      if (labels !== undefined)
        return marks.map((mark) => fitted(labels[String(mark)] ?? '', axisPxMax - edgePx, widthIn(plot)))
      const shown = ticks(marks, unit)
      onUnit(shown.unit)
      return shown.labels
    },
  }
}

/** States have room above and below, and are at least two. */
const stateScale: UPlot.Scale = {
  range: (_plot, min: number | null, max: number | null) => [
    Math.min(0, min ?? 0) - 0.25,
    Math.max(1, max ?? 1) + 0.25,
  ],
}

export const valueScale = ({ unit, labels }: ChartSeries, limits: () => readonly Limit[]): UPlot.Scale =>
  labels !== undefined
    ? stateScale
    : {
        range: (_plot, min: number | null, max: number | null) =>
          min === null || max === null
            ? [0, 1]
            : axisRange(
                unit,
                min,
                max,
                limits().map(({ value }) => value),
              ),
      }

/** Draws the units above their axes. */
export const drawUnits = (plot: UPlot, units: Readonly<Record<Side, string>>, colour: Colour): void => {
  const { ctx } = plot
  const { left: from, top, width } = plot.bbox
  const ratio = devicePixelRatio
  ctx.save()
  ctx.font = fontOf(11, 500)
  ctx.fillStyle = colour('--quiet')
  ctx.textBaseline = 'alphabetic'
  ctx.textAlign = 'right'
  ctx.fillText(units.left, from - 10 * ratio, top - 11 * ratio)
  ctx.textAlign = 'left'
  ctx.fillText(units.right, from + width + 10 * ratio, top - 11 * ratio)
  ctx.restore()
}

const dayMs = 86_400_000
const daysMax = 10

/** Midnights are stronger than other lines, as long as there are few. */
export const drawMidnights = (plot: UPlot, zone: string, colour: Colour): void => {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {}
  if (max - min > daysMax * dayMs) return
  const { ctx } = plot
  const { top, height, left, width } = plot.bbox
  ctx.save()
  ctx.strokeStyle = colour('--line-strong')
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  const today = { ...wallOf(min, zone), hour: 0, minute: 0 }
  for (let days = 0; days <= daysMax; days += 1) {
    const midnight = momentAt({ ...today, day: today.day + days }, zone)
    const x = Math.round(plot.valToPos(midnight, 'x', true)) + 0.5
    if (x <= left || x >= left + width) continue
    ctx.moveTo(x, top)
    ctx.lineTo(x, top + height)
  }
  ctx.stroke()
  ctx.restore()
}
