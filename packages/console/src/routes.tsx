import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readHistory } from './alerting/history/history.rules.ts'
import { readFilters } from './alerting/pages/alert-list.rules.ts'
import { boardSearch } from './dashboards/board.rules.ts'
import { textsIn, wordIn } from './data/state/search.rules.ts'
import { readRegistersSearch } from './devices/registers/registers.rules.ts'
import { energyRoutes } from './energy-routes.tsx'
import { installationPages } from './installation-routes.tsx'
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
  withId,
} from './outer-routes.tsx'
import { pictureRoutes } from './picture-routes.tsx'
import { chartSearch } from './readings/charts/search.rules.ts'
import { reportRoutes } from './report-routes.tsx'
import { settingsRoutes } from './settings-routes.tsx'
import { Broken, NotFound } from './shell/trouble.tsx'

interface ListSearch {
  q?: string | undefined
  sort?: string | undefined
}
interface TaggedSearch extends ListSearch {
  tag?: string | undefined
}
interface OverviewSearch extends TaggedSearch {
  view?: 'table' | 'map' | undefined
  at?: string | undefined
}
interface DevicesSearch extends TaggedSearch {
  show?: 'trouble' | undefined
}
interface BusSearch {
  show?: 'problems' | 'writes' | undefined
  unit?: number | undefined
}
const isUnit = (unit: unknown): unit is number =>
  typeof unit === 'number' && Number.isInteger(unit) && unit >= 0 && unit <= 255
