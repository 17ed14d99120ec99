import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { kioskSearch } from './data/state/kiosk.rules.ts'
import { ownPath } from './data/state/search.rules.ts'
import { session } from './data/state/session.ts'
import { setShareToken } from './data/state/share-link.ts'
import { NotFound } from './shell/trouble.tsx'

/** An object id in the address; for anything else the shell shows that the page does not exist. */
export const withId = {
  params: {
    parse: ({ id }: { id: string }): { id: number } => ({ id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : Number.NaN }),
    stringify: ({ id }: { id: number }): { id: string } => ({ id: String(id) }),
  },
}

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
export const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true })
  },
})
export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  /** Page to open after sign-in; only local addresses. */
  validateSearch: ({ back }: Record<string, unknown>): { back?: string } => {
    const path = ownPath(back)
    return path === null ? {} : { back: path }
  },
  component: lazyRouteComponent(() => import('./shell/sign-in/sign-in-page.tsx'), 'SignInPage'),
})
export const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./shell/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
export const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: lazyRouteComponent(() => import('./shell/sign-in/new-password-page.tsx'), 'NewPasswordPage'),
})
export const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./shell/sign-in/invitation-page.tsx'), 'InvitationPage'),
})
export const signedIn = createRoute({
  getParentRoute: () => root,
  path: '/signed-in',
  component: lazyRouteComponent(() => import('./shell/sign-in/signed-in-page.tsx'), 'SignedInPage'),
})
export const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared',
  validateSearch: kioskSearch,
  component: lazyRouteComponent(() => import('./shared-object.tsx'), 'SharedObject'),
})
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    setShareToken(null)
    if (session.get() === null) throw redirect({ to: '/sign-in', search: { back: location.href }, replace: true })
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  notFoundComponent: NotFound,
})
export const inShell = { getParentRoute: () => shell }
