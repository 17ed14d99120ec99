import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { ask } from '../api/ask.ts'
import { type Org, OrgProvider } from '../api/use-org.tsx'
import { useLive } from '../live/use-live.ts'
import { lastOrg, useLastOrg } from '../state/preferences.ts'
import { useSession } from '../state/session.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Choice } from '../ui/choice.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { LiveMark } from './live-mark.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'

const LazyMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

/** The only part here that needs a library for floating boxes, so it comes when the rest is shown. */
const AccountMenu = (): ReactNode => (
  <Suspense fallback={<span className="size-9" />}>
    <LazyMenu />
  </Suspense>
)

/** What is around every page of who is signed in. When the session ends, the way leads back here through signing in. */
export const Shell = (): ReactNode => {
  const isSignedOut = useSession() === null
  const router = useRouter()
  useEffect(() => {
    // The route's own gate is asked again, and knows the way.
    if (isSignedOut) void router.invalidate()
  }, [isSignedOut, router])
  return isSignedOut ? null : <SignedIn />
}

const SignedIn = (): ReactNode => {
  const { shell } = useTexts()
  const orgs = useQuery(ask('sessions', 'userOrgs', {}))
  const last = useLastOrg()
  return (
    <Loaded query={orgs}>
      {(all) => {
        const org = all.find(({ orgId }) => orgId === last) ?? all[0]
        if (org === undefined) return <EmptyState title={shell.noOrg} help={shell.noOrgHelp} action={<AccountMenu />} />
        return (
          <OrgProvider org={org}>
            <Frame key={org.orgId} org={org} all={all} />
          </OrgProvider>
        )
      }}
    </Loaded>
  )
}

const Frame = ({ org, all }: { org: Org; all: readonly Org[] }): ReactNode => {
  const { shell } = useTexts()
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
              onChange={lastOrg.set}
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
        <Outlet />
      </main>
    </div>
  )
}
