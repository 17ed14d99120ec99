import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf, paramIdOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const card = (page: Page, name = 'Workshop') =>
  page.getByRole('list', { name: 'Networks' }).getByRole('article').filter({ hasText: name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** An alert that is active as long as there are readings; it is gone after the test. */
const alwaysActive = async ({ api, orgId }: World, paramId: number, t: { after(end: () => unknown): void }) => {
  const conditions = [{ paramId, kind: 'g' as const, value: -1_000_000 }]
  const alert = { name: 'Always there', conditionLogic: 'any' as const, logAs: 'failure' as const, conditions }
  const made = expectOk(await api.alerts.create({ orgId, ...alert, actions: [], followUps: [] }))
  t.after(async () => made.result === 'success' && expectOk(await api.alerts.delete({ alertId: made.id })))
}

journey('the overview', ({ world, open, further }) => {
  test('a network with its value and day; an alert in it comes first without a reload, and is confirmed here', async (t) => {
    const page = await open(t)
    await signIn(page, world())
    await page.getByText('Live', { exact: true }).waitFor()
    await title(page, 'The network is OK')
    await page.getByText('6 of 6', { exact: true }).waitFor()
    await card(page).getByText('Total active power').waitFor()
    await card(page).locator('[data-freshness=fresh]').waitFor()
    await card(page).getByText('6 / 6 devices').waitFor()
    await card(page)
      .getByRole('img', { name: /^30 days: \d/ })
      .waitFor()
    await page.getByText('No active alerts').waitFor()
    await assertAccessible(page)
    await alwaysActive(world(), await paramIdOf(world(), 'Main meter', 'U1'), t)
    await title(page, '1 of 1 networks needs attention')
    await card(page).getByText('Always there, for').waitFor()
    await page.getByText('Workshop · Main meter').waitFor()
    await page.getByRole('button', { name: 'Acknowledge: Always there' }).click()
    await page.getByRole('button', { name: 'Acknowledge: Always there' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mute 1 h: Always there' }).click()
    await title(page, 'The network is OK')
  })

  further(() => {
    test('all devices: a silent one comes first without a reload, and goes back when it answers', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/nets/devices')
      const rows = page.getByRole('table', { name: 'Devices' }).getByRole('row')
      await rows.getByText('Cooling pump').waitFor()
      world().plant.faults.set('workshop/4', 'dead')
      t.after(() => world().plant.faults.clear('workshop/4'))
      await rows.nth(1).getByText('Cooling pump').waitFor()
      await page.getByLabel('Show').selectOption('With problems')
      await page.waitForURL('**/nets/devices?show=trouble')
      await page.getByText('Main meter').waitFor({ state: 'detached' })
      world().plant.faults.clear('workshop/4')
      await page.getByText('No matching devices.').waitFor()
    })

    test('a returning user sees what happened meanwhile', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await title(page, 'The network is OK')
      const panel = page.getByRole('region', { name: 'Since your last visit' })
      assert.equal(await panel.count(), 0, 'the first visit has none before')
      await alwaysActive(world(), await paramIdOf(world(), 'Main meter', 'U3'), t)
      await page.getByText('Always there').first().waitFor()
      // As if the last look had been an hour ago.
      await page.evaluate(() => {
        const visits = JSON.parse(localStorage.getItem('busbar.visits') ?? '{}') as Record<string, { seen: number }>
        for (const visit of Object.values(visits)) visit.seen -= 3_600_000
        localStorage.setItem('busbar.visits', JSON.stringify(visits))
      })
      await page.reload()
      await panel.getByText(/alerts? fired, \d+ resolved/).waitFor()
      await assertAccessible(page)
      await page.reload()
      await panel.getByRole('link', { name: /alerts? fired/ }).click()
      await page.waitForURL('**/alerts/history')
    })

    test('cards, table and map have addresses; the table is searched and put in order', async (t) => {
      const { netId } = await idsOf(world())
      expectOk(await world().api.nets.change({ netId, latitude: 50.45, longitude: 30.52 }))
      t.after(async () => expectOk(await world().api.nets.change({ netId, latitude: null, longitude: null })))
      const page = await open(t)
      await signIn(page, world())
      const views = page.getByRole('navigation', { name: 'Network view' })
      await views.getByRole('link', { name: 'Table' }).click()
      await page.waitForURL('**/overview?view=table')
      const table = page.getByRole('table', { name: 'Networks' })
      await table.getByRole('link', { name: 'Workshop' }).waitFor()
      await page.getByRole('button', { name: 'Name' }).click()
      await page.waitForURL(/sort=name/)
      assert.equal(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), 'ascending')
      await page.getByLabel('Find a network').fill('nowhere')
      await page.getByText('No network matches “nowhere”').waitFor()
      await page.waitForURL(/q=nowhere/)
      await page.getByLabel('Find a network').fill('')
      await assertAccessible(page)
      await views.getByRole('link', { name: 'Map' }).click()
      await page.waitForURL(/view=map/)
      const map = page.getByRole('group', { name: 'Map of networks' })
      await map.getByRole('link', { name: /^Workshop/ }).waitFor()
      await map.focus()
      await page.keyboard.press('ArrowRight')
      await page.waitForURL(/at=50\.\d+%2C30\.\d+%2C14/)
      await page.keyboard.press('-')
      await page.waitForURL(/%2C13/)
      await assertAccessible(page)
      await page.reload()
      await map.getByRole('link', { name: /^Workshop/ }).click()
      await title(page, 'Workshop')
      await page.goBack()
      await page.waitForURL(/view=map/)
    })

    test('a phone has active alerts first, with buttons for a thumb', async (t) => {
      const page = await open(t, phone)
      await signIn(page, world())
      await alwaysActive(world(), await paramIdOf(world(), 'Main meter', 'U2'), t)
      const confirm = page.getByRole('button', { name: 'Acknowledge: Always there' })
      await confirm.waitFor()
      const mute = page.getByRole('button', { name: 'Mute 1 h: Always there' })
      for (const button of [confirm, mute]) assert.ok(((await button.boundingBox())?.height ?? 0) >= 40)
      const top = async (text: string): Promise<number> => (await page.getByText(text).first().boundingBox())?.y ?? 0
      assert.ok((await top('Active alerts')) < (await top('Devices polled')))
      assert.ok((await top('Devices polled')) < (await top('Total active power')))
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
      await assertAccessible(page)
      await page.goto('/nets/devices')
      await page.getByRole('list', { name: 'Devices' }).getByRole('link', { name: 'Main meter' }).waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
      await assertAccessible(page)
    })

    test('devices are found by name, and lead to their page', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/nets/devices')
      await page.getByLabel('Find a device').fill('yard work')
      await page.getByText('Main meter').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Yard lights' }).click()
      await page.waitForURL('**/devices/*')
      await title(page, 'Yard lights')
    })

    test('a manager chooses what stands for a network', async (t) => {
      const page = await open(t)
      const { netId } = await idsOf(world())
      await signIn(page, world(), `/nets/${netId}/settings`)
      await page.getByText('Chosen automatically: Main meter: Total active power').waitFor()
      await page.getByLabel('Key value of the network').fill('main meter voltage l1')
      await page.getByRole('option', { name: 'Voltage L1' }).first().click()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('link', { name: 'Overview' }).click()
      await card(page).getByText('Voltage L1', { exact: true }).waitFor()
      await page.goto(`/nets/${netId}/settings`)
      await page.getByRole('button', { name: 'Choose automatically' }).click()
      await page.getByText('Chosen automatically: Main meter: Total active power').waitFor()
    })

    for (const [theme, background] of [
      ['light', 'rgb(242, 244, 244)'],
      ['dark', 'rgb(13, 17, 19)'],
    ] as const) {
      test(`all pages are accessible, ${theme}`, async (t) => {
        const page = await open(t, { colorScheme: theme })
        await signIn(page, world())
        await page.waitForFunction(
          (wanted) => getComputedStyle(document.documentElement).backgroundColor === wanted,
          background,
        )
        await card(page).locator('[data-freshness]').waitFor()
        await assertAccessible(page)
        const { netId, deviceId, paramIds } = await idsOf(world())
        const tabs = ['', '/bus', '/connection', '/settings'].map((tab) => `/nets/${netId}${tab}`)
        const parts = ['', '/chart', '/diagnostics', '/settings'].map((tab) => `/devices/${deviceId}${tab}`)
        const others = ['/overview?view=table', '/overview?view=map', '/nets', '/nets/devices', '/nets/new']
        const last = [`/params/${paramIds.get('U1')}`, '/alerts', '/dashboards', '/nowhere']
        for (const path of [...others, ...tabs, ...parts, ...last]) {
          await page.goto(path)
          await page.locator('main h1').first().waitFor()
          await page.getByText('Loading').first().waitFor({ state: 'detached' })
          await assertAccessible(page)
        }
      })
    }
  })
})
