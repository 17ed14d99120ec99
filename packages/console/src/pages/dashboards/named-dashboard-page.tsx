import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../api/ask.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { BoardView } from './board-view.tsx'

/** A dashboard besides the default one. */
export const NamedDashboardPage = (): ReactNode => {
  const { id: dashboardId } = useParams({ from: '/shell/dashboards/$id' })
  const { dashboards } = useTexts()
  const board = useQuery(ask('dashboards', 'getOne', { dashboardId }))
  return <BoardView key={dashboardId} dashboardId={dashboardId} title={board.data?.name ?? dashboards.title} />
}
