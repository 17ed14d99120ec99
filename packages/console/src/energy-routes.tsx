import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type EnergySearch, readSearch } from './energy/figures/period.rules.ts'
import { type ReportSearch, readReportSearch } from './energy/reports/search.rules.ts'
import { inShell } from './outer-routes.tsx'

/** Pages of energy trees and reports. */
export const energyRoutes = [
  createRoute({
    ...inShell,
    path: '/energy',
    component: lazyRouteComponent(() => import('./energy/energy-page.tsx'), 'EnergyPage'),
  }),
  createRoute({
    ...inShell,
    path: '/energy/$treeId',
    /** Period, comparison and branch; the page knows what they mean. */
    validateSearch: (search: Record<string, unknown>): EnergySearch => readSearch(search),
    component: lazyRouteComponent(() => import('./energy/tree-page.tsx'), 'TreePage'),
  }),
  createRoute({
    ...inShell,
    path: '/energy/$treeId/edit',
    component: lazyRouteComponent(() => import('./energy/editor/edit-page.tsx'), 'EditTreePage'),
  }),
  createRoute({
    ...inShell,
    path: '/energy/$treeId/budgets',
    component: lazyRouteComponent(() => import('./energy/budgets/budgets-page.tsx'), 'BudgetsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/energy/$treeId/tariff',
    component: lazyRouteComponent(() => import('./energy/tariff/tariff-page.tsx'), 'TariffPage'),
  }),
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
