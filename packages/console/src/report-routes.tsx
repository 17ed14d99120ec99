import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type ReportSearch, readReportSearch } from './energy/reports/search.rules.ts'
import { inShell } from './outer-routes.tsx'

/** Pages of reports. */
export const reportRoutes = [
  createRoute({
    ...inShell,
    path: '/reports',
    component: lazyRouteComponent(() => import('./energy/reports/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/reports/new',
    component: lazyRouteComponent(() => import('./energy/report-editor/edit-page.tsx'), 'NewReportPage'),
  }),
  createRoute({
    ...inShell,
    path: '/reports/$reportId',
    /** Period, comparison, interval and content; the page validates them. */
    validateSearch: (search: Record<string, unknown>): ReportSearch => readReportSearch(search),
    component: lazyRouteComponent(() => import('./energy/reports/report-page.tsx'), 'ReportPage'),
  }),
  createRoute({
    ...inShell,
    path: '/reports/$reportId/print',
    validateSearch: (search: Record<string, unknown>): ReportSearch => readReportSearch(search),
    component: lazyRouteComponent(() => import('./energy/reports/print-page.tsx'), 'PrintReportPage'),
  }),
  createRoute({
    ...inShell,
    path: '/reports/$reportId/edit',
    component: lazyRouteComponent(() => import('./energy/report-editor/edit-page.tsx'), 'EditReportPage'),
  }),
] as const
