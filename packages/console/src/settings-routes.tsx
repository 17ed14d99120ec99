import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { inShell } from './outer-routes.tsx'
import { readAuditSearch } from './settings/search.rules.ts'

/** Settings of the organization and the user, in one frame. */
const settings = createRoute({
  ...inShell,
  id: 'settings-frame',
  component: lazyRouteComponent(() => import('./settings/settings-frame.tsx'), 'SettingsFrame'),
})
const inSettings = { getParentRoute: () => settings }
const settingsPages = [
  createRoute({
    ...inSettings,
    path: '/settings/organization',
    component: lazyRouteComponent(() => import('./settings/organization/organization-page.tsx'), 'OrganizationPage'),
  }),
  createRoute({
    ...inSettings,
    path: '/settings/people',
    component: lazyRouteComponent(() => import('./settings/people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    ...inSettings,
    path: '/settings/keys',
    component: lazyRouteComponent(() => import('./settings/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...inSettings,
    path: '/settings/api',
    validateSearch: ({ operation }): { operation?: string } =>
      typeof operation === 'string' && operation.length <= 100 ? { operation } : {},
    component: lazyRouteComponent(() => import('./settings/api-page.tsx'), 'ApiPage'),
  }),
  createRoute({
    ...inSettings,
    path: '/settings/integrations',
    component: lazyRouteComponent(() => import('./settings/integrations/integrations-page.tsx'), 'IntegrationsPage'),
  }),
  createRoute({
    ...inSettings,
    path: '/settings/audit',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('./settings/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...inSettings,
    path: '/settings/profile',
    component: lazyRouteComponent(() => import('./settings/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...inSettings,
    path: '/settings/security',
    component: lazyRouteComponent(() => import('./settings/security/security-page.tsx'), 'SecurityPage'),
  }),
] as const

export const settingsRoutes = [
  settings.addChildren(settingsPages),
  createRoute({
    ...inShell,
    path: '/settings',
    beforeLoad: () => {
      throw redirect({ to: '/settings/organization', replace: true })
    },
  }),
  createRoute({
    ...inShell,
    path: '/installation',
    component: lazyRouteComponent(() => import('./settings/installation/health-page.tsx'), 'HealthPage'),
  }),
  createRoute({
    ...inShell,
    path: '/installation/sending',
    component: lazyRouteComponent(() => import('./settings/installation/sending-page.tsx'), 'SendingPage'),
  }),
  createRoute({
    ...inShell,
    path: '/installation/backups',
    component: lazyRouteComponent(() => import('./settings/installation/backups-page.tsx'), 'BackupsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/installation/notices',
    component: lazyRouteComponent(() => import('./settings/installation/notices-page.tsx'), 'NoticesPage'),
  }),
  createRoute({
    ...inShell,
    path: '/installation/settings',
    component: lazyRouteComponent(() => import('./settings/installation/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/installation/news',
    component: lazyRouteComponent(() => import('./settings/installation/news-page.tsx'), 'NewsPage'),
  }),
] as const
