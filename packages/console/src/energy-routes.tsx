import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type EnergySearch, readSearch } from './energy/figures/period.rules.ts'
import { inShell } from './outer-routes.tsx'

/** Pages of energy trees. */
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
]
