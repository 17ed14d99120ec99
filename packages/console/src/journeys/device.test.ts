import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const openDevice = async (page: Page, world: World, name: string, tab = ''): Promise<void> => {
  const { deviceId } = await idsOf(world, name)
  await signIn(page, world, `/devices/${deviceId}${tab}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

journey('a device', ({ world, open, further }) => {
  test('a value is written after a second look, and the device really holds it', async (t) => {
    const page = await open(t)
    await openDevice(page, world(), 'Drying oven')
    await page.getByLabel('Find a parameter').fill('set-point')
    await page.getByRole('button', { name: 'Set Set-point' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New value').fill('61,5')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText(/as of \d\d:\d\d:\d\d/).waitFor()
    await dialog.getByText('Drying oven').waitFor()
    await dialog.getByText('Workshop', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Set to 61.5' }).click()
    await dialog.getByText('Done. The device reports 61.5').waitFor()
    assert.equal(world().plant.site('workshop').device(3)?.value('setpoint'), '61.5')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row').filter({ hasText: 'Set-point' }).getByText('61.5').waitFor()
  })

  further(() => {
    test('shows values that change without a reload', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Main meter')
      const cell = page.getByRole('row').filter({ hasText: 'Voltage L1' }).first().locator('td').nth(1)
      await cell.filter({ hasText: /\d/ }).waitFor()
      const before = await cell.textContent()
      await page.waitForFunction(
        ([first]) => {
          const row = [...document.querySelectorAll('tr')].find((one) => one.textContent.includes('Voltage L1'))
          return row?.querySelectorAll('td')[1]?.textContent !== first
        },
        [before],
      )
      await page.getByText('Good').first().waitFor()
      await assertAccessible(page)
    })

    test('a value that is not allowed is refused while it is typed', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Drying oven')
      const before = world().plant.site('workshop').device(3)?.value('setpoint')
      await page.getByRole('button', { name: 'Set Set-point' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New value').fill('999')
      await dialog.getByText('Enter a number of at most 120').waitFor()
      assert.equal(await dialog.getByRole('button', { name: 'Continue' }).isDisabled(), true)
      await dialog.getByLabel('New value').fill('120')
      await dialog.getByText('Enter a number of at most 120').waitFor({ state: 'detached' })
      assert.equal(await dialog.getByRole('button', { name: 'Continue' }).isDisabled(), false)
      assert.equal(world().plant.site('workshop').device(3)?.value('setpoint'), before)
    })

    test('a parameter without background polling is read on demand', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Drying oven')
      const row = page.getByRole('row').filter({ hasText: 'Hysteresis' })
      await row.getByText('—').waitFor()
      await page.getByRole('button', { name: 'Read unrecorded values' }).click()
      await row.getByText(/\d\s*°C/).waitFor()
    })

    test('a write without an answer is shown as unclear', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Drying oven')
      await page.getByRole('button', { name: 'Set Hysteresis' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New value').fill('3')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      // The instant between sending and the answer cannot be timed from here, so the answer is replaced by the
      // service's text for it.
      const err = 'unclear: the command was sent, and nobody knows whether it was done: Timeout'
      await page.route('**/write/', (route) => route.fulfill({ json: { err } }))
      await dialog.getByRole('button', { name: 'Set to 3' }).click()
      await dialog.getByText('It is unknown whether the value was written.').waitFor()
      await dialog.getByText('nobody knows whether it was done: Timeout').waitFor()
      await assertAccessible(page)
    })

    test('an unresponsive device shows why its values are old', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Cooling pump')
      await page.getByText('Good').first().waitFor()
      world().plant.faults.set('workshop/4', 'dead')
      t.after(() => world().plant.faults.clear('workshop/4'))
      await page.getByRole('table').getByText('No response', { exact: true }).locator('visible=true').first().waitFor()
      await page.getByText('The device did not respond in time.').waitFor()
    })

    test('is renamed; reading is paused and goes on', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Yard lights', '/settings')
      await page.getByLabel('Name', { exact: true }).fill('Street lights')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Street lights' }).waitFor()
      await page.getByRole('button', { name: 'Pause polling' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Pause polling' }).click()
      await page.getByText(/Paused since/).waitFor()
      await page.getByRole('button', { name: 'Resume polling' }).click()
      await page.getByText(/Paused since/).waitFor({ state: 'detached' })
    })

    test('a name for programs that another device has is refused beside its field, and what was typed stays', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Office meter', '/settings')
      const slug = page.getByLabel('Identifier')
      await slug.fill('main-meter')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('This identifier is already used or not allowed.').waitFor()
      assert.equal(await slug.inputValue(), 'main-meter')
      await slug.fill('office')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await page.getByText('Saved.').waitFor()
      const { deviceId } = await idsOf(world(), 'Office meter')
      assert.equal(expectOk(await world().api.devices.get({ deviceId })).slug, 'office')
    })

    test('each tab has its address: values in groups, a chart, diagnostics with what failed, settings', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Main meter')
      const { pathname } = new URL(page.url())
      await page
        .getByRole('rowheader')
        .or(page.locator('th[scope=colgroup]'))
        .filter({ hasText: 'Current' })
        .first()
        .waitFor()
      await page.getByRole('radio', { name: /^Writable/ }).check({ force: true })
      await page.waitForURL(`**${pathname}?show=settable`)
      await page.getByText('Voltage L2').waitFor({ state: 'detached' })
      const tabs = page.getByRole('navigation', { name: 'Device sections' })
      await tabs.getByRole('link', { name: 'Chart' }).click()
      await page.waitForURL(`**${pathname}/chart`)
      await page.locator('canvas').first().waitFor()
      await page.getByLabel('Add value').fill('current l1')
      await page.getByRole('option').first().click()
      await page.waitForURL(/chart\?and=/)
      await tabs.getByRole('link', { name: 'Diagnostics' }).click()
      await page.getByRole('img', { name: /^24 hours: \d+(\.\d+)?% of reads succeeded/ }).waitFor()
      await page.getByRole('link', { name: '30 days' }).click()
      await page.waitForURL(/diagnostics\?days=30/)
      await page.getByRole('img', { name: /^30 days/ }).waitFor()
      await page.getByRole('button', { name: 'Read now' }).last().click()
      await page.getByText(/^(\d+) of \1 values read in/).waitFor()
      await assertAccessible(page)
      world().plant.faults.set('workshop/1', 'dead')
      t.after(() => world().plant.faults.clear('workshop/1'))
      await page.getByRole('button', { name: 'Read now' }).last().click()
      await page.getByText(/^No values within/).waitFor()
      await page.getByText('The device did not respond in time').first().waitFor()
    })

    test('the alerts that are proposed for its kind are made, and then listed', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Main meter', '/alerts')
      const proposed = page.getByRole('list', { name: 'Suggested for this device type' })
      await proposed.getByText(/^Voltage L1, .*: below 207\u00a0V for /).waitFor()
      await assertAccessible(page)
      await proposed.getByLabel('Voltage out of range').uncheck()
      await page.getByRole('button', { name: /^Create \d+ alerts?$/ }).click()
      await page.getByRole('link', { name: 'No readings: Main meter' }).waitFor()
      await page.getByRole('button', { name: 'Create 1 alert' }).waitFor({ state: 'detached' })
      assert.equal(await proposed.getByRole('checkbox').count(), 1)
      assert.equal(await page.getByRole('link', { name: 'Voltage out of range: Main meter' }).count(), 0)
    })

    test('values of an earlier time stand with the times of their readings', async (t) => {
      const page = await open(t)
      await openDevice(page, world(), 'Main meter')
      await page.getByRole('button', { name: 'Values at a time' }).click()
      const table = page.getByRole('table', { name: 'Time' })
      await table.getByText('No value').first().waitFor()
      await assertAccessible(page)
      const soon = await page.evaluate(() => {
        const at = new Date(Date.now() + 60_000)
        return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
      })
      await page.locator('input[type=datetime-local]').fill(soon)
      await table.getByRole('row', { name: /^Voltage L1 2\d\d\.\d+ V/ }).waitFor()
      await page.getByRole('button', { name: 'Back to current values' }).click()
      await table.waitFor({ state: 'detached' })
    })

    test('fits on a phone', async (t) => {
      const page = await open(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
      for (const tab of ['/chart', '/diagnostics', '/settings', '']) {
        await openDevice(page, world(), 'Drying oven', tab)
        await page.getByText('Loading').first().waitFor({ state: 'detached' })
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, tab)
        await assertAccessible(page)
      }
      await page.getByRole('button', { name: 'Set Set-point' }).waitFor()
    })
  })
})
