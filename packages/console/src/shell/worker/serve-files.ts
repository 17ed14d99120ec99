import type { FetchEvent, WorkerScope } from './worker-scope.ts'

export interface ServedFiles {
  /** Another one for each build. */
  version: string
  /** Files that the console needs to open without a network, by path. */
  files: readonly string[]
}

const family = 'busbar-'
const page = '/index.html'
/** Paths that the service answers; never served or stored here. */
const notOurs = ['/api/', '/confirm/', '/incoming-sms', '/metrics', '/healthz', '/readyz']

/**
 * Opens the console from files that were kept when it was last loaded. The page is fetched again each time and put in place for the next
 * opening: whatever is wrong with a build, the one after it comes. Answers of the API are none of this.
 */
export const serveFiles = (scope: WorkerScope, { version, files }: ServedFiles): void => {
  const name = `${family}${version}`
  scope.addEventListener('install', (event) => {
    event.waitUntil(cacheFiles(name, files))
    // A page that is broken could not let the next one in.
    event.waitUntil(scope.skipWaiting())
  })
  scope.addEventListener('activate', (event) => {
    event.waitUntil(forgetBefore(name))
    event.waitUntil(scope.clients.claim())
  })
  scope.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request
    const { origin, pathname } = new URL(url)
    if (method !== 'GET' || origin !== new URL(scope.registration.scope).origin) return
    if (notOurs.some((path) => pathname.startsWith(path))) return
    if (mode === 'navigate') event.respondWith(pageOf(event, name))
    else if (pathname.startsWith('/assets/')) event.respondWith(assetOf(event.request, name))
  })
}

/** Limited, so that the page continues to load. */
const atOnce = 6

const cacheFiles = async (name: string, files: readonly string[]): Promise<void> => {
  const cache = await caches.open(name)
  for (let at = 0; at < files.length; at += atOnce) {
    await Promise.all(files.slice(at, at + atOnce).map(async (path) => cache.put(path, await fileOf(path))))
  }
}

/** Asked for once more where it breaks off: without one of them there would be no worker at all. */
const fileOf = async (path: string): Promise<Response> => {
  const cache = path.startsWith('/assets/') ? 'default' : 'no-cache'
  const answer = await fetch(path, { cache }).catch(() => fetch(path, { cache }))
  if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`)
  return answer
}

/** Open pages of the build before may still load its parts: it stays until the one after this. */
const forgetBefore = async (name: string): Promise<void> => {
  const others = (await caches.keys()).filter((one) => one.startsWith(family) && one !== name)
  for (const old of others.slice(0, -1)) await caches.delete(old)
}

const pageOf = async (event: FetchEvent, name: string): Promise<Response> => {
  const cache = await caches.open(name)
  const cached = await cache.match(page)
  const fresh = fetch(page, { cache: 'no-cache' }).then(async (answer) => {
    if (answer.ok) await cache.put(page, answer.clone())
    return answer
  })
  if (cached === undefined) return fresh
  event.waitUntil(fresh.catch(() => null))
  return cached
}

/** Names change with what is in them: one that is kept is right. */
const assetOf = async (request: Request, name: string): Promise<Response> => {
  const cached = await caches.match(request)
  if (cached !== undefined) return cached
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(name)).put(request, answer.clone())
  return answer
}