interface ValuesSearch {
  q?: string | undefined
  show?: 'abnormal' | 'settable' | undefined
  /** Moment of the shown values, ISO 8601; the present by default. */
  at?: string | undefined
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** Networks and devices, each in a tab of one page. */
const lists = createRoute({
  ...inShell,
  id: 'lists',
  component: lazyRouteComponent(() => import('./overview/nets-page.tsx'), 'NetsPage'),
})
const netPage = createRoute({
  ...inShell,
  path: '/nets/$id',
  ...withId,
  component: lazyRouteComponent(() => import('./devices/net/net-page.tsx'), 'NetPage'),
})
const devicePage = createRoute({
  ...inShell,
  path: '/devices/$id',
  ...withId,
  component: lazyRouteComponent(() => import('./devices/device/device-page.tsx'), 'DevicePage'),
})
const inLists = { getParentRoute: () => lists }
const inNet = { getParentRoute: () => netPage }
const inDevice = { getParentRoute: () => devicePage }

const listsTabs = [
  createRoute({
    ...inLists,
    path: '/nets',
    validateSearch: (search: Record<string, unknown>): TaggedSearch => textsIn(search, ['q', 'sort', 'tag']),
    component: lazyRouteComponent(() => import('./overview/nets-page.tsx'), 'NetsTab'),
  }),
  createRoute({
    ...inLists,
    path: '/nets/devices',
    validateSearch: (search: Record<string, unknown>): DevicesSearch => {
      const show = wordIn(search['show'], ['trouble'])
      return { ...textsIn(search, ['q', 'sort', 'tag']), ...(show !== undefined && { show }) }
    },
    component: lazyRouteComponent(() => import('./overview/nets-page.tsx'), 'DevicesTab'),
  }),
] as const
const netTabs = [
  createRoute({
    ...inNet,
    path: '/',
    validateSearch: (search: Record<string, unknown>): ListSearch => textsIn(search, ['q', 'sort']),
    component: lazyRouteComponent(() => import('./devices/net/devices-tab.tsx'), 'DevicesTab'),
  }),
  createRoute({
    ...inNet,
    path: '/bus',
    /** Which of the live requests are shown. */
    validateSearch: ({ show, unit }: Record<string, unknown>): BusSearch => {
      const kind = wordIn(show, ['problems', 'writes'])
      return { ...(kind !== undefined && { show: kind }), ...(isUnit(unit) && { unit }) }
    },
    component: lazyRouteComponent(() => import('./devices/bus/bus-tab.tsx'), 'BusTab'),
  }),
  createRoute({
    ...inNet,
    path: '/registers',
    /** Selected unit and registers. */
    validateSearch: readRegistersSearch,
    component: lazyRouteComponent(() => import('./devices/registers/registers-tab.tsx'), 'RegistersTab'),
  }),
  createRoute({
    ...inNet,
    path: '/connection',
    component: lazyRouteComponent(() => import('./devices/net/connection-tab.tsx'), 'ConnectionTab'),
  }),
  createRoute({
    ...inNet,
    path: '/gateway',
    component: lazyRouteComponent(() => import('./devices/net/gateway-tab.tsx'), 'GatewayTab'),
  }),
  createRoute({
    ...inNet,
    path: '/settings',
    component: lazyRouteComponent(() => import('./devices/net/settings-tab.tsx'), 'SettingsTab'),
  }),
] as const
const deviceTabs = [
  createRoute({
    ...inDevice,
    path: '/',
    validateSearch: (search: Record<string, unknown>): ValuesSearch => {
      const show = wordIn(search['show'], ['abnormal', 'settable'])
      const { q, at } = textsIn(search, ['q', 'at'])
      const isMoment = at !== undefined && !Number.isNaN(Date.parse(at))
      return { ...(q !== undefined && { q }), ...(show !== undefined && { show }), ...(isMoment && { at }) }
    },
    component: lazyRouteComponent(() => import('./devices/device/values-tab.tsx'), 'ValuesTab'),
  }),
  createRoute({
    ...inDevice,
    path: '/chart',
    /** `and` are the parameters that are drawn, where they are not those that the page proposes. */
    validateSearch: chartSearch,
    component: lazyRouteComponent(() => import('./devices/device/chart-tab.tsx'), 'ChartTab'),
  }),
  createRoute({
    ...inDevice,
    path: '/alerts',
    component: lazyRouteComponent(() => import('./devices/device/alerts-tab.tsx'), 'AlertsTab'),
  }),
  createRoute({
    ...inDevice,
    path: '/diagnostics',
    validateSearch: ({ days }: Record<string, unknown>): { days?: 30 | undefined } => (days === 30 ? { days } : {}),
    component: lazyRouteComponent(() => import('./devices/device/diagnostics-tab.tsx'), 'DiagnosticsTab'),
  }),
  createRoute({
    ...inDevice,
    path: '/settings',
    component: lazyRouteComponent(() => import('./devices/device/settings-tab.tsx'), 'SettingsTab'),
  }),
] as const

/** Every page of who is signed in. Each is loaded when it is first shown. */
const pages = [
  createRoute({
    ...inShell,
    path: '/overview',
    /** How networks are shown, which ones and in which order, and what part of the map. */
    validateSearch: (search: Record<string, unknown>): OverviewSearch => {
      const view = wordIn(search['view'], ['table', 'map'])
      return { ...textsIn(search, ['q', 'sort', 'at', 'tag']), ...(view !== undefined && { view }) }
    },
    component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...inShell,
    path: '/nets/$id/add',
    ...withId,
    validateSearch: ({ by }: Record<string, unknown>): { by?: 'table' | undefined } => (by === 'table' ? { by } : {}),
    component: lazyRouteComponent(() => import('./devices/add-devices/add-devices-page.tsx'), 'AddDevicesPage'),
  }),
  createRoute({
    ...inShell,
    path: '/computed/new',
    /** The network under which a new device is listed, or the device that gets more. */
    validateSearch: ({ net, device }: Record<string, unknown>): { net?: number; device?: number } => ({
      ...(isId(net) && { net }),
      ...(isId(device) && { device }),
    }),
    component: lazyRouteComponent(() => import('./devices/param/new-computed-page.tsx'), 'NewComputedPage'),
  }),
  createRoute({
    ...inShell,
    path: '/nets/new',
    /** A step of the way, of which the page knows which there are; or a network that gets devices. */
    validateSearch: ({ step, net }: Record<string, unknown>): { step?: string; net?: number } => ({
      ...(typeof step === 'string' && { step }),
      ...(typeof net === 'number' && Number.isSafeInteger(net) && net > 0 && { net }),
    }),
    component: lazyRouteComponent(() => import('./devices/new-net/new-net-page.tsx'), 'NewNetPage'),
  }),
  lists.addChildren(listsTabs),
  netPage.addChildren(netTabs),
  createRoute({
    ...inShell,
    path: '/nets/$id/report',
    ...withId,
    component: lazyRouteComponent(() => import('./devices/net/report-page.tsx'), 'ReportPage'),
  }),
  devicePage.addChildren(deviceTabs),
  ...settingsRoutes,
  ...libraryPages,
  createRoute({
    ...inShell,
    path: '/params/$id',
    ...withId,
    validateSearch: chartSearch,
    component: lazyRouteComponent(() => import('./devices/param/param-chart.tsx'), 'ParamChartPage'),
  }),
  createRoute({
    ...inShell,
    path: '/params/$id/readings',
    ...withId,
    /** Readings up to a moment; without it the newest. */
    validateSearch: ({ till }: Record<string, unknown>): { till?: string } =>
      typeof till === 'string' && !Number.isNaN(Date.parse(till)) ? { till } : {},
    component: lazyRouteComponent(() => import('./devices/param/param-readings.tsx'), 'ParamReadingsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/params/$id/alerts',
    ...withId,
    component: lazyRouteComponent(() => import('./devices/param/param-alerts.tsx'), 'ParamAlertsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/params/$id/settings',
    ...withId,
    component: lazyRouteComponent(() => import('./devices/param/param-settings-page.tsx'), 'ParamSettingsPage'),
  }),
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
  createRoute({
    ...inShell,
    path: '/dashboards',
    validateSearch: boardSearch,
    component: lazyRouteComponent(() => import('./dashboards/dashboards-page.tsx'), 'DashboardsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/dashboards/$id',
    ...withId,
    validateSearch: boardSearch,
    component: lazyRouteComponent(() => import('./dashboards/named-dashboard-page.tsx'), 'NamedDashboardPage'),
  }),
  createRoute({
    ...inShell,
    path: '/explore',
    validateSearch: chartSearch,
    component: lazyRouteComponent(() => import('./readings/charts/explore-page.tsx'), 'ExplorePage'),
  }),
  createRoute({
    ...inShell,
    path: '/share-links',
    component: lazyRouteComponent(() => import('./shell/sharing/share-links-page.tsx'), 'ShareLinksPage'),
  }),
  ...energyRoutes,
  ...pictureRoutes,
  ...reportRoutes,
  ...installationPages,
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
