import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { BoardView } from './board-view.tsx'
import type { Board } from './values/board.ts'
import { useLoadedBoard } from './values/board-sources.ts'

export interface SharedBoardProps {
  object: { dashboardId: number; deviceId?: number | undefined }
}

/** A dashboard on a wall display may be changed meanwhile: its widgets are reloaded at this interval. */
const refetchMs = 60_000
/** The last day. */
const time = {}

/** A board to look at, and nothing to be done to it: behind a share link, or on a wall. */
export const SharedBoard = ({ object: { dashboardId, deviceId } }: SharedBoardProps): ReactNode => {
  const board = useQuery({ ...apiQuery('boards', 'get', { dashboardId }), refetchInterval: refetchMs })
  return <Loaded query={board}>{(found) => <Grid key={found.id} board={found} lookedAt={deviceId ?? null} />}</Loaded>
}

const Grid = ({ board, lookedAt }: { board: Board; lookedAt: number | null }): ReactNode => {
  const { dashboards } = useTexts()
  const { id: dashboardId, refreshSec, widgets } = board
  const { source, query } = useLoadedBoard({ dashboardId, refreshSec, lookedAt, time, mayWrite: false })
  const linkless = useMemo(() => ({ ...source, hasLinks: false }), [source])
  if (widgets.length === 0) return <EmptyState title={dashboards.none} />
  // On a wall the rows share out the height of the screen.
  const rows = Math.max(...widgets.map(({ place }) => place.row + place.height - 1))
  return (
    <Loaded query={query}>
      {() => (
        <div data-rows={rows} style={{ '--rows': rows } as CSSProperties}>
          <BoardView widgets={widgets} source={linkless} />
        </div>
      )}
    </Loaded>
  )
}
