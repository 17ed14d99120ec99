import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { LayoutDashboard, Maximize, Pencil } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { useMay } from '../../api/use-org.tsx'
import { ShareButton } from '../../sharing/share-button.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Page, Panel } from '../../ui/layout/page.tsx'
import { BoardMenu } from './board-menu.tsx'
import { boardName } from './board-name.ts'
import type { BoardSearch, BoardTime } from './board-search.rules.ts'
import { BoardTabs } from './board-tabs.tsx'
import { BoardTimePicker } from './board-time.tsx'
import { BoardView } from './board-view.tsx'
import { DeviceChoice } from './device-choice.tsx'
import { BoardEditor } from './edit/board-editor.tsx'
import { OrderOnPhone } from './order-on-phone.tsx'
import { KioskBoard } from './share/kiosk-board.tsx'
import { useIsWide } from './use-is-wide.ts'
import type { Board } from './values/board.ts'
import { useLoadedBoard } from './values/use-loaded-board.ts'

/** A dashboard with what can be done to it. The address says what of it is shown. */
export const BoardPage = ({ dashboardId }: { dashboardId: number }): ReactNode => {
  const { kiosk } = useSearch({ strict: false })
  return kiosk === true ? <KioskBoard dashboardId={dashboardId} /> : <PlainBoard dashboardId={dashboardId} />
}

const PlainBoard = ({ dashboardId }: { dashboardId: number }): ReactNode => {
  const { dashboards } = useTexts()
  const board = useQuery(ask('boards', 'get', { dashboardId }))
  const title = board.data === undefined ? dashboards.title : boardName(board.data, dashboards.title)
  return board.data === undefined ? (
    <Page title={title}>
      <BoardTabs />
      <Loaded query={board}>{() => null}</Loaded>
    </Page>
  ) : (
    <LoadedBoard board={board.data} title={title} />
  )
}

const LoadedBoard = ({ board, title }: { board: Board; title: string }): ReactNode => {
  const { dashboards } = useTexts()
  const isManager = useMay('manager')
  const isWide = useIsWide()
  const { span, from, till, zone, device, edit = false } = useSearch({ strict: false }) as BoardSearch
  const time = useMemo(() => timeOf({ span, from, till, zone }), [span, from, till, zone])
  const [isOrdering, setIsOrdering] = useState(false)
  const navigate = useNavigate()
  const show = (search: { [K in keyof BoardSearch]?: BoardSearch[K] | undefined }): void =>
    void navigate({
      to: '.',
      search: (before: BoardSearch) =>
        Object.fromEntries(Object.entries({ ...before, ...search }).filter(([, value]) => value !== undefined)),
      replace: true,
      resetScroll: false,
      ignoreBlocker: search.edit === undefined && edit,
    } as Parameters<typeof navigate>[0])
  const devices = useQuery({
    ...ask('boards', 'devices', { dashboardId: board.id }),
    enabled: board.variable !== undefined,
  })
  const lookedAt = device ?? devices.data?.[0]?.id ?? null
  const full = useRef<HTMLDivElement>(null)
  const isEditing = edit && isManager && isWide
  if (isEditing) {
    return (
      <Page title={title}>
        <BoardEditor
          key={board.version}
          board={board}
          lookedAt={board.variable === undefined ? (device ?? null) : lookedAt}
          onDone={() => show({ edit: undefined })}
        />
      </Page>
    )
  }
  const actions = (
    <>
      <BoardTimePicker time={time} onChange={show} />
      {board.variable !== undefined && (
        <DeviceChoice devices={devices.data ?? []} chosen={lookedAt} onChoose={(id) => show({ device: id })} />
      )}
      {document.fullscreenEnabled && (
        <Button icon={Maximize} onClick={() => void full.current?.requestFullscreen()}>
          {dashboards.fullScreen}
        </Button>
      )}
      {isManager && isWide && (
        <Button icon={Pencil} onClick={() => show({ edit: true })}>
          {dashboards.edit}
        </Button>
      )}
      {isManager && !isWide && board.widgets.length > 1 && (
        <Button variant={isOrdering ? 'primary' : 'plain'} onClick={() => setIsOrdering(!isOrdering)}>
          {isOrdering ? dashboards.done : dashboards.arrange}
        </Button>
      )}
      <ShareButton
        object={{
          kind: 'dashboard',
          dashboardId: board.id,
          ...(board.variable !== undefined && lookedAt !== null && { deviceId: lookedAt }),
        }}
        onKiosk={() => show({ kiosk: true })}
      />
      <BoardMenu board={board} />
    </>
  )
  return (
    <Page title={title} actions={actions}>
      <BoardTabs />
      {board.widgets.length === 0 ? (
        <Panel title={dashboards.widgets}>
          <EmptyState
            icon={LayoutDashboard}
            title={dashboards.none}
            help={isManager ? dashboards.noneHelp : dashboards.noneHelpViewer}
          />
        </Panel>
      ) : isOrdering ? (
        <OrderOnPhone board={board} />
      ) : (
        <div ref={full} className="bg-ground [&:fullscreen]:overflow-auto [&:fullscreen]:p-4">
          {/* Of another device nothing stays that was shown before. */}
          <ShownBoard key={lookedAt} board={board} time={time} lookedAt={lookedAt} />
        </div>
      )}
    </Page>
  )
}

const ShownBoard = ({
  board,
  time,
  lookedAt,
}: {
  board: Board
  time: BoardTime
  lookedAt: number | null
}): ReactNode => {
  const mayWrite = useMay('operator')
  const { source, query } = useLoadedBoard({
    dashboardId: board.id,
    refreshSec: board.refreshSec,
    lookedAt,
    time,
    mayWrite,
  })
  return (
    <>
      {query.isError && query.data === undefined && <Loaded query={query}>{() => null}</Loaded>}
      <BoardView widgets={board.widgets} source={source} />
    </>
  )
}

const timeOf = (given: { [K in keyof BoardTime]: BoardTime[K] | undefined }): BoardTime =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
