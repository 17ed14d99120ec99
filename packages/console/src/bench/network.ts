import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../testing/chromium-path.ts'
import { startInstallation } from '../testing/installation.ts'
import { startWorld } from '../testing/world.ts'

/** In seconds, from the address to what the user came for. */
export interface OpenedIn {
  signInColdSec: number
  overviewColdSec: number
  overviewWarmSec: number
}

/** A telephone at the edge of its network. */
const slow = { offline: false, latency: 800, downloadThroughput: 150_000, uploadThroughput: 50_000 }

/** Over a slow network, as the browser's own protocol makes one. Each part is by itself: what one loads does not help the next. */
const slowed = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', slow)
  return page
}

const secondsUntil = async (act: () => Promise<unknown>, isThere: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await Promise.all([act(), isThere()])
  return (performance.now() - startedMs) / 1000
}

/**
 * Opens the console of a real service over a slow network. Cold: a browser that was never here. Warm: one with the service worker, whose user is
 * signed in. Null where there is no browser.
 */
export const measureNetwork = async (): Promise<OpenedIn | null> => {
  if (chromiumPath === undefined) return null
  const installation = await startInstallation()
  const world = await startWorld(installation)
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const newContext = (): Promise<BrowserContext> => browser.newContext({ baseURL: world.url, locale: 'en-GB' })
    const answer = await fetch(new URL('/api/v1/login/', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(world.owner),
    })
    const session = { ...((await answer.json()) as object), email: world.owner.email }
    const signedIn = async (): Promise<BrowserContext> => {
      const context = await newContext()
      await context.addInitScript((one) => localStorage.setItem('busbar.session', JSON.stringify(one)), session)
      return context
    }
    const open = (page: Page, path: string) => () => page.goto(path, { waitUntil: 'commit' })
    const isFormThere = (page: Page) => () => page.locator('input[name=password]').waitFor()
    const areDevicesThere = (page: Page) => () => page.locator('main a[href^="/nets/"]').first().waitFor()

    const door = await slowed(await newContext())
    const signInColdSec = await secondsUntil(open(door, '/sign-in'), isFormThere(door))

    const first = await slowed(await signedIn())
    const overviewColdSec = await secondsUntil(open(first, '/overview'), areDevicesThere(first))

    const known = await signedIn()
    const before = await known.newPage()
    await before.goto('/overview')
    await before.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await areDevicesThere(before)()
    await before.close()
    const again = await slowed(known)
    const overviewWarmSec = await secondsUntil(open(again, '/overview'), areDevicesThere(again))
    return { signInColdSec, overviewColdSec, overviewWarmSec }
  } finally {
    await browser.close()
    await world.stop()
    await installation.stop()
  }
}
