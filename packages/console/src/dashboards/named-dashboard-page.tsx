import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BoardPage } from './board-page.tsx'

/** A dashboard by its id. */
export const NamedDashboardPage = (): ReactNode => {
  const { id: dashboardId } = useParams({ from: '/shell/dashboards/$id' })
  return <BoardPage key={dashboardId} dashboardId={dashboardId} />
}
