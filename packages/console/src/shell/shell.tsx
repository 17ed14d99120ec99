import { useQuery } from '@tanstack/react-query'
import { Outlet, useBlocker, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { ask } from '../api/ask.ts'
import { type Org, OrgProvider } from '../api/use-org.tsx'
import { useLive } from '../live/use-live.ts'
import { isUnsaved, mayLeave } from '../state/leaving.ts'
import { useLastOrg } from '../state/preferences.ts'
import { useSession } from '../state/session.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Choice } from '../ui/forms/fields.tsx'
import { ClockBanner } from './clock-banner.tsx'
import { LiveMark } from './live-mark.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { useSwitchOrg } from './use-switch-org.ts'

const LazyMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

/** What needs a library for floating boxes comes when the rest is shown. */
const AccountMenu = (): ReactNode => (
  <Suspense fallback={<span className="size-9" />}>
    <LazyMenu />
  </Suspense>
)
const LazyQuestions = lazy(async () => ({ default: (await import('./questions.tsx')).Questions }))

interface RouteMatch {
  pathname: string
}

/** Another address of the same page loses nothing. */
const shouldBlockFn = async ({ current, next }: { current: RouteMatch; next: RouteMatch }): Promise<boolean> =>
  current.pathname !== next.pathname && !(await mayLeave())

/** What is around every page of who is signed in. Who signs out comes to the door, and another user to the beginning. */
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
  const orgs = useQuery(ask('sessions', 'userOrgs', {}))
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

const Frame = ({ org, all }: { org: Org; all: readonly Org[] }): ReactNode => {
  const { shell } = useTexts()
  const switchOrg = useSwitchOrg()
  useLive(org.orgId)
  return (
    <div className="flex min-h-dvh flex-col md:grid md:grid-cols-[13.5rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
      <a
        href="#content"
        className="absolute left-2 -top-20 z-40 rounded-part bg-accent px-4 py-2 text-on-accent focus:top-2"
      >
        {shell.skip}
      </a>
      <header className="sticky top-0 z-10 flex min-h-14 items-center gap-4 border-b border-line bg-surface px-4 md:col-span-2">
        <Logo />
        <div className="min-w-0 flex-1">
          {all.length > 1 ? (
            <Choice
              label={shell.organization}
              isLabelHidden
              value={org.orgId}
              options={all.map(({ orgId, orgName }) => [orgId, orgName] as const)}
              onChange={switchOrg}
            />
          ) : (
            <span className="block truncate text-quiet">{org.orgName}</span>
          )}
        </div>
        <LiveMark />
        <AccountMenu />
      </header>
      <div className="md:border-r md:border-line md:bg-surface">
        <div className="md:sticky md:top-14">
          <Navigation />
        </div>
      </div>
      <main id="content" tabIndex={-1} className="min-w-0 pb-20 outline-none md:pb-0">
        <ClockBanner />
        <Outlet />
      </main>
    </div>
  )
}
