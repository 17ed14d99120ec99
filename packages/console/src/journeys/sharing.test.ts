import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, ownContext, signIn } from '../testing/browser.ts'
import { setComputerClock } from '../testing/clocks.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A board with a value of each of two devices. */
const makeBoard = async ({ api, orgId }: World, name: string): Promise<number> => {
  const [net] = expectOk(await api.nets.list({ orgId }))
  const devices = expectOk(await api.nets.devices({ netId: net?.id ?? 0 }))
  const lists = await Promise.all(
    devices.slice(0, 2).map(async ({ id }) => expectOk(await api.devices.trackedParams({ deviceId: id }))),
  )
  const { id: dashboardId } = expectOk(await api.dashboards.create({ orgId, name }))
  const paramIds = lists.flatMap(([first]) => (first === undefined ? [] : [first.id]))
  expectOk(await api.dashboards.addWidgetsToOne({ dashboardId, paramIds }))
  return dashboardId
}

const makeLink = async ({ api, orgId }: World, dashboardId: number, isKiosk = false) =>
  expectOk(
    await api.shareLinks.create({
      orgId,
      object: { kind: 'dashboard', dashboardId },
      name: 'Wall',
      isKiosk,
      expiresOn: new Date(Date.now() + 86_400_000),
    }),
  )

const values = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll('[data-value]')].map((one) => one.textContent).join())

/** Until a value is shown, and then another one. */
const isLive = async (page: Page): Promise<void> => {
  await page.locator('[data-freshness=fresh]').first().waitFor()
  const before = await values(page)
  await page.waitForFunction(
    (old) => [...document.querySelectorAll('[data-value]')].map((one) => one.textContent).join() !== old,
    before,
  )
}

const ended = (page: Page): Promise<void> =>
  page.getByRole('alert').getByText('This link no longer works').first().waitFor()

