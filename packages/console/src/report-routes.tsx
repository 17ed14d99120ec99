import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell } from './outer-routes.tsx'
import { type ReportSearch, readReportSearch } from './pages/reports/search.rules.ts'

/** Pages of reports. */
export const reportRoutes = [
  createRoute({
    ...inShell,
    path: '/reports',
    component: lazyRouteComponent(() => import('./pages/reports/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/reports/new',
    component: lazyRouteComponent(() => import('./pages/reports/edit/edit-page.tsx'), 'NewReportPage'),
  }),
  createRoute({
    ...inShell,
    path: '/reports/$reportId',
    /** Period, comparison, how it is cut and what is drawn; the page knows what they mean. */
    validateSearch: (search: Record<string, unknown>): ReportSearch => readReportSearch(search),
    component: lazyRouteComponent(() => import('./pages/reports/report-page.tsx'), 'ReportPage'),
  }),
  createRoute({
    ...inShell,
    path: '/reports/$reportId/print',
    validateSearch: (search: Record<string, unknown>): ReportSearch => readReportSearch(search),
    component: lazyRouteComponent(() => import('./pages/reports/print-page.tsx'), 'PrintReportPage'),
  }),
  createRoute({
    ...inShell,
    path: '/reports/$reportId/edit',
    component: lazyRouteComponent(() => import('./pages/reports/edit/edit-page.tsx'), 'EditReportPage'),
  }),
] as const
