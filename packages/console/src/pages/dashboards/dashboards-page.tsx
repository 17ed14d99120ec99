import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import { BoardView } from './board-view.tsx'

/** The organization's default dashboard, from which the others are reached. */
export const DashboardsPage = (): ReactNode => {
  const { dashboards } = useTexts()
  return <BoardView dashboardId={null} title={dashboards.title} />
}
