import type { ChartSeries } from '@busbar/charts'
import type { LegendFigures } from '@busbar/charts/figures'
import { decimalsOf } from '@busbar/ui/quantity'
import type { Format } from '../../data/format/use-format.ts'

/** Formats a value of a line: the name of a state, or a number with an SI prefix and its unit. */
export const shownValue = (
  { labels, resolution = float, unit }: ChartSeries,
  value: number | null,
  { quantity }: Format,
): string => {
  if (value === null) return '—'
  return labels?.[String(value)] ?? quantity(value, { unit, decimals: decimalsOf(resolution, value) })
}

/** The same with all digits, in the unit of the parameter. */
export const exactValue = (
  { labels, resolution = float, unit }: ChartSeries,
  value: number,
  { decimal }: Format,
): string => labels?.[String(value)] ?? decimal(value, decimalsOf(resolution, value), unit)

const float = { valueType: 'f32' }

/** Formats the lowest and highest value of a step in one unit; empty where they are the same. */
export const shownRange = (series: ChartSeries, low: number | null, high: number | null, format: Format): string => {
  if (low === high) return ''
  const { labels, resolution = float, unit } = series
  if (low === null || high === null || labels !== undefined)
    return `${shownValue(series, low, format)} – ${shownValue(series, high, format)}`
  const greatest = Math.max(Math.abs(low), Math.abs(high))
  return format.range(low, high, { unit, decimals: decimalsOf(resolution, greatest) }).join(' – ')
}

/** Formats a change with its sign. */
export const shownChange = (series: ChartSeries, change: number | null, format: Format): string => {
  if (change === null) return '—'
  return `${change < 0 ? '−' : '+'}${shownValue({ ...series, labels: undefined }, Math.abs(change), format)}`
}

/** A sum over time is no more precise than that. */
const sumDigits = 4

export const shownSum = (figures: LegendFigures | null, { quantity }: Format): string => {
  if (figures === null || figures.sum === null || figures.sumUnit === null) return '—'
  const whole = Math.max(1, Math.floor(Math.log10(Math.abs(figures.sum) || 1)) + 1)
  return quantity(figures.sum, { unit: figures.sumUnit, decimals: { min: 0, max: Math.max(0, sumDigits - whole) } })
}
