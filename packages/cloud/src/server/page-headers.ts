/** Only files of our own, and no address but our own to speak to; pictures from one other, where maps have them from there. */
const consolePolicy = (picturesFrom: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${picturesFrom === undefined ? '' : ` ${picturesFrom}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const staticPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of all files and pages for browsers. */
export const commonHeaders = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const

/** Prevents other pages from framing or controlling this page. */
const pageHeaders = (policy: string) => ({
  ...commonHeaders,
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
})

export const consolePageHeaders = (picturesFrom: string | undefined) => pageHeaders(consolePolicy(picturesFrom))

/** Headers of a static page, which must not load or run anything. */
export const staticPageHeaders = pageHeaders(staticPolicy)
