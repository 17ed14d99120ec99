import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../api/ask.ts'
import type { ChartSeries } from './chart-series.ts'
import type { LegendLine } from './legend.tsx'
import { extremesOf, valueAt } from './merge.rules.ts'
import type { History } from './use-history.ts'
import { coarse, type View } from './view.rules.ts'

/** What the legend says. The least and the greatest are of all readings, and not only of those that are drawn. */
export const useLegend = (
  series: readonly ChartSeries[],
  { lines, data }: History,
  view: View,
  cursor: number | null,
): readonly LegendLine[] => {
  const { from, till } = coarse(view)
  const paramIds = series.map(({ paramId }) => paramId)
  const extremes = useQuery({
    ...ask('readings', 'minMaxRange', { paramIds, from: new Date(from), till: new Date(till) }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const drawn = useMemo(() => lines.map((line) => extremesOf(line, view.from, view.till)), [lines, view])
  return series.map((one, i) => {
    const [asked, seen] = [extremes.data?.[one.paramId], drawn[i] ?? null]
    const at = cursor ?? (lines[i] === undefined ? -1 : data[0].length - 1)
    return {
      series: one,
      value: valueAt(data[i + 1] ?? [], at),
      lowest: least([asked?.minValue, seen?.min], Math.min),
      highest: least([asked?.maxValue, seen?.max], Math.max),
    }
  })
}

const least = (values: readonly (number | undefined)[], choose: (...of: number[]) => number): number | null => {
  const found = values.filter((value) => value !== undefined)
  return found.length === 0 ? null : choose(...found)
}
