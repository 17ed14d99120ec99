import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useLiveEvents } from '../../data/live/use-live.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import type { Widget } from './board.ts'
import type { BoardSource } from './board-context.tsx'
import { BoardValues } from './board-values.ts'

const refetchInterval = 60_000
const time = {}
const nowhere = { column: 1, row: 1, width: 1, height: 1 }

/** What the widgets of a draft show. Where they stand makes no difference, so moving them asks nothing. */
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
