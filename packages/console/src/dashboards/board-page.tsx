import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { LayoutDashboard, Maximize, Pencil } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type AnswerOf, apiQuery } from '../data/api/api-query.ts'
import { useHasRole, useOrg } from '../data/api/use-org.tsx'
import { useNow } from '../data/format/use-now.ts'
import { everySec, idsOf } from '../data/state/kiosk.rules.ts'
import { rangeOfSearch, searchOfRange } from '../readings/charts/search.rules.ts'
import { TimePicker } from '../readings/charts/time-picker.tsx'
import { useZone } from '../readings/charts/use-zone.ts'
import { Kiosk } from '../shell/sharing/kiosk.tsx'
import { KioskSession } from '../shell/sharing/kiosk-session.tsx'
import { ShareButton } from '../shell/sharing/share-button.tsx'
import { usePageRotation } from '../shell/sharing/use-page-rotation.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Choice } from '../ui/forms/fields.tsx'
import { Page, Panel } from '../ui/layout/page.tsx'
import { useMedia } from '../ui/layout/use-media.ts'
import type { BoardSearch, BoardTime } from './board.rules.ts'
import { BoardMenu } from './board-menu.tsx'
import { BoardTabs, boardName } from './board-tabs.tsx'
import { BoardView, inOrder } from './board-view.tsx'
import { BoardEditor } from './editor/board-editor.tsx'
import { draftOf } from './editor/use-draft.ts'
import { usePublish } from './editor/use-publish.ts'
import { PhoneOrder } from './phone-order.tsx'
import { SharedBoard } from './shared-board.tsx'
import type { Board, Widget } from './values/board.ts'
import { useDraftSource, useLoadedBoard } from './values/board-sources.ts'

/** A board of who is signed in on a wall; several take turns where the address names them. */
const KioskBoard = ({ dashboardId }: { dashboardId: number }): ReactNode => {
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

/** A dashboard with its actions. The address selects what is shown. */
export const BoardPage = ({ dashboardId }: { dashboardId: number }): ReactNode => {
  const { kiosk } = useSearch({ strict: false })
  return kiosk === true ? <KioskBoard dashboardId={dashboardId} /> : <PlainBoard dashboardId={dashboardId} />
}

const PlainBoard = ({ dashboardId }: { dashboardId: number }): ReactNode => {
  const { dashboards } = useTexts()
  const board = useQuery(apiQuery('boards', 'get', { dashboardId }))
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
  const isManager = useHasRole('manager')
  const isWide = useMedia('editor')
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
    ...apiQuery('boards', 'devices', { dashboardId: board.id }),
    enabled: board.variable !== undefined,
  })
  const lookedAt = device ?? devices.data?.[0]?.id ?? null
  const full = useRef<HTMLDivElement>(null)
  if (edit && isManager) {
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
          {/* Another device starts with a new state. */}
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
  const mayWrite = useHasRole('operator')
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

const timeOf = (times: { [K in keyof BoardTime]: BoardTime[K] | undefined }): BoardTime =>
  Object.fromEntries(Object.entries(times).filter(([, value]) => value !== undefined))

interface BoardTimePickerProps {
  time: BoardTime
  onChange: (next: { [K in keyof BoardTime]?: BoardTime[K] | undefined }) => void
}

const noTime = { span: undefined, from: undefined, till: undefined }

/** Chooses the time range of all charts of a dashboard. */
const BoardTimePicker = ({ time, onChange }: BoardTimePickerProps): ReactNode => {
  const now = useNow()
  const { zone, zones } = useZone(time.zone)
  return (
    <TimePicker
      range={rangeOfSearch(time, now, zone)}
      now={now}
      search={time}
      zones={zones}
      onRange={(range) => onChange({ ...noTime, ...searchOfRange(range) })}
      onSpan={(span) => onChange({ ...noTime, span })}
      onZone={(name) => onChange({ zone: name === 'mine' ? undefined : name })}
    />
  )
}

interface DeviceChoiceProps {
  devices: AnswerOf<'boards', 'devices'>
  chosen: number | null
  onChoose: (id: number) => void
}

/** Which device of its template a board shows. Devices that are named alike have their networks beside them. */
const DeviceChoice = ({ devices, chosen, onChoose }: DeviceChoiceProps): ReactNode => {
  const { common, dashboards } = useTexts()
  const isAlike = (name: string): boolean => devices.filter((one) => one.name === name).length > 1
  const options = devices.map(({ id, name, netName }) => [id, isAlike(name) ? `${name} · ${netName}` : name] as const)
  const none = options.some(([id]) => id === chosen)
    ? []
    : [[chosen ?? 0, chosen === null ? dashboards.choose : `#${chosen}`] as const]
  return (
    <Choice
      label={common.device}
      value={chosen ?? 0}
      options={[...none, ...options]}
      onChange={(id) => id > 0 && onChoose(id)}
      isLabelHidden
    />
  )
}

/** Puts the widgets of a board in order for phones, and saves that at once. */
const OrderOnPhone = ({ board }: { board: Board }): ReactNode => {
  const { dashboards } = useTexts()
  const { values } = useDraftSource(board.id, board.widgets, null)
  const publish = usePublish(board, () => {})
  const nameOf = ({ title, kind, settings }: Widget): string => {
    const one = 'value' in settings ? values.of(settings.value) : undefined
    if (title !== '' || one === undefined) return title || dashboards.kinds[kind]
    return one.device === undefined ? one.param.name : `${one.param.name} · ${one.device.name}`
  }
  const items = inOrder(board.widgets).map((widget) => ({ id: widget.id, name: nameOf(widget) }))
  const save = (ids: readonly string[]): void =>
    publish.send({
      ...draftOf(board),
      widgets: board.widgets.map((widget) => ({ ...widget, order: ids.indexOf(widget.id) + 1 })),
    })
  return <PhoneOrder items={items} onOrder={save} />
}
