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
    /** Words that are looked for. */
    validateSearch: ({ find }: Record<string, unknown>): { find?: string } =>
      typeof find === 'string' ? { find } : {},
    component: lazyRouteComponent(() => import('./dashboards/diagrams/symbols-page.tsx'), 'SymbolsPage'),
  }),
  createRoute({
    ...inShell,
    path: '/pictures/$id',
    ...withId,
    /** The element that is looked at, whether values are listed beside the picture, and whether it fills the screen or hangs on a wall. */
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
