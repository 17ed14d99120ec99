import { ownPath } from '../../data/state/search.rules.ts'

const checkMs = 3_600_000
const idleMsMax = 5000
const againMs = 30_000

/** Not every browser says when it is idle. */
const later = (act: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: idleMsMax }) : setTimeout(act, idleMsMax)

/** Brings the service worker, once the page has what it needs, and looks every hour whether there is a newer one. `onOpen`: a notification was pressed. */
export const registerWorker = (onOpen: (path: string) => void): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    const path = ownPath(data?.open)
    if (path !== null) onOpen(path)
  })
  const register = async (): Promise<void> => {
    try {
      const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
      setInterval(() => void registration.update().catch(() => {}), checkMs)
      // A worker that failed to load its files disappears without an event.
      registration.installing?.addEventListener('statechange', ({ target }) => {
        const isGone = (target as ServiceWorker).state === 'redundant' && registration.active === null
        if (isGone) setTimeout(() => void register(), againMs)
      })
    } catch {
      // A browser that keeps nothing has the console all the same.
    }
  }
  const whenIdle = (): unknown => later(() => void register())
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle)
}
