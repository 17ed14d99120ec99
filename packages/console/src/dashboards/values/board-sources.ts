import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { apiQuery, keyOf } from '../../data/api/api-query.ts'
import { useLiveEvents } from '../../data/live/use-live.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import type { BoardTime } from '../board.rules.ts'
import type { BoardAnswer, Widget } from './board.ts'
import type { BoardSource } from './board-context.tsx'
import { BoardValues } from './board-values.ts'

export interface LoadedBoardOptions {
  dashboardId: number
  refreshSec: number
  lookedAt: number | null
  time: BoardTime
  mayWrite: boolean
}

/** Interval at which running bars are updated. */
const historyMs = 300_000

/** All that a board shows, by two questions however many widgets it has; the stream keeps it up to date. */
export const useLoadedBoard = ({
  dashboardId,
  refreshSec,
  lookedAt,
  time,
  mayWrite,
}: LoadedBoardOptions): { source: BoardSource; query: UseQueryResult<BoardAnswer> } => {
  const client = useQueryClient()
  const lang = serviceLanguage(useLanguage())
  const [values] = useState(() => new BoardValues())
  const device = lookedAt === null ? {} : { lookedAt }
  const query = useQuery({
    ...apiQuery('boards', 'values', { dashboardId, lang, ...device }),
    refetchInterval: refreshSec * 1000,
  })
  const history = useQuery({
    ...apiQuery('boards', 'history', { dashboardId, ...device }),
    placeholderData: keepPreviousData,
    refetchInterval: historyMs,
  })
  useEffect(() => {
    if (query.data !== undefined) values.load(query.data)
  }, [query.data, values])
  useLiveEvents((events) => {
    if (values.take(events)) void client.invalidateQueries({ queryKey: keyOf('boards', 'values', { dashboardId }) })
  })
  const source = useMemo(
    () => ({ values, history: history.data, time, mayWrite, hasLinks: true, lookedAt }),
    [values, history.data, time, mayWrite, lookedAt],
  )
  return { source, query }
}

const refetchInterval = 60_000
const time = {}
const nowhere = { column: 1, row: 1, width: 1, height: 1 }

/** Loads the values of a draft. Positions are irrelevant, so moving a widget sends no request. */
export const useDraftSource = (
  dashboardId: number,
  widgets: readonly Widget[],
  lookedAt: number | null,
): BoardSource => {
  const lang = serviceLanguage(useLanguage())
  const [values] = useState(() => new BoardValues())
  const queriedWidgets = widgets
    .map((widget): Widget => ({ ...widget, title: '', order: 0, place: nowhere }))
    .toSorted((a, b) => a.id.localeCompare(b.id))
  const preview = useQuery({
    ...apiQuery('boards', 'preview', {
      dashboardId,
      lang,
      widgets: queriedWidgets,
      ...(lookedAt !== null && { lookedAt }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  useEffect(() => {
    if (preview.data !== undefined) values.load(preview.data.now)
  }, [preview.data, values])
  useLiveEvents((events) => void values.take(events))
  const history = preview.data?.past
  return useMemo(
    () => ({ values, history, time, mayWrite: true, hasLinks: false, lookedAt }),
    [values, history, lookedAt],
  )
}
