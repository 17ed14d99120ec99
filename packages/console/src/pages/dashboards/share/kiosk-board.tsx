import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { useOrg } from '../../../api/use-org.tsx'
import { Kiosk } from '../../../sharing/kiosk.tsx'
import { KioskSession } from '../../../sharing/kiosk-session.tsx'
import { usePageRotation } from '../../../sharing/use-page-rotation.ts'
import { everySec, idsOf } from '../../../state/kiosk.rules.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { boardName } from '../board-name.ts'
import type { BoardSearch } from '../board-search.rules.ts'
import { SharedBoard } from './shared-board.tsx'

/** A board of who is signed in on a wall; several take turns where the address names them. */
export const KioskBoard = ({ dashboardId }: { dashboardId: number }): ReactNode => {
  const { dashboards } = useTexts()
  const { orgId } = useOrg()
  const navigate = useNavigate()
  const { every = everySec.usual, boards = '', look, device } = useSearch({ strict: false }) as BoardSearch
  const listed = idsOf(boards)
  const turn = usePageRotation(listed.length, every)
  const shownId = listed[turn?.page ?? 0] ?? dashboardId
  const all = useQuery(apiQuery('boards', 'list', { orgId }))
  const shown = all.data?.find(({ id }) => id === shownId)
  const title = shown === undefined ? dashboards.title : boardName(shown, dashboards.title)
  return (
    <Kiosk
      title={title}
      turn={turn}
      isLight={look === 'light'}
      onLeave={() => void navigate({ to: '.', search: device === undefined ? {} : { device }, replace: true })}
    >
      <KioskSession
        object={{ kind: 'dashboard', dashboardId: shownId, ...(device !== undefined && { deviceId: device }) }}
      />
      <SharedBoard key={shownId} object={{ dashboardId: shownId, deviceId: device }} />
    </Kiosk>
  )
}
