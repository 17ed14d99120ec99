import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { furtherJourney } from '../testing/journey.ts'

const pollMs = 50

/** Opens the console with its service worker, which serves all later pages. */
const withWorker = { serviceWorkers: 'allow' } as const

/** The questions whose answers are kept on the device, such as "devices get". */
const cachedQueries = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('busbar', 1)
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
        opening.addEventListener('error', () => resolve([]))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('answers').objectStore('answers').getAll()
          reading.addEventListener('error', () => reject(new Error('not read')))
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result.map(({ key }: { key: readonly unknown[] }) => key.slice(0, 2).join(' ')))
          })
        })
      }),
  )

/** Data is stored at the latest when the page is left. */
const untilKept = async (page: Page, ...questions: readonly string[]): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const giveUpAt = performance.now() + 60_000
  for (let cached: string[] = []; !questions.every((question) => cached.includes(question)); ) {
    assert.ok(performance.now() < giveUpAt, `kept are only ${cached.join(', ')}`)
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    cached = await cachedQueries(page)
    // To ask without a pause would take the processor from the page that is waited for.
    await wait(pollMs)
  }
}

furtherJourney('without a network', ({ world, open, further }) => {
  test('the console opens with what was last known, and says as of when', async (t) => {
    const page = await open(t, withWorker)
    await signIn(page, world())
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const { deviceId } = await idsOf(world())
    await page.goto(`/devices/${deviceId}`)
    await page.locator('[data-freshness=fresh]').first().waitFor()
    await untilKept(page, 'devices get', 'devices params', 'values lastStates')
    await page.goto('/nets/devices')
    await page.getByRole('table', { name: 'Devices' }).getByRole('link').first().waitFor()
    await untilKept(page, 'nets list', 'overview links')
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(/^As of .*\d\d:\d\d:\d\d, no connection$/).waitFor()
    await page.getByRole('table', { name: 'Devices' }).getByRole('link', { name: 'Main meter' }).click()
    await page.getByRole('heading', { level: 1, name: 'Main meter' }).waitFor()
    await page.getByText(/^As of .*, no connection$/).waitFor()
    // The service is given up by then: what would change something is off.
    await page.locator('button[title^="Changes are not possible"]').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Retry now' }).count(), 1, 'one notice says it, not two')
    await assertAccessible(page)
    await page.context().setOffline(false)
    await page.getByText(/no connection$/).waitFor({ state: 'detached' })
    await page.locator('[data-freshness=fresh]').first().waitFor()
  })

  further(() => {
    test('a new version is said, and the next page is of it; what is not saved stays', async (t) => {
      const page = await open(t, withWorker)
      await signIn(page, world())
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      const { deviceId } = await idsOf(world())
      await page.goto(`/devices/${deviceId}/settings`)
      const name = page.getByLabel('Name', { exact: true })
      await name.waitFor()
      assert.equal(await page.getByText('New version').count(), 0)
      // Simulates the browser's event when another worker takes control.
      const takeOver = (): Promise<unknown> =>
        page.evaluate(() => {
          Object.assign(window, { isOldPage: true })
          navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))
        })
      await takeOver()
      await page.getByText('New version').waitFor()
      await assertAccessible(page)
      await name.fill('Main meter of the hall')
      await page.getByRole('link', { name: 'Overview' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
      assert.equal(await name.inputValue(), 'Main meter of the hall')
      await name.fill('Main meter')
      await page.getByRole('link', { name: 'Overview' }).first().click()
      await page.waitForURL('**/overview')
      await page.waitForFunction(() => !('isOldPage' in window))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await takeOver()
      await page.getByRole('button', { name: 'Reload' }).click()
      await page.waitForFunction(() => !('isOldPage' in window))
    })

    test('signing out leaves no stored data', async (t) => {
      const page = await open(t, withWorker)
      await signIn(page, world())
      await page.goto('/nets/devices')
      await page.getByRole('table', { name: 'Devices' }).getByRole('link').first().waitFor()
      await untilKept(page, 'nets list')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('Password', { exact: true }).waitFor()
      assert.deepEqual(await cachedQueries(page), [])
      await page.context().setOffline(true)
      await page.goto('/overview')
      await page.getByLabel('Password', { exact: true }).waitFor()
    })
  })
})
