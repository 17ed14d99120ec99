import type { HelpTexts } from '../../texts/messages.ts'

/** Pages with help by their address. The first that matches is used. */
const pages: readonly (readonly [path: RegExp, page: keyof HelpTexts])[] = [
  [/^\/overview/, 'overview'],
  [/^\/nets\/new/, 'newNet'],
  [/^\/nets\/\d+\/gateway/, 'gateway'],
  [/^\/nets\/import/, 'imports'],
  [/^\/nets/, 'nets'],
  [/^\/devices/, 'device'],
  [/^\/(params|explore)/, 'param'],
  [/^\/alerts\/contacts/, 'contacts'],
  [/^\/alerts/, 'alerts'],
  [/^\/dashboards/, 'dashboards'],
  [/^\/energy/, 'energy'],
  [/^\/pictures/, 'pictures'],
  [/^\/reports/, 'reports'],
  [/^\/library/, 'library'],
  [/^\/settings\/api/, 'api'],
  [/^\/settings/, 'settings'],
  [/^\/share-links/, 'shareLinks'],
  [/^\/aside/, 'aside'],
  [/^\/installation/, 'installation'],
]

/** Returns the name of a page's help; null where a page has none. */
export const helpPageOf = (path: string): keyof HelpTexts | null => pages.find(([form]) => form.test(path))?.[1] ?? null
