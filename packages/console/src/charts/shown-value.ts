import { decimalsOf } from '../format/decimals.rules.ts'
import type { Format } from '../format/use-format.ts'
import type { ChartSeries } from './data/chart-series.ts'

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
