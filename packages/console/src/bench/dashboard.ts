import { setTimeout as wait } from 'node:timers/promises'
import { at } from '@busbar/kit/at'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../testing/chromium-path.ts'
import { type Api, expectOk, startInstallation } from '../testing/installation.ts'
import { startWorld } from '../testing/world.ts'

const updatePeriodSec = 2
/** Until all is there that the page asks for at first. */
const settleMs = 8000

type Widget = Parameters<Api['boards']['save']>[0]['widgets'][number]

/** Six widgets in turn: four numbers, a gauge, and a table of five values. */
const settingsOf = (index: number, ids: readonly number[]): Pick<Widget, 'kind' | 'settings'> => {
  const value = { paramId: at(ids, index % ids.length) }
  if (index % 6 === 4) return { kind: 'gauge', settings: { value, least: 0, greatest: 500, limits: [] } }
  if (index % 6 === 5) {
    const values = ids.slice(index % 20, (index % 20) + 5).map((paramId) => ({ paramId }))
    return { kind: 'table', settings: { values } }
  }
  return { kind: 'number', settings: { value, hasTrend: true, limits: [] } }
}

/**
 * Looks at a dashboard of so many widgets, all of devices that are read every two seconds. Gives how long each task took that kept the page
 * busy for over 50 ms. Null where there is no browser.
 */
export const measureDashboard = async (count: number, liveMs: number): Promise<number[] | null> => {
  if (chromiumPath === undefined) return null
  const installation = await startInstallation()
  const world = await startWorld(installation, { updatePeriodSec })
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const { api, orgId } = world
    const ids: number[] = []
    for (const { id: netId } of expectOk(await api.nets.list({ orgId }))) {
      for (const { id: deviceId } of expectOk(await api.nets.devices({ netId }))) {
        ids.push(...expectOk(await api.devices.trackedParams({ deviceId })).map(({ id }) => id))
      }
    }
    const { id: dashboardId } = expectOk(await api.dashboards.create({ orgId, name: 'Wall' }))
    const widgets = Array.from({ length: count }, (_, index) => ({
      ...settingsOf(index, ids),
      id: `w${index}`,
      title: '',
      order: index,
      place: { column: 1 + (index % 6) * 2, row: 1 + Math.floor(index / 6) * 4, width: 2, height: 4 },
    })) as Widget[]
    expectOk(await api.boards.save({ dashboardId, version: 1, widgets }))
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.addInitScript(() => {
      window.longTasks = []
      const observer = new PerformanceObserver((list) => {
        window.longTasks.push(...list.getEntries().map(({ duration }) => duration))
      })
      observer.observe({ type: 'longtask' })
    })
    await page.goto(new URL(`/dashboards/${dashboardId}`, world.url).href)
    await page.locator('input[name=email]').fill(world.owner.email)
    await page.locator('input[name=password]').fill(world.owner.password)
    await page.locator('button[type=submit]').click()
    await page
      .locator('[data-value]')
      .nth(count - 1)
      .waitFor()
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
