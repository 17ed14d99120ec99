import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { apiQuery, keyOf } from '../../data/api/api-query.ts'
import { useLiveEvents } from '../../data/live/use-live.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import type { BoardTime } from '../board.rules.ts'
import type { BoardAnswer } from './board.ts'
import type { BoardSource } from './board-context.tsx'
import { BoardValues } from './board-values.ts'

export interface LoadedBoardOptions {
  dashboardId: number
  refreshSec: number
  lookedAt: number | null
  time: BoardTime
  mayWrite: boolean
}

/** So often a running bar grows. */
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
