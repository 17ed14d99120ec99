import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { inShell, withId } from './outer-routes.tsx'

/** Pages of pictures. */
export const pictureRoutes = [
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
