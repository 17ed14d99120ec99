import { decimalsOf } from '../format/decimals.rules.ts'
import type { Format } from '../format/use-format.ts'
import type { ChartSeries } from './data/chart-series.ts'
import type { LegendFigures } from './data/figures.rules.ts'

/** A value of a line for people: its name if it is a state, else the number with its unit. */
export const shownValue = (
  { labels, resolution = float, unit }: ChartSeries,
  value: number | null,
  { decimal }: Format,
): string => {
  if (value === null) return '—'
  return labels?.[String(value)] ?? decimal(value, decimalsOf(resolution, value), unit)
}

const float = { valueType: 'f32' }

/** From the least to the greatest value of a step; nothing where they are the same. */
export const shownRange = (series: ChartSeries, low: number | null, high: number | null, format: Format): string =>
  low === high ? '' : `${shownValue(series, low, format)} – ${shownValue(series, high, format)}`

/** With its sign. */
export const shownChange = (series: ChartSeries, change: number | null, format: Format): string => {
  if (change === null) return '—'
  return `${change < 0 ? '−' : '+'}${shownValue({ ...series, labels: undefined }, Math.abs(change), format)}`
}

/** Of so many digits a sum is sure. */
const sumDigits = 4

export const shownSum = (figures: LegendFigures | null, { decimal }: Format): string => {
  if (figures === null || figures.sum === null || figures.sumUnit === null) return '—'
  const whole = Math.max(1, Math.floor(Math.log10(Math.abs(figures.sum) || 1)) + 1)
  const decimals = Math.max(0, sumDigits - whole)
  return decimal(figures.sum, { min: 0, max: decimals }, figures.sumUnit)
}
