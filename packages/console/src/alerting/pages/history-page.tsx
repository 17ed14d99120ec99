import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AlertLog } from '../alert-log.tsx'
import { AlertsFrame } from '../alerts-frame.tsx'

/** What became of all alerts, the newest first. */
export const HistoryPage = (): ReactNode => {
  const { page = 1 } = useSearch({ from: '/shell/alerts/history' })
  const navigate = useNavigate()
  return (
    <AlertsFrame>
      <AlertLog page={page} onPage={(next) => void navigate({ to: '/alerts/history', search: { page: next } })} />
    </AlertsFrame>
  )
}
