import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type EnergySearch, readSearch } from './figures/period/period.rules.ts'
import { inShell, withTreeId } from './outer-routes.tsx'

/** Pages of energy trees. */
export const energyRoutes = [
  createRoute({
    ...inShell,
    path: '/energy',
    component: lazyRouteComponent(() => import('./pages/energy/energy-page.tsx'), 'EnergyPage'),
  }),
  createRoute({
    ...inShell,
    path: '/energy/$treeId',
    ...withTreeId,
    /** Period, comparison and branch; the page knows what they mean. */
    validateSearch: (search: Record<string, unknown>): EnergySearch => readSearch(search),
    component: lazyRouteComponent(() => import('./pages/energy/tree-page.tsx'), 'TreePage'),
  }),
  createRoute({
    ...inShell,
    path: '/energy/$treeId/edit',
    ...withTreeId,
    component: lazyRouteComponent(() => import('./pages/energy/edit/edit-page.tsx'), 'EditTreePage'),
  }),
  createRoute({
    ...inShell,
    path: '/energy/$treeId/budgets',
    ...withTreeId,
    component: lazyRouteComponent(() => import('./pages/energy/budgets/budgets-page.tsx'), 'BudgetsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/energy/$treeId/tariff',
    ...withTreeId,
    component: lazyRouteComponent(() => import('./pages/energy/tariff/tariff-page.tsx'), 'TariffPage'),
  }),
]
