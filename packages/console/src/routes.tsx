import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { alertRoutes } from './alert-routes.tsx'
import { dashboardRoutes } from './dashboard-routes.tsx'
import { deviceRoutes } from './device-routes.tsx'
import { energyRoutes } from './energy-routes.tsx'
import { libraryPages } from './library-routes.tsx'
import {
  forgotPassword,
  inShell,
  invitation,
  newPassword,
  root,
  shared,
  shell,
  signedIn,
  signIn,
  start,
} from './outer-routes.tsx'
import { settingsRoutes } from './settings-routes.tsx'
import { Broken, NotFound } from './shell/trouble.tsx'

/** Every page of a signed-in user. Each is loaded when it is first shown. */
const pages = [
  ...deviceRoutes,
  ...alertRoutes,
  ...dashboardRoutes,
  ...energyRoutes,
  ...libraryPages,
  ...settingsRoutes,
  createRoute({
    ...inShell,
    path: '/aside',
    component: lazyRouteComponent(() => import('./readings/values/aside-page.tsx'), 'AsidePage'),
  }),
  createRoute({ ...inShell, path: '$', component: NotFound }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    signIn,
    forgotPassword,
    newPassword,
    invitation,
    signedIn,
    shared,
    shell.addChildren(pages),
  ]),
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
