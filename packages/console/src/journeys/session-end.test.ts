import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, ownContext, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import { addMember, endSession } from '../testing/member.ts'

const door = (page: Page): Locator => page.getByRole('dialog', { name: 'Your session has ended' })

/** An inactive user is asked when the page sends its next request: after a while, or when they return to it. */
const untilAsked = async (page: Page): Promise<void> => {
  await page.clock.fastForward('01:00')
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await door(page).waitFor()
}

const goOn = async (page: Page, password: string): Promise<void> => {
  await door(page).getByLabel('Password', { exact: true }).fill(password)
  await door(page).getByRole('button', { name: 'Continue' }).click()
}

journey(
  'a session that is over',
  ({ world, open: openAsIs }) => {
    const open = async (t: TestContext, options = ownContext): Promise<Page> => {
      const page = await openAsIs(t, options)
      await page.clock.install()
      return page
    }

    test('a pending change waits for the password and is saved afterwards', async (t) => {
      const { netId } = await idsOf(world())
      const page = await open(t)
      await signIn(page, world(), `/nets/${netId}/settings`)
      await page.getByText('Live', { exact: true }).waitFor()
      await page.getByLabel('Description').fill('By the river')
      await endSession(page, 'Save')
      await untilAsked(page)
      await assertAccessible(page)
      // There is no way around it.
      await page.keyboard.press('Escape')
      await goOn(page, 'not the password')
      await door(page).getByText('The password is incorrect.').waitFor()
      assert.equal(expectOk(await world().api.nets.get({ netId })).description, undefined)
      await goOn(page, world().owner.password)
      await door(page).waitFor({ state: 'detached' })
      await page.getByText('Saved.').waitFor()
      assert.equal(expectOk(await world().api.nets.get({ netId })).description, 'By the river')
      assert.equal(await page.getByLabel('Description').inputValue(), 'By the river')
      await page.getByText('Live', { exact: true }).waitFor()
    })

    test('a user who only reads is asked too, and the page stays live', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await page.getByText('6 of 6', { exact: true }).waitFor()
      await endSession(page)
      await untilAsked(page)
      await goOn(page, world().owner.password)
      await page.getByText('Live', { exact: true }).waitFor()
      world().plant.faults.set('workshop/4', 'dead')
      t.after(() => world().plant.faults.clear('workshop/4'))
      await page.getByText('1 unresponsive').waitFor()
    })

    test('a dialog behind it keeps what was typed', async (t) => {
      const page = await open(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
      const { deviceId } = await idsOf(world(), 'Drying oven')
      await signIn(page, world(), `/devices/${deviceId}`)
      await page.getByRole('button', { name: 'Set Set-point' }).click()
      await page.getByLabel('New value').fill('61.5')
      await endSession(page)
      await untilAsked(page)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      await page.keyboard.press('Escape')
      await goOn(page, world().owner.password)
      await door(page).waitFor({ state: 'detached' })
      assert.equal(await page.getByLabel('New value').inputValue(), '61.5')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: /^Set to 61\.5/ }).waitFor()
    })

    test('the password is asked once for all tabs', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      const other = await page.context().newPage()
      await other.goto('/alerts')
      await other.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
      await endSession(page)
      await untilAsked(page)
      await untilAsked(other)
      await goOn(other, world().owner.password)
      await door(page).waitFor({ state: 'detached' })
      await page.getByText('Live', { exact: true }).waitFor()
    })

    test('another user comes to the overview, and finds nothing of the one before', async (t) => {
      const { netId } = await idsOf(world())
      const viewer = await addMember(world(), 'viewer')
      const page = await open(t)
      await signIn(page, world(), `/nets/${netId}/settings`)
      await page.getByLabel('Description').fill('Of the owner')
      await endSession(page)
      await untilAsked(page)
      await door(page).getByRole('button', { name: 'Use another account' }).click()
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      await page.locator('input[name=email]').fill(viewer.email)
      await page.locator('input[name=password]').fill(viewer.password)
      // Whatever is shown from here on must have been asked by the viewer.
      const requestedPaths: string[] = []
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/overview')
      await page.getByRole('link', { name: 'Workshop' }).waitFor()
      for (const path of ['/api/v1/user/orgs/', `/api/v1/org/${world().orgId}/nets/`])
        assert.ok(requestedPaths.includes(path), path)
      assert.equal(await page.getByRole('link', { name: 'Add network' }).count(), 0)
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByText(viewer.email).waitFor()
    })

    test('another user who signs in in another tab takes over this one', async (t) => {
      const manager = await addMember(world(), 'manager')
      const page = await open(t)
      const { deviceId } = await idsOf(world(), 'Main meter')
      await signIn(page, world(), `/devices/${deviceId}`)
      await page.getByRole('heading', { level: 1, name: 'Main meter' }).waitFor()
      const other = await page.context().newPage()
      await other.goto('/overview')
      await other.getByRole('button', { name: 'Account' }).click()
      await other.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      await other.locator('input[name=email]').fill(manager.email)
      await other.locator('input[name=password]').fill(manager.password)
      await other.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/overview')
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByText(manager.email).waitFor()
    })
  },
  { isFurther: true },
)
