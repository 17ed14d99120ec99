import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ask } from '../../../api/ask.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { Kiosk } from '../../../sharing/kiosk.tsx'
import { useTurn } from '../../../sharing/use-turn.ts'
import { everySec, idsOf } from '../../../state/kiosk.rules.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { SharedBoard } from './shared-board.tsx'

/** A board of who is signed in on a wall; several take turns where the address names them. */
export const KioskBoard = ({ dashboardId }: { dashboardId: number }): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const { every = everySec.usual, boards = '', look } = useSearch({ strict: false })
  const listed = idsOf(boards)
  const turn = useTurn(listed.length, every)
  const shownId = listed[turn?.page ?? 0] ?? dashboardId
  const all = useQuery(ask('boards', 'list', { orgId }))
  const shown = all.data?.find(({ id }) => id === shownId)
  const title = shown === undefined || shown.isDefault ? dashboards.main : shown.name
  return (
    <Kiosk
      title={title}
      turn={turn}
      isLight={look === 'light'}
      onLeave={() => void navigate({ to: '.', search: {}, replace: true })}
    >
      <SharedBoard key={shownId} object={{ dashboardId: shownId }} />
    </Kiosk>
  )
}
