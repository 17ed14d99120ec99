/** Stands for whatever origin the console has: an address that leads elsewhere does not keep it. */
const anywhere = 'http://console.invalid'

/**
 * A place in this console that an address names, or null. Browsers read `\` as `/` and leave out tabs and line ends: `/\t/elsewhere` would
 * be another site.
 */
export const ownPath = (path: unknown): string | null => {
  if (typeof path !== 'string' || !/^\/[^\\\p{Cc}]*$/u.test(path)) return null
  const url = URL.parse(path, anywhere)
  if (url === null || url.origin !== anywhere || url.pathname.startsWith('//')) return null
  // The door leads nowhere but in.
  return url.pathname === '/sign-in' ? null : url.pathname + url.search + url.hash
}
