import { type BandPoints, bandOf, type ChartSeries, type LinePoints, withBreaks, withLive } from '@busbar/charts'
import { chosenStep, tilePoints, tilesOf } from '@busbar/charts/tiles'
import type { TimeWindow } from '@busbar/charts/window'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, apiQuery, keyOf } from '../../data/api/api-query.ts'
import type { LiveEvent } from '../../data/live/live-feed.ts'
import { useLiveEvents } from '../../data/live/use-live.ts'
import { serverNow } from '../../data/state/server-time.ts'

type MinMeanMaxRows = AnswerOf<'readings', 'minMeanMax'>

export interface History {
  /** Line of each series, with breaks. */
  lines: readonly BandPoints[]
  /** How far points are apart at least. */
  stepMs: number
  isLoading: boolean
  error: ApiError | null
  again: () => void
}

/** Determines the distance between points. */
export interface PointSpacing {
  widthPx: number
  /** Chosen interval. */
  everySec: number | undefined
}

/** Readings on their way may still come into what is so recent. */
const recentMs = 600_000

/** The readings of a view, and the live ones since; `live` is of the component, so that it may follow its latest moment. */
export const useHistory = (
  series: readonly ChartSeries[],
  view: TimeWindow,
  fit: PointSpacing,
  live: LivePoints,
): History => {
  const client = useQueryClient()
  const [liveCount, setLiveCount] = useState(0)
  const { known, stepMs, ...rest } = useFigures(series, view, fit)
  useLiveEvents((events) => {
    const { isOther, isTooMuch } = live.take(series, events)
    if (isOther) setLiveCount((count) => count + 1)
    if (isTooMuch) void client.invalidateQueries({ queryKey: keyOf('readings', 'minMeanMax'), predicate: isRecent })
  })
  const lines = useMemo(
    () =>
      series.map(({ paramId, isStepped = false }) =>
        withBreaks(withLive(bandOf(known.rows, known.paramIds.indexOf(paramId), isStepped), live.of(paramId)), stepMs),
      ),
    // Live readings change inside of `live`.
    [series, known, live, liveCount, stepMs],
  )
  return { lines, stepMs, ...rest }
}

/** The readings of another period, as if they were of the view: `shiftMs` later. None while nothing is compared. A short one has live ones too. */
export const useEarlier = (
  series: readonly ChartSeries[],
  view: TimeWindow,
  fit: PointSpacing,
  shiftMs: number | null,
  live: LivePoints,
): readonly BandPoints[] => {
  const earlier = { from: view.from - (shiftMs ?? 0), till: view.till - (shiftMs ?? 0) }
  const { known, stepMs } = useFigures(series, earlier, shiftMs === null ? { ...fit, widthPx: 0 } : fit)
  return useMemo(() => {
    if (shiftMs === null) return []
    return series.map(({ paramId, isStepped = false }) => {
      const course = bandOf(known.rows, known.paramIds.indexOf(paramId), isStepped)
      const line = withBreaks(withLive(course, live.of(paramId)), stepMs)
      return { ...line, times: line.times.map((time) => time + shiftMs) }
    })
    // Live readings change inside of `live`, and the view with them.
  }, [series, known, stepMs, shiftMs, live, view])
}

/** Asks for the tiles of a view. Nothing is asked while the width is 0. */
const useFigures = (series: readonly ChartSeries[], view: TimeWindow, { widthPx, everySec }: PointSpacing) => {
  const paramIds = useMemo(() => series.map(({ paramId }) => paramId), [series])
  const stepMs = chosenStep(view, widthPx, everySec)
  const tiles = widthPx > 0 && paramIds.length > 0 ? tilesOf(view, stepMs) : []
  const answers = useQueries({
    queries: tiles.map(({ from, till }) => ({
      ...apiQuery('readings', 'minMeanMax', {
        paramIds,
        from: new Date(from),
        till: new Date(till),
        points: tilePoints,
      }),
      // The past stays as it is.
      staleTime: till < serverNow() - recentMs ? Number.POSITIVE_INFINITY : 0,
      refetchOnWindowFocus: false,
    })),
    combine: combined,
  })
  const { rows, isLoading: isPending, error, again } = answers
  const isLoading = isPending || widthPx === 0
  return { known: useLastLoaded(rows, isLoading, paramIds), stepMs, isLoading, error, again }
}

const isRecent = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  (queryKey[2] as { till: Date }).till.getTime() > serverNow() - recentMs

interface RowsQuery {
  data: MinMeanMaxRows | undefined
  error: ApiError | null
  isPending: boolean
  refetch: () => unknown
}

const combined = (results: readonly RowsQuery[]) => ({
  rows: results.map(({ data }) => data),
  isLoading: results.some(({ isPending }) => isPending),
  error: results.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
  again: () => results.forEach((one) => void one.refetch()),
})

interface LoadedRows {
  rows: readonly (MinMeanMaxRows | undefined)[]
  paramIds: readonly number[]
}

/** While other tiles or lines are coming, what was shown stays: a coarse line is better than none. */
const useLastLoaded = (rows: LoadedRows['rows'], isLoading: boolean, paramIds: readonly number[]): LoadedRows => {
  const [lastLoaded, setLastLoaded] = useState<LoadedRows>({ rows, paramIds })
  if (!isLoading && (lastLoaded.rows !== rows || lastLoaded.paramIds !== paramIds)) setLastLoaded({ rows, paramIds })
  const isLastShown = isLoading && lastLoaded.rows.length > 0
  return useMemo(() => (isLastShown ? lastLoaded : { rows, paramIds }), [isLastShown, lastLoaded, rows, paramIds])
}

interface Line {
  times: number[]
  values: (number | null)[]
}

/** More than that is asked from the service again, which keeps it better. */
const pointsMax = 4000

/** Live readings since the chart was opened, by parameter. A failed read is a break. */
export class LivePoints {
  readonly #lines = new Map<number, Line>()

  of(paramId: number): LinePoints {
    return this.#lines.get(paramId) ?? { times: [], values: [] }
  }

  /** When something was read last; 0 is never. */
  get latest(): number {
    return Math.max(0, ...[...this.#lines.values()].map(({ times }) => times.at(-1) ?? 0))
  }

  /**
   * Returns whether any event concerns the series, and whether there are too many points; then the older half is
   * forgotten.
   */
  take(series: readonly ChartSeries[], events: readonly LiveEvent[]): { isOther: boolean; isTooMuch: boolean } {
    const found = { isOther: false, isTooMuch: false }
    for (const event of events) {
      if (event.kind !== 'readings') continue
      for (const { paramId, deviceId } of series) {
        if (event.deviceId !== deviceId) continue
        const text = event.values[paramId]
        const isFailure = event.error !== undefined || event.errors?.[paramId] !== undefined
        if (text === undefined && !isFailure) continue
        found.isOther = true
        if (this.#add(paramId, Date.parse(event.readOn), text === undefined ? null : Number(text)))
          found.isTooMuch = true
      }
    }
    return found
  }

  #add(paramId: number, on: number, value: number | null): boolean {
    const line = this.#lines.get(paramId) ?? { times: [], values: [] }
    this.#lines.set(paramId, line)
    if (on <= (line.times.at(-1) ?? 0)) return false
    line.times.push(on)
    line.values.push(Number.isNaN(value) ? null : value)
    if (line.times.length <= pointsMax) return false
    line.times.splice(0, pointsMax / 2)
    line.values.splice(0, pointsMax / 2)
    return true
  }
}
