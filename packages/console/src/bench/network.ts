import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../testing/chromium-path.ts'
import { startInstallation } from '../testing/installation.ts'
import { startWorld } from '../testing/world.ts'

/** In seconds, from the address to what the user came for. */
export interface OpenTimes {
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

/** From the address until something is there to be seen, by the page's own clock. */
const secondsUntil = async (page: Page, path: string, selector: string): Promise<number> => {
  await page.goto(path, { waitUntil: 'commit' })
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(wanted)?.checkVisibility() === true) resolve(performance.now() / 1000)
          else requestAnimationFrame(look)
        }
        look()
      }),
    selector,
  )
}

const form = 'input[name=password]'
const devices = 'main a[href^="/nets/"]'

/**
 * Opens the console of a real service over a slow network. Cold: a browser that was never here. Warm: one with the service worker, whose user is
 * signed in. Null where there is no browser.
 */
export const measureNetwork = async (): Promise<OpenTimes | null> => {
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
    const signInColdSec = await secondsUntil(await slowed(await newContext()), '/sign-in', form)
    const overviewColdSec = await secondsUntil(await slowed(await signedIn()), '/overview', devices)

    const known = await signedIn()
    const before = await known.newPage()
    await before.goto('/overview')
    await before.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await before.locator(devices).first().waitFor()
    await before.close()
    const overviewWarmSec = await secondsUntil(await slowed(known), '/overview', devices)
    return { signInColdSec, overviewColdSec, overviewWarmSec }
  } finally {
    await browser.close()
    await world.stop()
    await installation.stop()
  }
}
