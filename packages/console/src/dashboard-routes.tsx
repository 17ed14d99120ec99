import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { boardSearch } from './dashboards/board.rules.ts'
import { inShell, withId } from './outer-routes.tsx'
import { chartSearch } from './readings/charts/search.rules.ts'

/** Pages of dashboards, diagrams and share links. */
export const dashboardRoutes = [
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
  createRoute({
    ...inShell,
    path: '/pictures',
    /** Which of them are shown. */
    validateSearch: ({ show }: Record<string, unknown>): { show?: 'abnormal' | 'faceplates' } =>
      show === 'abnormal' || show === 'faceplates' ? { show } : {},
    component: lazyRouteComponent(() => import('./dashboards/diagrams/pictures-page.tsx'), 'PicturesPage'),
  }),
  createRoute({
    ...inShell,
    path: '/pictures/symbols',
    /** Search text. */
    validateSearch: ({ find }: Record<string, unknown>): { find?: string } =>
      typeof find === 'string' ? { find } : {},
    component: lazyRouteComponent(() => import('./dashboards/diagrams/symbols-page.tsx'), 'SymbolsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/pictures/$id',
    ...withId,
    /** The selected element, the list beside the diagram, and full screen or wall display. */
    validateSearch: ({
      pick,
      list,
      full,
      kiosk,
      look,
    }: Record<string, unknown>): {
      pick?: string
      list?: 'all' | 'abnormal'
      full?: true
      kiosk?: true
      look?: 'light'
    } => ({
      ...(typeof pick === 'string' && { pick }),
      ...((list === 'all' || list === 'abnormal') && { list }),
      ...(full === true && { full }),
      ...(kiosk === true && { kiosk }),
      ...(look === 'light' && { look }),
    }),
    component: lazyRouteComponent(() => import('./dashboards/diagrams/picture-page.tsx'), 'PicturePage'),
  }),
  createRoute({
    ...inShell,
    path: '/pictures/$id/edit',
    ...withId,
    component: lazyRouteComponent(() => import('./dashboards/diagram-editor/editor-page.tsx'), 'EditorPage'),
  }),
] as const
