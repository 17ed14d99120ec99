import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { type AnswerOf, ask, keyOf } from '../../api/ask.ts'
import { useLiveEvents } from '../../live/use-live.ts'
import type { View } from '../view.rules.ts'
import { type Aligned, alignCourses, brokenCourse, type Course } from './align.rules.ts'
import type { ChartSeries } from './chart-series.ts'
import { LivePoints } from './live-points.ts'
import { courseOf, withLive } from './merge.rules.ts'
import { stepFor, tilePoints, tilesOf } from './tiles.rules.ts'

type Rows = AnswerOf<'readings', 'minMeanMax'>

export interface History {
  /** Of each of the series, with breaks. */
  lines: readonly Course[]
  data: Aligned
  isLoading: boolean
  error: ApiError | null
  again: () => void
}

/** Readings on their way may still come into what is so recent. */
const recentMs = 600_000

/** The readings of a view, and the live ones since; `live` is of the component, so that it may follow its latest moment. */
export const useHistory = (series: readonly ChartSeries[], view: View, widthPx: number, live: LivePoints): History => {
  const client = useQueryClient()
  const [liveCount, setLiveCount] = useState(0)
  const paramIds = useMemo(() => series.map(({ paramId }) => paramId), [series])
  const stepMs = stepFor(view, widthPx)
  const tiles = tilesOf(view, stepMs)
  const answers = useQueries({
    queries: tiles.map(({ from, till }) => ({
      ...ask('readings', 'minMeanMax', { paramIds, from: new Date(from), till: new Date(till), points: tilePoints }),
      // The past stays as it is.
      staleTime: till < Date.now() - recentMs ? Number.POSITIVE_INFINITY : 0,
      refetchOnWindowFocus: false,
      enabled: widthPx > 0,
    })),
    combine: combined,
  })
  const known = useKept(answers.rows, answers.isLoading, paramIds)
  useLiveEvents((events) => {
    const { isOther, isTooMuch } = live.take(series, events)
    if (isOther) setLiveCount((count) => count + 1)
    if (isTooMuch) void client.invalidateQueries({ queryKey: keyOf('readings', 'minMeanMax'), predicate: isRecent })
  })
  const lines = useMemo(
    () =>
      series.map(({ paramId, isStepped = false }, i) =>
        brokenCourse(withLive(courseOf(known, i, isStepped), live.of(paramId)), stepMs),
      ),
    // Live readings change inside of `live`.
    [series, known, live, liveCount, stepMs],
  )
  const data = useMemo(() => alignCourses(lines), [lines])
  return { lines, data, isLoading: answers.isLoading, error: answers.error, again: answers.again }
}

const isRecent = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  (queryKey[2] as { till: Date }).till.getTime() > Date.now() - recentMs

interface Result {
  data: Rows | undefined
  error: ApiError | null
  isPending: boolean
  refetch: () => unknown
}

const combined = (results: readonly Result[]) => ({
  rows: results.map(({ data }) => data),
  isLoading: results.some(({ isPending }) => isPending),
  error: results.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
  again: () => results.forEach((one) => void one.refetch()),
})

/** While other tiles are coming, what was shown stays: a coarse line is better than none. */
const useKept = (
  rows: readonly (Rows | undefined)[],
  isLoading: boolean,
  paramIds: readonly number[],
): readonly (Rows | undefined)[] => {
  const [kept, setKept] = useState({ rows, paramIds })
  if (!isLoading && (kept.rows !== rows || kept.paramIds !== paramIds)) setKept({ rows, paramIds })
  return isLoading && kept.paramIds === paramIds && kept.rows.length > 0 ? kept.rows : rows
}
