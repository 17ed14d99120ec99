import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsIn, wordIn } from './data/state/search.rules.ts'
import { readRegistersSearch } from './devices/registers/registers.rules.ts'
import { inShell, withId } from './outer-routes.tsx'
import { chartSearch } from './readings/charts/search.rules.ts'

type ListSearch = {
  q?: string | undefined
  sort?: string | undefined
}
type TaggedSearch = ListSearch & {
  tag?: string | undefined
}
type OverviewSearch = TaggedSearch & {
  view?: 'table' | 'map' | undefined
  at?: string | undefined
}
type DevicesSearch = TaggedSearch & {
  show?: 'trouble' | undefined
}
type BusSearch = {
  show?: 'problems' | 'writes' | undefined
  unit?: number | undefined
}
const isUnit = (unit: unknown): unit is number =>
  typeof unit === 'number' && Number.isInteger(unit) && unit >= 0 && unit <= 255
type ValuesSearch = {
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

/** Pages of the overview, networks, devices and parameters. */
export const deviceRoutes = [
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
] as const
