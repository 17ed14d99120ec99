import UPlot from 'uplot'
import { zone } from '../../format/use-format.ts'
import { lonely } from '../data/align.rules.ts'
import { type ChartSeries, colourOf, dashOf } from '../data/chart-series.ts'
import type { View } from '../view.rules.ts'
import { timeMarks, timeWords } from './time-marks.rules.ts'

export interface PlotStyle {
  series: readonly ChartSeries[]
  language: string
  widthPx: number
  heightPx: number
  /** What a colour of the styles is here and now. */
  colour: (name: string) => string
  view: () => View
  /** The place in the data that is pointed at, or null, and how far from the left. */
  onCursor: (index: number | null, leftPx: number) => void
}

const charPx = 7.2
const marksPx = 72

/** Lines that are measured alike share an axis; states that have names have one of their own. */
const scaleOf = ({ unit = '', labels, paramId }: ChartSeries): string =>
  labels === undefined ? `unit ${unit}` : `states ${paramId}`

export const plotOptions = (style: PlotStyle): UPlot.Options => {
  const { series, widthPx, heightPx, colour, view, onCursor } = style
  const scales = [...new Map(series.map((one) => [scaleOf(one), one]))]
  return {
    width: widthPx,
    height: heightPx,
    ms: 1,
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    cursor: { y: false, drag: { x: false, y: false, setScale: false } },
    hooks: {
      setCursor: [
        (plot) => onCursor(plot.cursor.idx ?? null, plot.bbox.left / devicePixelRatio + (plot.cursor.left ?? 0)),
      ],
    },
    scales: {
      x: { time: true, range: () => [view().from, view().till] },
      ...Object.fromEntries(scales.flatMap(([scale, { labels }]) => (labels === undefined ? [] : [[scale, states]]))),
    },
    axes: [timeAxis(style), ...scales.map(([scale, of], i) => valueAxis(style, scale, of, i))],
    series: [
      {},
      ...series.map((one, i) => ({
        scale: scaleOf(one),
        stroke: colour(colourOf(i)),
        width: 1.5,
        dash: [...dashOf(i)],
        ...pathsOf(one),
        points: { size: 4, fill: colour(colourOf(i)), filter: shownPoints },
      })),
      ...[...series, ...series].map((one) => ({
        scale: scaleOf(one),
        width: 0,
        ...pathsOf(one),
        points: { show: false },
      })),
    ],
    bands: series.map((_, i) => ({
      series: [1 + i + 2 * series.length, 1 + i + series.length],
      fill: faded(colour(colourOf(i))),
    })),
  }
}

const pathsOf = ({ isStepped }: ChartSeries): Pick<UPlot.Series, 'paths'> =>
  isStepped === true && UPlot.paths.stepped !== undefined ? { paths: UPlot.paths.stepped({ align: 1 }) } : {}

/** What lies between the least and the greatest is behind the line. */
const faded = (rgb: string): string => rgb.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.22)')

/** States have room above and below, and are at least two. */
const states: UPlot.Scale = {
  range: (_plot, min: number | null, max: number | null) => [
    Math.min(0, min ?? 0) - 0.25,
    Math.max(1, max ?? 1) + 0.25,
  ],
}

/** All where there is room for them, and else those that no line leads to. */
const shownPoints: UPlot.Series.Points.Filter = (plot, line, isRoom) =>
  isRoom ? null : lonely((plot.data[line] ?? []) as (number | null | undefined)[])

const lines = ({ colour }: PlotStyle) => ({
  stroke: colour('--quiet'),
  ticks: { show: false },
  font: '11px "IBM Plex Sans Variable", system-ui, sans-serif',
})

const timeAxis = (style: PlotStyle): UPlot.Axis => {
  const words = timeWords(style.language, zone)
  return {
    ...lines(style),
    space: marksPx,
    size: 42,
    grid: { stroke: style.colour('--line'), width: 1 },
    values: (_plot, marks, _axis, _space, stepMs) => timeMarks(marks, stepMs, words),
  }
}

/** The unit stands at the highest mark. The first axis is on the left, with lines across; others are on the right. */
const valueAxis = (style: PlotStyle, scale: string, { unit = '', labels }: ChartSeries, at: number): UPlot.Axis => {
  const named = (mark: number): string => labels?.[String(mark)] ?? ''
  return {
    ...lines(style),
    scale,
    side: at === 0 ? 3 : 1,
    grid: { show: at === 0, stroke: style.colour('--line'), width: 1 },
    size: (_plot, texts: string[] | null) => 18 + charPx * Math.max(3, ...(texts ?? []).map((text) => text.length)),
    // States are whole numbers.
    ...(labels !== undefined && { incrs: [1, 2, 5, 10, 100, 1000] }),
    values: (_plot, marks, _axis, _space, step) => {
      if (labels !== undefined) return marks.map(named)
      const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)))
      const format = new Intl.NumberFormat(style.language, { maximumFractionDigits: decimals })
      return marks.map((mark, i) =>
        i === marks.length - 1 && unit !== '' ? `${format.format(mark)} ${unit}` : format.format(mark),
      )
    },
  }
}
