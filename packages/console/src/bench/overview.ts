import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../testing/chromium-path.ts'
import { startInstallation } from '../testing/installation.ts'
import { startWorld, type WorldOptions } from '../testing/world.ts'

declare global {
  interface Window {
    longTasks: number[]
  }
}

const updatePeriodSec = 10
/** Until all is there that the page asks for at first. */
const settleMs = 8000

/**
 * Looks at the overview of a plant while its devices are read. Gives how long each task took that kept the page busy for over 50 ms.
 * Null where there is no browser.
 */
export const measureOverview = async (
  plant: NonNullable<WorldOptions['plant']>,
  liveMs: number,
): Promise<number[] | null> => {
  if (chromiumPath === undefined) return null
  const installation = await startInstallation()
  const world = await startWorld(installation, { plant, updatePeriodSec })
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(() => {
      window.longTasks = []
      const observer = new PerformanceObserver((list) => {
        window.longTasks.push(...list.getEntries().map(({ duration }) => duration))
      })
      observer.observe({ type: 'longtask' })
    })
    await page.goto(world.url)
    await page.locator('input[name=email]').fill(world.owner.email)
    await page.locator('input[name=password]').fill(world.owner.password)
    await page.locator('button[type=submit]').click()
    await page.getByRole('article').first().waitFor()
    await wait(settleMs)
    await page.evaluate(() => void (window.longTasks = []))
    await wait(liveMs)
    return await page.evaluate(() => window.longTasks)
  } finally {
    await browser.close()
    await world.stop()
    await installation.stop()
  }
}
