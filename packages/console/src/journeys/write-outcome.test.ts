import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { assertAccessible, ownContext, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { journey } from '../testing/journey.ts'

const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' })

/** Sends a value, closes the dialog while the device is slow to answer, then lets `answer` settle the request. */
const writeAndClose = async (
  page: Page,
  value: string,
  close: (dialog: Locator) => Promise<unknown>,
  answer: (route: Route) => Promise<unknown>,
): Promise<void> => {
  const sent = Promise.withResolvers<Route>()
  await page.route('**/write/', (route) => sent.resolve(route), { times: 1 })
  await page.getByRole('button', { name: 'Set Set-point' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New value').fill(value)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByRole('button', { name: `Set to ${value}` }).click()
  const route = await sent.promise
  await close(dialog)
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await messages(page).getByText('Set-point').count(), 0)
  await answer(route)
}

journey(
  'the outcome of a write',
  ({ world, open, further }) => {
    test('is shown in a toast after its dialog was closed, with the value that was read back', async (t) => {
      const { deviceId } = await idsOf(world(), 'Drying oven')
      const page = await open(t)
      await signIn(page, world(), `/devices/${deviceId}`)
      const row = page.getByRole('row').filter({ hasText: 'Set-point' })
      await writeAndClose(
        page,
        '61.5',
        () => page.keyboard.press('Escape'),
        (route) => route.continue(),
      )
      await messages(page).getByText('Set-point: Answered. The device holds 61.5').waitFor()
      // The device is polled every ten minutes: what is shown now is what the write has read back.
      await row.getByText('61.5').waitFor({ timeout: 3000 })
      await row.locator('[data-freshness=fresh]').first().waitFor({ timeout: 3000 })
    })

    test('stays until it is dismissed where it is unclear or refused', async (t) => {
      const { deviceId } = await idsOf(world(), 'Drying oven')
      const page = await open(t, ownContext)
      await page.clock.install()
      await signIn(page, world(), `/devices/${deviceId}`)
      await writeAndClose(
        page,
        '62',
        (dialog) => dialog.getByRole('button', { name: 'Close' }).first().click(),
        (route) => route.abort(),
      )
      const unclear = messages(page).getByText('Set-point: It is unclear whether the value was written.')
      await unclear.waitFor()
      await page.clock.runFor(30_000)
      assert.equal(await unclear.count(), 1)
      await dismiss(page)
      await writeAndClose(
        page,
        '63',
        () => page.mouse.click(5, 5),
        (route) => route.fulfill({ json: { err: 'Timeout' } }),
      )
      const refused = messages(page).getByText('Set-point: Refused: the value was not written')
      await refused.waitFor()
      await assertAccessible(page)
      await page.clock.runFor(30_000)
      assert.equal(await refused.count(), 1)
      await dismiss(page)
    })

    further(() => {
      test('is shown in the dialog alone while that is open', async (t) => {
        const { deviceId } = await idsOf(world(), 'Drying oven')
        const page = await open(t)
        await signIn(page, world(), `/devices/${deviceId}`)
        await page.getByRole('button', { name: 'Set Set-point' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('New value').fill('64')
        await dialog.getByRole('button', { name: 'Go on' }).click()
        await dialog.getByRole('button', { name: 'Set to 64' }).click()
        await dialog.getByText('Answered. The device holds 64').waitFor()
        assert.equal(await messages(page).getByText('Set-point').count(), 0)
      })
    })
  },
  { updatePeriodSec: 600 },
)

const dismiss = async (page: Page): Promise<void> => {
  await messages(page).getByRole('button', { name: 'Close' }).click()
  await messages(page).getByText('Set-point').waitFor({ state: 'detached' })
}
