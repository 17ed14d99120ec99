import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readHistory } from './alerting/history/history.rules.ts'
import { readFilters } from './alerting/pages/alert-list.rules.ts'
import { inShell, withId } from './outer-routes.tsx'

/** Pages of alerts and their recipients. */
export const alertRoutes = [
  createRoute({
    ...inShell,
    path: '/alerts',
    validateSearch: readFilters,
    component: lazyRouteComponent(() => import('./alerting/pages/active-page.tsx'), 'ActivePage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/all',
    validateSearch: readFilters,
    component: lazyRouteComponent(() => import('./alerting/pages/all-page.tsx'), 'AllPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/history',
    validateSearch: (search: Record<string, unknown>): { page?: number } => {
      const { page } = readFilters(search)
      return page === undefined ? {} : { page }
    },
    component: lazyRouteComponent(() => import('./alerting/pages/history-page.tsx'), 'HistoryPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/contacts',
    component: lazyRouteComponent(() => import('./alerting/contacts/contacts-page.tsx'), 'ContactsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/mute-times',
    component: lazyRouteComponent(() => import('./alerting/pages/mute-times-page.tsx'), 'MuteTimesPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/templates/$id',
    ...withId,
    component: lazyRouteComponent(() => import('./alerting/template/template-page.tsx'), 'AlertTemplatePage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/new',
    /** The parameter from which it is made, or that it is for all devices of a kind. */
    validateSearch: ({
      param,
      for: whom,
      kind,
    }: Record<string, unknown>): { param?: number; for?: 'kind'; kind?: number } => ({
      ...(typeof kind === 'number' && Number.isSafeInteger(kind) && kind > 0 && { kind }),
      ...(typeof param === 'number' && Number.isSafeInteger(param) && param > 0 && { param }),
      ...(whom === 'kind' && { for: whom }),
    }),
    component: lazyRouteComponent(() => import('./alerting/alert/new-alert-page.tsx'), 'NewAlertPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/$id',
    ...withId,
    component: lazyRouteComponent(() => import('./alerting/alert/state-page.tsx'), 'AlertStatePage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/$id/rule',
    ...withId,
    component: lazyRouteComponent(() => import('./alerting/alert/editor-page.tsx'), 'AlertRulePage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/$id/told',
    ...withId,
    component: lazyRouteComponent(() => import('./alerting/alert/editor-page.tsx'), 'AlertToldPage'),
  }),
  createRoute({
    ...inShell,
    path: '/alerts/$id/history',
    ...withId,
    validateSearch: readHistory,
    component: lazyRouteComponent(() => import('./alerting/history/history-page.tsx'), 'AlertHistoryPage'),
  }),
  createRoute({
    ...inShell,
    path: '/contacts',
    beforeLoad: () => {
      throw redirect({ to: '/alerts/contacts', replace: true })
    },
  }),
] as const
