import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf, paramIdOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Leave without saving?' })

const atH1 = (page: Page, name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor()

const makeAlert = async (world: World): Promise<number> => {
  const { api, orgId } = world
  const paramId = await paramIdOf(world, 'Main meter', 'U1')
  const conditions = [{ paramId, kind: 'g' as const, value: 1_000_000 }]
  const alert = { name: 'Too much', conditionLogic: 'any' as const, logAs: 'failure' as const, conditions }
  const made = expectOk(await api.alerts.create({ orgId, ...alert, actions: [], followUps: [] }))
  assert.ok(made.result === 'success')
  return made.id
}

/** Closes the page as its reader does, and gives whether the browser asked. */
const isAskedAtClosing = async (page: Page): Promise<boolean> => {
  let isAsked = false
  page.on('dialog', (dialog) => {
    isAsked = dialog.type() === 'beforeunload'
    void dialog.accept()
  })
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  return isAsked
}

journey(
  'what is typed and not saved',
  ({ world, open }) => {
    test('an alert: leaving asks, staying keeps what was typed, and saved edits never ask', async (t) => {
      const id = await makeAlert(world())
      const page = await open(t)
      await signIn(page, world(), '/alerts')
      await page.getByRole('link', { name: 'Too much' }).click()
      await atH1(page, 'Too much')
      await page.getByRole('link', { name: 'Rule' }).click()
      const name = page.getByLabel('Name', { exact: true })
      await name.fill('Far too much')
      await page.getByRole('link', { name: 'Overview' }).click()
      await question(page).waitFor()
      await assertAccessible(page)
      await page.keyboard.press('Escape')
      await question(page).waitFor({ state: 'detached' })
      assert.equal(await name.inputValue(), 'Far too much')
      assert.equal(new URL(page.url()).pathname, `/alerts/${id}/rule`)
      // The browser's own way back is a way out too.
      await page.goBack()
      await question(page).getByRole('button', { name: 'Stay' }).click()
      await question(page).waitFor({ state: 'detached' })
      assert.equal(new URL(page.url()).pathname, `/alerts/${id}/rule`)
      assert.equal(await name.inputValue(), 'Far too much')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await atH1(page, 'Far too much')
      await page.getByText('Saved.').waitFor()
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.waitForURL('**/overview')
    })

    test('leaving is asked once for all unsaved changes', async (t) => {
      const id = await makeAlert(world())
      const page = await open(t)
      await signIn(page, world(), `/alerts/${id}/told`)
      await atH1(page, 'Too much')
      await page.getByRole('button', { name: 'Add action' }).click()
      await page.getByRole('button', { name: 'Add window' }).click()
      await page.getByRole('link', { name: 'Dashboards' }).click()
      await question(page).getByRole('button', { name: 'Leave' }).click()
      await atH1(page, 'Dashboards')
      assert.equal(await question(page).count(), 0)
      assert.equal(expectOk(await world().api.alerts.get({ alertId: id })).name, 'Too much')
    })

    test('a reverted edit never asks', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/alerts/new')
      await atH1(page, 'New alert')
      await page.getByLabel('Name', { exact: true }).fill('x')
      await page.getByLabel('Name', { exact: true }).fill('')
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.waitForURL('**/overview')
    })

    test('settings of a device, a network and a parameter: lists and ticks count, saving ends it', async (t) => {
      const page = await open(t)
      const { deviceId, paramIds } = await idsOf(world())
      const paramPath = `/params/${paramIds.get('U1')}`
      await signIn(page, world(), `/devices/${deviceId}/settings`)
      await page.getByLabel('Write function').selectOption('always 6')
      await page.getByRole('link', { name: 'Overview' }).click()
      await question(page).getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('link', { name: 'Workshop' }).first().click()
      await atH1(page, 'Workshop')
      await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
      await page.getByLabel('Description').fill('By the river')
      await page.getByRole('link', { name: 'Alerts' }).click()
      await question(page).getByRole('button', { name: 'Leave' }).click()
      await atH1(page, 'Alerts')
      await page.goto(`${paramPath}/settings`)
      await page.getByRole('heading', { name: 'Settings' }).waitFor()
      await page.getByLabel('Allow writing').click()
      // Another part of the page is another page.
      await page.getByRole('link', { name: 'Readings' }).click()
      await question(page).getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await question(page).getByRole('button', { name: 'Stay' }).click()
      await page.getByLabel('Allow writing').click()
      await page.getByRole('link', { name: 'Alerts' }).first().click()
      await atH1(page, 'Alerts')
    })

    for (const isTyped of [true, false]) {
      test(`closing the tab ${isTyped ? 'asks' : 'does not ask where nothing was typed'}`, async (t) => {
        const page = await open(t)
        const { netId } = await idsOf(world())
        await signIn(page, world(), `/nets/${netId}/settings`)
        const field = page.getByLabel('Description')
        await field.pressSequentially('x')
        if (!isTyped) await field.press('Backspace')
        assert.equal(await isAskedAtClosing(page), isTyped)
      })
    }

    test('a dashboard that is being renamed asks before the way back', async (t) => {
      const { api, orgId } = world()
      const { id } = expectOk(await api.dashboards.create({ orgId, name: 'Furnace' }))
      const page = await open(t)
      await signIn(page, world())
      await page.getByRole('link', { name: 'Dashboards' }).click()
      await page.getByRole('link', { name: 'Furnace' }).click()
      await page.waitForURL(`**/dashboards/${id}`)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Kiln')
      await page.keyboard.press('Enter')
      await page.goBack()
      await question(page).getByRole('button', { name: 'Stay' }).click()
      await page.getByRole('button', { name: 'Publish' }).click()
      await atH1(page, 'Kiln')
      await page.goBack()
      await page.waitForURL('**/dashboards')
    })
  },
  { isFurther: true },
)
