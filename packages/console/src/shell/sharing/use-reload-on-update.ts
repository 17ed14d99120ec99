import { useEffect } from 'react'

const checkMs = 600_000
const quietMs = 60_000

/** A tab that stays open for weeks reloads itself when there is another build of the console, and it is idle. */
export const useReloadOnUpdate = (): void => {
  useEffect(() => {
    const own = entryScript(document.documentElement.outerHTML)
    let touchedAtMs = Number.NEGATIVE_INFINITY
    let isNewer = false
    const touch = (): void => {
      touchedAtMs = performance.now()
    }
    const reloadIfQuiet = (): void => {
      if (isNewer && performance.now() - touchedAtMs > quietMs) location.reload()
    }
    const checkBuild = async (): Promise<void> => {
      // Asked of the service itself: without a way to it there is nothing to reload.
      const page = await fetch('/', { cache: 'no-store' }).catch(() => null)
      const newest = page?.ok === true ? entryScript(await page.text().catch(() => '')) : null
      isNewer = own !== null && newest !== null && newest !== own
      reloadIfQuiet()
    }
    const timers = [setInterval(() => void checkBuild(), checkMs), setInterval(reloadIfQuiet, quietMs)]
    const events = ['pointerdown', 'keydown', 'wheel'] as const
    for (const event of events) window.addEventListener(event, touch, { passive: true })
    return () => {
      for (const timer of timers) clearInterval(timer)
      for (const event of events) window.removeEventListener(event, touch)
    }
  }, [])
}

/** The script with which a page of the console begins: its name changes with what is in it. Null where there is none. */
export const entryScript = (html: string): string | null =>
  /<script[^>]*\ssrc="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? null
