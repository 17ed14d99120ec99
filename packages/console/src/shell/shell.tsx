import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useBlocker, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { apiQuery } from '../data/api/api-query.ts'
import { type Org, OrgProvider, useOrg } from '../data/api/use-org.tsx'
import { useFormat } from '../data/format/use-format.ts'
import { useNow } from '../data/format/use-now.ts'
import { useServerLost } from '../data/live/reachability-watch.ts'
import { retryNow, useLive, useLiveStatus } from '../data/live/use-live.ts'
import { confirmLeaving, isUnsaved } from '../data/state/leaving.ts'
import { useLastOrg } from '../data/state/preferences.ts'
import { serverNow, serverTimeOf } from '../data/state/server-time.ts'
import { useSession } from '../data/state/session.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { ComputerClock, LivePill } from './live-pill.tsx'
import { AccountMenu, Bell, Help, MoreSheet } from './menus/lazy.tsx'
import { NewVersion } from './offline/new-version.tsx'
import { useCachedSince } from './offline/shown-again.ts'
import { useIsPaletteOpen, usePaletteKey } from './palette/open-palette.ts'
import { AlertCount, Sidebar } from './sidebar.tsx'
import { tabClass } from './tab-class.ts'
import { NotFound } from './trouble.tsx'
import { useEntries, useIsBelow } from './use-entries.ts'

/** The order in which a phone needs them: what is wrong comes second. */
const order = ['/overview', '/alerts', '/nets', '/dashboards'] as const

/** At the bottom of a phone: the four main places, and the rest behind a sheet. */
const TabBar = ({ org, all }: { org: Org; all: readonly Org[] }): ReactNode => {
  const { shell } = useTexts()
  const { main, further } = useEntries()
  const isBelow = useIsBelow()
  const others = main.filter(({ to }) => !order.some((one) => one === to))
  return (
    <nav
      aria-label={shell.navigation}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-t border-line-strong bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {order.map((to) => {
        const entry = main.find((one) => one.to === to)
        if (entry === undefined) return null
        const { icon: Icon, text } = entry
        return (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/nets' }}
            aria-current={isBelow(to) ? 'true' : undefined}
            className={tabClass}
          >
            <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
            <span className="max-w-full truncate">{text}</span>
            {to === '/alerts' && <AlertCount className="absolute top-1 left-[calc(50%+4px)] h-4 min-w-4 px-1" />}
          </Link>
        )
      })}
      <MoreSheet org={org} all={all} further={[...others, ...further]} />
    </nav>
  )
}

/** Dialogs need a library that is loaded after the page. */
const LazyQuestions = lazy(async () => ({ default: (await import('./questions.tsx')).Questions }))

interface RouteMatch {
  pathname: string
}

/** Another address of the same page loses nothing. */
const shouldBlockFn = async ({ current, next }: { current: RouteMatch; next: RouteMatch }): Promise<boolean> =>
  current.pathname !== next.pathname && !(await confirmLeaving())

/** Frame of every page of a signed-in user. Signing out opens the sign-in page; another user starts at the overview. */
export const Shell = (): ReactNode => {
  const user = useSession()?.email
  const router = useRouter()
  const shownTo = useRef(user)
  useEffect(() => {
    // The route's own gate is asked again, and knows the way.
    if (user === undefined) void router.invalidate()
    else if (user !== shownTo.current) void router.navigate({ to: '/overview', ignoreBlocker: true })
    shownTo.current = user
  }, [user, router])
  return user === undefined ? null : <SignedIn key={user} />
}

const SignedIn = (): ReactNode => {
  const { shell } = useTexts()
  const orgs = useQuery(apiQuery('sessions', 'userOrgs', {}))
  const last = useLastOrg()
  useBlocker({ shouldBlockFn, enableBeforeUnload: isUnsaved })
  return (
    <>
      <Suspense>
        <LazyQuestions />
      </Suspense>
      <Loaded query={orgs}>
        {(all) => {
          const org = all.find(({ orgId }) => orgId === last) ?? all[0]
          if (org === undefined)
            return <EmptyState title={shell.noOrg} help={shell.noOrgHelp} action={<AccountMenu />} />
          return (
            <OrgProvider org={org}>
              <Frame key={org.orgId} org={org} all={all} />
            </OrgProvider>
          )
        }}
      </Loaded>
    </>
  )
}

const LazyPalette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))

