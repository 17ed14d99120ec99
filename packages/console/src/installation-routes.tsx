import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from './outer-routes.tsx'

/** The tabs of the installation, for its administrator. */
export const installationPages = [
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
