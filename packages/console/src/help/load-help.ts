import type { PageHelp } from './page-help.ts'

/** Each page's help is loaded when it is asked for. The first that fits an address counts. */
const pages: readonly (readonly [path: RegExp, load: () => Promise<{ help: PageHelp }>])[] = [
  [/^\/overview/, () => import('./pages/overview.ts')],
  [/^\/nets\/new/, () => import('./pages/new-net.ts')],
  [/^\/nets\/\d+\/gateway/, () => import('./pages/gateway.ts')],
  [/^\/nets\/import/, () => import('./pages/imports.ts')],
  [/^\/nets/, () => import('./pages/nets.ts')],
  [/^\/devices/, () => import('./pages/device.ts')],
  [/^\/(params|explore)/, () => import('./pages/param.ts')],
  [/^\/alerts\/contacts/, () => import('./pages/contacts.ts')],
  [/^\/alerts/, () => import('./pages/alerts.ts')],
  [/^\/dashboards/, () => import('./pages/dashboards.ts')],
  [/^\/energy/, () => import('./pages/energy.ts')],
  [/^\/pictures/, () => import('./pages/pictures.ts')],
  [/^\/reports/, () => import('./pages/reports.ts')],
  [/^\/library/, () => import('./pages/library.ts')],
  [/^\/settings\/api/, () => import('./pages/api.ts')],
  [/^\/settings/, () => import('./pages/settings.ts')],
  [/^\/share-links/, () => import('./pages/share-links.ts')],
  [/^\/aside/, () => import('./pages/aside.ts')],
  [/^\/installation/, () => import('./pages/installation.ts')],
]

/** Null where a page has none. */
export const loadHelp = async (path: string): Promise<PageHelp | null> => {
  const [, load] = pages.find(([form]) => form.test(path)) ?? []
  return load === undefined ? null : (await load()).help
}
