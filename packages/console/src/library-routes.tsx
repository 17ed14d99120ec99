import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsIn, wordIn } from './data/state/search.rules.ts'
import { inShell, withId } from './outer-routes.tsx'

const templatePage = createRoute({
  ...inShell,
  path: '/library/$id',
  ...withId,
  component: lazyRouteComponent(() => import('./library/template-page.tsx'), 'TemplatePage'),
})
const inTemplate = { getParentRoute: () => templatePage }

const templateTabs = [
  createRoute({
    ...inTemplate,
    path: '/',
    /** Which columns, and which lines; whether only those with a problem. */
    validateSearch: (
      search: Record<string, unknown>,
    ): { q?: string | undefined; view?: 'limits' | 'more' | undefined; show?: 'problems' | undefined } => {
      const view = wordIn(search['view'], ['limits', 'more'])
      const show = wordIn(search['show'], ['problems'])
      return { ...textsIn(search, ['q']), ...(view !== undefined && { view }), ...(show !== undefined && { show }) }
    },
    component: lazyRouteComponent(() => import('./library/registers-tab.tsx'), 'RegistersTab'),
  }),
  createRoute({
    ...inTemplate,
    path: '/devices',
    component: lazyRouteComponent(() => import('./library/devices-tab.tsx'), 'DevicesTab'),
  }),
  createRoute({
    ...inTemplate,
    path: '/alerts',
    component: lazyRouteComponent(() => import('./library/alerts-tab.tsx'), 'AlertsTab'),
  }),
  createRoute({
    ...inTemplate,
    path: '/revisions',
    /** The selected revision. */
    validateSearch: ({ at }: Record<string, unknown>): { at?: number } =>
      typeof at === 'number' && Number.isSafeInteger(at) && at > 0 ? { at } : {},
    component: lazyRouteComponent(() => import('./library/revisions-tab.tsx'), 'RevisionsTab'),
  }),
  createRoute({
    ...inTemplate,
    path: '/settings',
    component: lazyRouteComponent(() => import('./library/settings-tab.tsx'), 'SettingsTab'),
  }),
] as const

/** The device library with a page for each of its templates, and definitions of other programs on their way in. */
export const libraryPages = [
  createRoute({
    ...inShell,
    path: '/library',
    /** Search text, device type, and owner of templates. */
    validateSearch: (
      search: Record<string, unknown>,
    ): {
      q?: string | undefined
      sort?: string | undefined
      kind?: string | undefined
      show?: 'own' | 'shipped' | undefined
    } => {
      const show = wordIn(search['show'], ['own', 'shipped'])
      return { ...textsIn(search, ['q', 'kind', 'sort']), ...(show !== undefined && { show }) }
    },
    component: lazyRouteComponent(() => import('./library/library-page.tsx'), 'LibraryPage'),
  }),
  createRoute({
    ...inShell,
    path: '/library/suggest',
    /** The network and the unit that is asked. */
    validateSearch: ({ net, unit }: Record<string, unknown>): { net?: number; unit?: number } => ({
      ...(typeof net === 'number' && Number.isSafeInteger(net) && net > 0 && { net }),
      ...(typeof unit === 'number' && Number.isSafeInteger(unit) && unit > 0 && unit < 256 && { unit }),
    }),
    component: lazyRouteComponent(() => import('./library/suggest-page.tsx'), 'SuggestPage'),
  }),
  createRoute({
    ...inShell,
    path: '/nets/import',
    /** Shows templates only. */
    validateSearch: (search: Record<string, unknown>): { into?: 'templates' } => {
      const into = wordIn(search['into'], ['templates'])
      return into === undefined ? {} : { into }
    },
    component: lazyRouteComponent(() => import('./devices/import/import-page.tsx'), 'ImportPage'),
  }),
  templatePage.addChildren(templateTabs),
] as const