const Frame = ({ org, all }: { org: Org; all: readonly Org[] }): ReactNode => {
  const { shell } = useTexts()
  const isPaletteOpen = useIsPaletteOpen()
  const { kiosk } = useSearch({ strict: false })
  usePaletteKey()
  useLive(org.orgId)
  // A board on a wall has its own frame.
  if (kiosk === true) return <Outlet />
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[3.5rem_minmax(0,1fr)] md:grid-rows-1 wide:grid-cols-[14rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="absolute -top-20 left-2 z-40 rounded-part bg-accent px-4 py-2 text-sm text-on-accent focus:top-2"
      >
        {shell.skip}
      </a>
      <Sidebar org={org} all={all} />
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-10 flex h-13 shrink-0 items-center gap-2 border-b border-line bg-ground px-4 md:gap-3 md:px-6 print:hidden">
          <Breadcrumb />
          <NewVersion />
          <ComputerClock />
          <LivePill />
          <div className="flex items-center gap-1">
            <Bell />
            <Help />
          </div>
        </header>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 pb-20 outline-none md:pb-6 print:pb-0">
          <LostServer />
          <OfflineNotice />
          <ClockBanner />
          <Inside />
        </main>
      </div>
      <TabBar org={org} all={all} />
      {isPaletteOpen && (
        <Suspense>
          <LazyPalette />
        </Suspense>
      )}
    </div>
  )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The page, unless its address has an id that cannot be one. */
const Inside = (): ReactNode => {
  const { id, treeId, reportId } = useParams({ strict: false })
  const isWrong = Number.isNaN(id) || [treeId, reportId].some((one) => one !== undefined && !uuid.test(one))
  return isWrong ? <NotFound /> : <Outlet />
}

const refetchInterval = 60_000

/** Above every page while the clock of the service is not believed, or readings wait for a decision. */
const ClockBanner = (): ReactNode => {
  const { clock: texts } = useTexts()
  const { orgId } = useOrg()
  const { span } = useFormat()
  const clock = useQuery({ ...apiQuery('aside', 'clock', {}), refetchInterval })
  const aside = useQuery({ ...apiQuery('aside', 'list', { orgId }), refetchInterval })
  const state = clock.data?.state ?? 'steady'
  if (state === 'steady' && (aside.data ?? []).length === 0) return null
  const by = span(Math.abs(clock.data?.aheadSec ?? 0) * 1000)
  return (
    <div className="px-4 pt-4 md:px-6">
      <Notice tone="warning">
        {state === 'steady' ? texts.kept : texts[state]({ by })}{' '}
        <Link to="/aside" className="underline">
          {texts.look}
        </Link>
      </Notice>
    </div>
  )
}

const tickMs = 1000

/** Above every page while the service cannot be reached; where what was kept is shown, that is said instead, as of when it was known. */
const LostServer = (): ReactNode => {
  const isCacheShown = useCachedSince() !== null
  return useServerLost() && !isCacheShown ? <Banner /> : null
}

const Banner = (): ReactNode => {
  const { shell } = useTexts()
  const { moment, number } = useFormat()
  const { heardAtMs, retryAtMs } = useLiveStatus()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((retryAtMs - now) / 1000))
  return (
    <div className="px-4 pt-4 md:px-6">
      <Notice tone="critical">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0">
            <strong className="font-semibold">{shell.lostServer}</strong>{' '}
            {heardAtMs > 0 &&
              shell.shownIsFrom({ when: moment(new Date(serverTimeOf(heardAtMs)).toISOString(), serverNow()) })}{' '}
            {shell.nothingCanBeSet} {/* Not read aloud every second. */}
            <span aria-hidden="true">{seconds > 0 && shell.tryingAgainIn({ seconds: number(seconds) })}</span>
          </p>
          <Button onClick={retryNow}>{shell.tryNow}</Button>
        </div>
      </Notice>
    </div>
  )
}

/** Above every page that shows what was kept on this device: as of when it was known. */
const OfflineNotice = (): ReactNode => {
  const { offline, shell } = useTexts()
  const { moment, exact } = useFormat()
  const knownAtMs = useCachedSince()
  const now = useNow()
  if (knownAtMs === null) return null
  const iso = new Date(serverTimeOf(knownAtMs)).toISOString()
  return (
    <div className="px-4 pt-4 md:px-6">
      <Notice tone="unknown">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p className="font-medium">
              <time dateTime={iso} title={exact(iso)}>
                {offline.asOf({ time: moment(iso, now) })}
              </time>
            </p>
            <p>{offline.help}</p>
          </div>
          <Button onClick={retryNow}>{shell.tryNow}</Button>
        </div>
      </Notice>
    </div>
  )
}
