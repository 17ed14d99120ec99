import type { ChartSeries } from '@busbar/charts'
import { extended, type SpanSummary } from '@busbar/charts/figures'
import type { TimeWindow } from '@busbar/charts/window'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import type { RangeControl } from '../charts/use-range.ts'
import type { LivePoints } from './use-history.ts'

const refetchMs = 60_000

/**
 * Extremes, mean and last reading of each line in the span that is shown. A view that follows the present is requested in whole steps; live readings
 * complete it. A view that is being dragged is not requested. `live` and the view change together.
 */
export const useSummaries = (
  series: readonly ChartSeries[],
  { range, isMoving }: Pick<RangeControl, 'range' | 'isMoving'>,
  view: TimeWindow,
  stepMs: number,
  live: LivePoints,
): ReadonlyMap<number, SpanSummary> => {
  const isFollowing = range.till === null
  const paramIds = useMemo(() => series.map(({ paramId }) => paramId), [series])
  const span = isFollowing
    ? { from: Math.ceil(view.from / stepMs) * stepMs, till: Math.ceil(view.till / stepMs) * stepMs }
    : view
  const { data } = useQuery({
    ...apiQuery('readings', 'summary', { paramIds, from: new Date(span.from), till: new Date(span.till) }),
    enabled: paramIds.length > 0 && !isMoving,
    placeholderData: keepPreviousData,
    refetchInterval: isFollowing && refetchMs,
    refetchOnWindowFocus: false,
  })
  return useMemo(
    () =>
      new Map(
        series.flatMap(({ paramId }): [number, SpanSummary][] => {
          const found = data?.[paramId]
          const known = found && { ...found, lastOn: Date.parse(found.lastOn) }
          const summary = extended(known, live.of(paramId), view)
          return summary === undefined ? [] : [[paramId, summary]]
        }),
      ),
    [series, data, live, view],
  )
}
