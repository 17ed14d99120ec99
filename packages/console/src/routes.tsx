import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Shell } from './shell/shell.tsx'
import { Broken, NotFound } from './shell/trouble.tsx'
import { ownPath } from './state/own-path.ts'
import { session } from './state/session.ts'

/** An object's id in an address; anything else leads nowhere. */
const withId = {
  params: {
    parse: ({ id }: { id: string }): { id: number } => {
      if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
      return { id: Number(id) }
    },
    stringify: ({ id }: { id: number }): { id: string } => ({ id: String(id) }),
  },
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', replace: true })
  },
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  /** Where to go afterwards; only addresses of our own. */
  validateSearch: ({ back }: Record<string, unknown>): { back?: string } => {
    const path = ownPath(back)
    return path === null ? {} : { back: path }
  },
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: lazyRouteComponent(() => import('./pages/sign-in/new-password-page.tsx'), 'NewPasswordPage'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
})
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (session.get() === null) throw redirect({ to: '/sign-in', search: { back: location.href }, replace: true })
  },
  component: Shell,
  notFoundComponent: NotFound,
})
const inShell = { getParentRoute: () => shell }

/** Every page of who is signed in. Each is loaded when it is first shown. */
const pages = [
  createRoute({
    ...inShell,
    path: '/overview',
    component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...inShell,
    path: '/nets',
    component: lazyRouteComponent(() => import('./pages/overview/nets-page.tsx'), 'NetsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/nets/new',
    /** A step of the way, of which the page knows which there are; or a network that gets devices. */
    validateSearch: ({ step, net }: Record<string, unknown>): { step?: string; net?: number } => ({
      ...(typeof step === 'string' && { step }),
      ...(typeof net === 'number' && Number.isSafeInteger(net) && net > 0 && { net }),
    }),
    component: lazyRouteComponent(() => import('./pages/new-net/new-net-page.tsx'), 'NewNetPage'),
  }),
  createRoute({
    ...inShell,
    path: '/nets/$id',
    ...withId,
    component: lazyRouteComponent(() => import('./pages/net/net-page.tsx'), 'NetPage'),
  }),
  createRoute({
    ...inShell,
    path: '/devices/$id',
    ...withId,
    component: lazyRouteComponent(() => import('./pages/device/device-page.tsx'), 'DevicePage'),
  }),
  createRoute({
    ...inShell,
    path: '/params/$id',
    ...withId,
    /** Parameters that are shown in the same chart. */
    validateSearch: ({ and }: Record<string, unknown>): { and?: number[] } =>
      Array.isArray(and) && and.every((one): one is number => Number.isSafeInteger(one) && one > 0) ? { and } : {},
    component: lazyRouteComponent(() => import('./pages/param/param-page.tsx'), 'ParamPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts',
    component: lazyRouteComponent(() => import('./pages/alerts/alerts-page.tsx'), 'AlertsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/new',
    /** The parameter from which it is made. */
    validateSearch: ({ param }: Record<string, unknown>): { param?: number } =>
      typeof param === 'number' && Number.isSafeInteger(param) && param > 0 ? { param } : {},
    component: lazyRouteComponent(() => import('./pages/alert/new-alert-page.tsx'), 'NewAlertPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/$id',
    ...withId,
    component: lazyRouteComponent(() => import('./pages/alert/alert-page.tsx'), 'AlertPage'),
  }),
  createRoute({
    ...inShell,
    path: '/contacts',
    component: lazyRouteComponent(() => import('./pages/contacts/contacts-page.tsx'), 'ContactsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/dashboards',
    component: lazyRouteComponent(() => import('./pages/dashboards/dashboards-page.tsx'), 'DashboardsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/dashboards/$id',
    ...withId,
    component: lazyRouteComponent(() => import('./pages/dashboards/named-dashboard-page.tsx'), 'NamedDashboardPage'),
  }),
  createRoute({
    ...inShell,
    path: '/pictures',
    /** Which of them are shown. */
    validateSearch: ({ show }: Record<string, unknown>): { show?: 'abnormal' | 'faceplates' } =>
      show === 'abnormal' || show === 'faceplates' ? { show } : {},
    component: lazyRouteComponent(() => import('./pages/pictures/pictures-page.tsx'), 'PicturesPage'),
  }),
  createRoute({
    ...inShell,
    path: '/pictures/symbols',
    /** Words that are looked for. */
    validateSearch: ({ find }: Record<string, unknown>): { find?: string } =>
      typeof find === 'string' ? { find } : {},
    component: lazyRouteComponent(() => import('./pages/pictures/symbols-page.tsx'), 'SymbolsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/pictures/$id',
    ...withId,
    /** The element that is looked at, whether values are listed beside the picture, and whether it fills the screen. */
    validateSearch: ({
      pick,
      list,
      full,
    }: Record<string, unknown>): { pick?: string; list?: 'all' | 'abnormal'; full?: true } => ({
      ...(typeof pick === 'string' && { pick }),
      ...((list === 'all' || list === 'abnormal') && { list }),
      ...(full === true && { full }),
    }),
    component: lazyRouteComponent(() => import('./pages/pictures/picture-page.tsx'), 'PicturePage'),
  }),
  createRoute({
    ...inShell,
    path: '/pictures/$id/edit',
    ...withId,
    component: lazyRouteComponent(() => import('./pages/pictures/editor/editor-page.tsx'), 'EditorPage'),
  }),
  createRoute({
    ...inShell,
    path: '/aside',
    component: lazyRouteComponent(() => import('./pages/aside/aside-page.tsx'), 'AsidePage'),
  }),
  createRoute({ ...inShell, path: '$', component: NotFound }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([start, signIn, forgotPassword, newPassword, invitation, shell.addChildren(pages)]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
