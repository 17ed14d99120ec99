import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { ApiError } from '../../data/api/api-error.ts'
import { type AnswerOf, call } from '../../data/api/api-query.ts'
import { OrgProvider } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLive, useLiveStatus } from '../../data/live/use-live.ts'
import { everySec, tokensOf } from '../../data/state/kiosk.rules.ts'
import { setShareToken, useIsLinkEnded } from '../../data/state/share-link.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { ComputerClock, LivePill } from '../live-pill.tsx'
import { Logo } from '../logo.tsx'
import { Clock, Kiosk } from './kiosk.tsx'
import { WhileLive } from './line.tsx'
import { usePageRotation } from './use-page-rotation.ts'
import { useReloadOnUpdate } from './use-reload-on-update.ts'

type OpenedShare = AnswerOf<'shared', 'get'>
type SharedContent = OpenedShare['object']

/** How a kind of object is shown. */
interface SharedView<One extends SharedContent> {
  View: ComponentType<{ object: One }>
  /** Returns the title; `usual` if the object has no name. */
  titleOf: (name: string, object: One, usual: string) => string
}

/** Views by object type. */
export type SharedViews = {
  readonly [Kind in SharedContent['kind']]: SharedView<Extract<SharedContent, { kind: Kind }>>
}

export interface SharedPageProps {
  views: SharedViews
}

/** The view matches the object's type. */
const viewOf = (views: SharedViews, { kind }: SharedContent): SharedView<SharedContent> =>
  views[kind] as SharedView<SharedContent>

/** Page of a share link. Several tokens are pages that rotate. */
export const SharedPage = ({ views }: SharedPageProps): ReactNode => {
  const tokens = tokensOf(useLocation({ select: ({ hash }) => hash }))
  const { every = everySec.usual } = useSearch({ from: '/shared' })
  const turn = usePageRotation(tokens.length, every)
  const token = tokens[turn?.page ?? 0]
  if (token === undefined) return <LinkEnd />
  // Each link is a visitor of its own: nothing of one is shown by another.
  return <ByLink key={token} token={token} turn={turn} views={views} />
}

interface ByLinkProps extends SharedPageProps {
  token: string
  turn: ReturnType<typeof usePageRotation>
}

const ByLink = ({ token, turn, views }: ByLinkProps): ReactNode => {
  const client = useQueryClient()
  // Before anything below asks.
  setShareToken(token)
  const isEnded = useIsLinkEnded(token)
  const opened = useQuery({
    queryKey: ['shared', 'open', token],
    queryFn: ({ signal }) => call('shared', 'open', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A screen that is switched on before the service finds its way by itself.
    retry: (_failures, error) => !(error instanceof ApiError) || error.status !== 401,
    retryDelay: 10_000,
  })
  useEffect(() => {
    // Removes shared data from this browser after the link ended.
    if (isEnded) client.removeQueries()
  }, [client, isEnded])
  // Another link of the organization may show other alerts, and asks for them in the same words.
  useEffect(() => () => client.removeQueries({ queryKey: ['alerts'] }), [client])
  if (isEnded) return <LinkEnd />
  return (
    <Loaded query={opened}>
      {(first) => <Shown first={first} token={token} turn={turn} view={viewOf(views, first.object)} />}
    </Loaded>
  )
}

/** Interval at which the name and the link are checked; without a stream also the service. */
const refetchMs = { live: 60_000, else: 15_000 } as const

interface ShownProps {
  first: OpenedShare
  token: string
  turn: ByLinkProps['turn']
  view: SharedView<SharedContent>
}

const Shown = ({ first, token, turn, view: { View, titleOf } }: ShownProps): ReactNode => {
  const { dashboards } = useTexts()
  const navigate = useNavigate()
  const { kiosk, look } = useSearch({ from: '/shared' })
  const { state } = useLiveStatus()
  const { data: now } = useQuery({
    queryKey: ['shared', 'get', token],
    queryFn: ({ signal }) => call('shared', 'get', {}, signal),
    initialData: first,
    refetchInterval: state === 'live' ? refetchMs.live : refetchMs.else,
    refetchIntervalInBackground: true,
  })
  useLive(now.orgId)
  const { object, orgId, orgName, expiresOn } = now
  const title = titleOf(now.name, object, dashboards.title)
  const board = <View object={object} />
  const org = { orgId, orgName, userRole: 'viewer' } as const
  const leave = (): void => void navigate({ to: '/shared', search: {}, hash: (before) => before ?? '', replace: true })
  return (
    <OrgProvider org={org}>
      {kiosk === true ? (
        <Kiosk title={title} turn={turn} isLight={look === 'light'} onLeave={leave}>
          {board}
        </Kiosk>
      ) : (
        <SharedFrame title={title} orgName={orgName} expiresOn={expiresOn}>
          {board}
        </SharedFrame>
      )}
    </OrgProvider>
  )
}

/** Replaces the shared content after the link ended. */
const LinkEnd = (): ReactNode => {
  const { sharing, common } = useTexts()
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>{`${sharing.endTitle} · ${common.appName}`}</title>
      <div role="alert" className="flex flex-col items-center gap-2">
        <Logo className="h-6" />
        <h1 className="sr-only">{sharing.endTitle}</h1>
        <EmptyState icon={Unlink} title={sharing.endTitle} help={sharing.endHelp} />
      </div>
    </main>
  )
}

interface SharedFrameProps {
  title: string
  orgName: string
  expiresOn: string
  children: ReactNode
}

/** Frame of a shared object: owner, read-only mark, expiry and connection state. It has no navigation. */
const SharedFrame = ({ title, orgName, expiresOn, children }: SharedFrameProps): ReactNode => {
  const { sharing } = useTexts()
  const { moment, time } = useFormat()
  const now = useNow()
  useReloadOnUpdate()
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · ${orgName}`}</title>
      <header className="sticky top-0 z-10 flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-ground px-4 py-2 md:px-6">
        <Logo />
        <div className="min-w-0">
          <h1 className="text-lg leading-tight">{title}</h1>
          <p className="text-xs text-quiet">{orgName}</p>
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <p className="text-xs text-quiet" title={time(expiresOn)}>
            {sharing.readOnly({ till: moment(expiresOn, now) })}
          </p>
          <ComputerClock />
          <LivePill />
          <Clock />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-[1600px] flex-1 flex-col gap-4 px-4 py-4 md:px-6">
        <WhileLive>{children}</WhileLive>
      </main>
    </div>
  )
}