journey('sharing', ({ world, open, further }) => {
  test('a link is made, opened without an account, seen live, revoked, and ends', async (t) => {
    const dashboardId = await makeBoard(world(), 'Hall')
    const page = await open(t)
    await signIn(page, world(), `/dashboards/${dashboardId}`)
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this dashboard' })
    await dialog.getByText('No share links yet').waitFor()
    await dialog.getByRole('textbox', { name: 'Link name' }).fill('Reception')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const url = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    assert.match(url, /\/shared#[0-9a-f-]{36}$/)
    await dialog.getByText(/never used/).waitFor()
    await assertAccessible(page)

    const visitor = await open(t)
    const requests: string[] = []
    visitor.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
    await visitor.goto(url)
    await visitor.getByRole('heading', { name: 'Hall' }).waitFor()
    await visitor.getByText('Works', { exact: true }).waitFor()
    await visitor.getByText(/^Read-only until /).waitFor()
    await isLive(visitor)
    await assertAccessible(visitor)
    assert.equal(await visitor.getByRole('link').count(), 0, 'there are no ways to anywhere')
    const token = url.split('#')[1] ?? ''
    assert.deepEqual(
      requests.filter((one) => one.includes(token)),
      [],
      'the token is in no address and no referrer',
    )

    await dialog.getByRole('button', { name: 'Revoke: Reception' }).click()
    await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('No share links yet').waitFor()
    await ended(visitor)
    assert.equal(await values(visitor), '', 'nothing is left that could be taken for the present')
    await visitor.reload()
    await ended(visitor)
    await assertAccessible(visitor)
  })

  further(() => {
    test('links of the organization are listed, and revoked there too', async (t) => {
      const dashboardId = await makeBoard(world(), 'Listed')
      await makeLink(world(), dashboardId)
      const page = await open(t)
      await signIn(page, world(), '/share-links')
      const row = page.getByRole('row').filter({ hasText: 'Listed' })
      await row.getByText('Olena Owner').waitFor()
      await assertAccessible(page)
      await row.getByRole('button', { name: 'Revoke: Wall' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await row.waitFor({ state: 'detached' })
    })

    test('a kiosk is dark, large and without ways; Esc leaves it', async (t) => {
      const { url } = await makeLink(world(), await makeBoard(world(), 'Wall'), true)
      const page = await open(t, { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' })
      await page.addInitScript(() => {
        const request = (): Promise<object> => {
          document.documentElement.dataset['awake'] = 'yes'
          return Promise.resolve({ release: () => Promise.resolve() })
        }
        Object.defineProperty(navigator, 'wakeLock', { value: { request } })
      })
      await page.goto(url)
      await page.getByRole('heading', { name: 'Wall' }).waitFor()
      await isLive(page)
      assert.equal(await page.locator('html').getAttribute('data-awake'), 'yes', 'the screen stays on')
      assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
      const size = await page
        .locator('[data-value] [data-freshness] > span')
        .first()
        .evaluate((one) => getComputedStyle(one).fontSize)
      assert.equal(size, '72px')
      await assertAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByText(/^Read-only until /).waitFor()
      assert.notEqual(await page.locator('html').getAttribute('data-theme'), 'dark')
    })

    test('boards take turns on a wall, by links and signed in', async (t) => {
      const [one, two] = [await makeBoard(world(), 'First'), await makeBoard(world(), 'Second')]
      const tokens = [await makeLink(world(), one), await makeLink(world(), two)].map(({ token }) => token)
      const page = await open(t)
      await page.goto(`/shared?kiosk&every=5#${tokens.join()}`)
      for (const name of ['First', 'Second', 'First']) await page.getByRole('heading', { name, exact: true }).waitFor()
      await page.getByText(/page [12] of 2, next in \d s/).waitFor()
      const own = await open(t)
      await signIn(own, world(), `/dashboards/${one}`)
      await own.goto(`/dashboards/${one}?kiosk&every=5&boards=${one},${two}`)
      for (const name of ['Second', 'First']) await own.getByRole('heading', { name, exact: true }).waitFor()
      assert.equal(await own.getByRole('navigation').count(), 0)
      await own.keyboard.press('Escape')
      await own.getByRole('navigation').first().waitFor()
    })

    test('a wall display of a signed-in user shows when the session ends, and offers a link', async (t) => {
      const id = await makeBoard(world(), 'Hall')
      const page = await open(t)
      await signIn(page, world(), `/dashboards/${id}`)
      await page.goto(`/dashboards/${id}?kiosk`)
      await page.getByText(/^This screen closes when your session ends, \d/).waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Create link' }).click()
      const dialog = page.getByRole('dialog')
      assert.equal(await dialog.getByRole('checkbox', { name: 'Kiosk mode' }).isChecked(), true)
      await dialog.getByLabel('Link name').fill('Hall')
      await dialog.getByRole('button', { name: 'Create link' }).click()
      await dialog.getByText('The link was created.').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Hide' }).click()
      await page.getByText(/^This screen closes/).waitFor({ state: 'detached' })
    })

    test('shows values as fresh on a computer whose clock is 27 s ahead', async (t) => {
      const { url } = await makeLink(world(), await makeBoard(world(), 'Clock'), true)
      const page = await open(t, ownContext)
      await setComputerClock(page, 27_000)
      await page.goto(url)
      await isLive(page)
      assert.equal(await page.locator('[data-freshness=old]').count(), 0)
    })

    test('an idle tab loads a new build of the console by itself', async (t) => {
      const { url } = await makeLink(world(), await makeBoard(world(), 'Build'))
      const page = await open(t, ownContext)
      await page.clock.install()
      await page.goto(url)
      await page.getByRole('heading', { name: 'Build' }).waitFor()
      let isNew = false
      await page.route('/', (route) => {
        const body = isNew ? '<script type="module" src="/assets/index-new.js"></script>' : '<p>Bad gateway</p>'
        return route.fulfill({ contentType: 'text/html', body })
      })
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      await page.clock.runFor(601_000)
      assert.equal(await page.evaluate(() => 'isSamePage' in window), true, 'what is no console is no new build')
      isNew = true
      await page.mouse.click(5, 5)
      const loaded = page.waitForEvent('load')
      await page.clock.runFor(601_000)
      await loaded
      await page.getByRole('heading', { name: 'Build' }).waitFor()
    })

    test('dark, while a signed-in user stays signed in', async (t) => {
      const { url, id } = await makeLink(world(), await makeBoard(world(), 'Dark'))
      const page = await open(t, { colorScheme: 'dark' })
      await signIn(page, world(), '/share-links')
      await assertAccessible(page)
      await page.goto(url)
      await isLive(page)
      await assertAccessible(page)
      expectOk(await world().api.shareLinks.revoke({ orgId: world().orgId, linkId: id }))
      await ended(page)
      await page.goto('/overview')
      await page.getByRole('navigation').first().waitFor()
    })

    test('a line that is dead dims everything and says since when', async (t) => {
      const { url } = await makeLink(world(), await makeBoard(world(), 'Line'))
      const page = await open(t, phone)
      let isDown = false
      await page.route('**/api/v1/**', (route) =>
        // Without a stream the page asks, and nothing holds a connection open when the service goes away.
        isDown || route.request().url().endsWith('/live/') ? route.abort() : route.continue(),
      )
      await page.goto(url)
      await page.locator('[data-freshness=fresh]').first().waitFor()
      await page.locator('[data-line=live]').waitFor()
      await assertAccessible(page)
      isDown = true
      await page.getByText(/^No connection since \d\d:\d\d:\d\d\./).waitFor()
      await page.locator('[data-line=dead]').waitFor()
      isDown = false
      await page.locator('[data-line=live]').waitFor()
    })
  })
})
