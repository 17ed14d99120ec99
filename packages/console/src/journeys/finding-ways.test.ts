import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { furtherJourney } from '../testing/journey.ts'

furtherJourney('finding ways', ({ world, open, further }) => {
  test('the palette leads anywhere with the keyboard alone; the breadcrumb leads back', async (t) => {
    const { api, orgId } = world()
    for (const { id: netId } of expectOk(await api.nets.list({ orgId }))) {
      // All values are to be read, also on a machine that is busy for a moment.
      expectOk(await api.links.changeSettings({ netId, timeoutMs: 10_000 }))
    }
    const page = await open(t, { colorScheme: 'light' })
    await signIn(page, world())
    await page.getByText('6 of 6', { exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search and commands' })
    await field.fill('main meter voltage l1')
    const found = page.getByRole('option', { name: 'Voltage L1' }).first()
    await found.getByText('Main meter · Workshop').waitFor()
    await found.getByText(/^\d+[.,]\d+/).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/params/*')
    await page.getByRole('heading', { level: 1, name: 'Voltage L1' }).waitFor()
    const way = page.getByRole('navigation', { name: 'Breadcrumb' })
    await way.getByRole('link', { name: 'Workshop' }).waitFor()
    assert.deepEqual(await way.getByRole('link').allTextContents(), ['Networks', 'Workshop', 'Main meter'])
    await page.waitForFunction(() => document.title === 'Voltage L1 · Main meter · Workshop · Busbar')
    await way.getByRole('link', { name: 'Main meter' }).click()
    await page.getByRole('heading', { level: 1, name: 'Main meter' }).waitFor()
    await page.waitForFunction(() => document.title === 'Main meter · Workshop · Busbar')

    await page.keyboard.press('Control+k')
    await field.fill('read main meter')
    await page.getByRole('option', { name: 'Read Main meter now' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^Main meter: (\d+) of \1 values read\.$/).waitFor()

    await page.keyboard.press('Control+k')
    await field.fill('switch to')
    await page.getByRole('option', { name: 'Switch to dark theme' }).waitFor()
    await page.keyboard.press('Enter')
    await field.waitFor({ state: 'detached' })
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')

    await page.keyboard.press('Control+k')
    await field.fill('nowhere at all')
    await page.getByText('No results for “nowhere at all”').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await way.getByRole('link', { name: 'Networks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Networks' }).waitFor()
  })

  further(() => {
    test('an unknown address, or one with an invalid id, shows that there is nothing', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      for (const path of [
        '/nowhere',
        '/devices/seven',
        '/alerts/0',
        '/energy/7',
        '/energy/x/edit',
        '/reports/7/print',
      ]) {
        await page.goto(path)
        await page.getByRole('main').getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
        await page.getByRole('link', { name: 'Networks' }).first().waitFor()
      }
      await assertAccessible(page)
      await page.getByRole('main').getByRole('link', { name: 'Overview' }).click()
      await page.waitForURL('**/overview')
    })
  })
})
