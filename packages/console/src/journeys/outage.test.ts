import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, ownContext, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const name = 'Cooling pump'
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

/** Waits until all values of the page have this freshness, and there are some. */
const everyValue = async (page: Page, freshness: 'fresh' | 'old'): Promise<void> => {
  await page.waitForFunction(
    (wanted) => {
      const found = [...document.querySelectorAll<HTMLElement>('[data-freshness]:not([data-freshness="none"])')]
      return found.length > 0 && found.every(({ dataset }) => dataset['freshness'] === wanted)
    },
    freshness,
    { polling: 100 },
  )
}

const rowOf = (page: Page) => page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: name })

/** Checks that no value in the device list looks current. */
const isDeadRow = async (page: Page): Promise<void> => {
  await rowOf(page).getByText('No response', { exact: true }).waitFor()
  const text = (await rowOf(page).textContent()) ?? ''
  assert.doesNotMatch(text, /\bnow\b|\bago\b/)
  assert.match(text, /\d\d:\d\d:\d\d/)
}

const boardWith = async (world: World): Promise<void> => {
  const { paramIds } = await idsOf(world, name)
  const params = expectOk(await world.api.devices.params({ deviceId: (await idsOf(world, name)).deviceId }))
  const tracked = params.filter((one) => one.isTracked && one.valueType !== 'string' && paramIds.size > 0)
  expectOk(
    await world.api.dashboards.addWidgets({ orgId: world.orgId, paramIds: tracked.slice(0, 3).map(({ id }) => id) }),
  )
}

journey('an outage', ({ world, open, further }) => {
  test('values grow old while a unit does not answer, and fresh ones come back', async (t) => {
    const { deviceId } = await idsOf(world(), name)
    const page = await open(t)
    await signIn(page, world(), `/devices/${deviceId}`)
    await everyValue(page, 'fresh')
    world().plant.faults.set('workshop/4', 'dead')
    t.after(() => world().plant.faults.clear('workshop/4'))
    await everyValue(page, 'old')
    await page
      .getByText(/No response since \d\d:\d\d:\d\d \(/)
      .first()
      .waitFor()
    world().plant.faults.clear('workshop/4')
    await everyValue(page, 'fresh')
    await page.getByText(/No response since/).waitFor({ state: 'detached' })
  })

  further(() => {
    test('no old value is shown as a new one anywhere, and fresh ones come back', async (t) => {
      const { deviceId, netId } = await idsOf(world(), name)
      await boardWith(world())
      const pages = {
        overview: await open(t),
        cards: await open(t),
        net: await open(t),
        device: await open(t),
        board: await open(t),
        phone: await open(t, phone),
      }
      await signIn(pages.overview, world(), '/nets/devices')
      await signIn(pages.cards, world())
      await signIn(pages.net, world(), `/nets/${netId}`)
      await signIn(pages.device, world(), `/devices/${deviceId}`)
      await signIn(pages.board, world(), '/dashboards')
      await signIn(pages.phone, world(), `/devices/${deviceId}`)
      const valued = [pages.device, pages.board, pages.phone]
      // Untracked parameters are read on demand and always show their age.
      for (const page of valued) await everyValue(page, 'fresh')

      world().plant.faults.set('workshop/4', 'dead')
      t.after(() => world().plant.faults.clear('workshop/4'))
      for (const page of [pages.overview, pages.net]) await isDeadRow(page)
      await pages.cards.getByRole('heading', { level: 1, name: '1 of 1 networks needs attention' }).waitFor()
      await pages.cards.getByText('1 of 6 devices are unresponsive').waitFor()
      for (const page of valued) {
        await everyValue(page, 'old')
        await page
          .getByText(/No response since \d\d:\d\d:\d\d \(/)
          .first()
          .waitFor()
        await page
          .getByText(/as of \d\d:\d\d:\d\d/)
          .first()
          .waitFor()
      }
      await pages.device.getByText(/^Unit 4 · .+ is unresponsive\.$/).waitFor()
      await pages.device.getByText('Is it powered?').waitFor()
      await pages.device.getByText('Retries every 2 sec').waitFor()
      assert.equal(await pages.device.getByText('Next poll').count(), 0)
      for (const page of valued) assert.equal(await page.locator('main').getByText('now', { exact: true }).count(), 0)
      // No number, and no unit, is cut.
      const cut = await pages.phone.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('li :has(> [data-freshness])')]
          .filter((cell) => cell.scrollWidth > cell.clientWidth)
          .map((cell) => cell.textContent),
      )
      assert.deepEqual(cut, [])
      assert.equal(await pages.phone.evaluate(() => document.documentElement.scrollWidth), 360)
      // A page that is opened during the outage knows at once.
      await pages.board.reload()
      await everyValue(pages.board, 'old')

      world().plant.faults.clear('workshop/4')
      for (const page of valued) await everyValue(page, 'fresh')
      for (const page of [pages.overview, pages.net]) await rowOf(page).getByText('Online', { exact: true }).waitFor()
      await pages.device.getByText(/No response since/).waitFor({ state: 'detached' })
      await pages.cards.getByRole('heading', { level: 1, name: 'The network is OK' }).waitFor()
    })

    test('without the service everything is marked, nothing can be changed, and it recovers by itself', async (t) => {
      const { deviceId } = await idsOf(world(), 'Drying oven')
      const page = await open(t, ownContext)
      await signIn(page, world(), `/devices/${deviceId}`)
      await everyValue(page, 'fresh')
      await page.getByText('Live', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Set Set-point' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New value').fill('61')
      await page.context().setOffline(true)
      await page.getByText('Connection to the server lost.').waitFor()
      const goOn = dialog.getByRole('button', { name: 'Continue' })
      assert.equal(await goOn.isDisabled(), true)
      assert.equal(await goOn.getAttribute('title'), 'Changes are not possible until it is restored.')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await everyValue(page, 'old')
      for (const act of ['Read now', 'Pause polling'])
        assert.equal(await page.getByRole('button', { name: act }).first().isDisabled(), true)
      await assertAccessible(page)
      await page.context().setOffline(false)
      await page.getByText('Connection to the server lost.').waitFor({ state: 'detached' })
      await everyValue(page, 'fresh')
      assert.equal(await page.getByRole('button', { name: 'Pause polling' }).isDisabled(), false)
    })
  })
})
