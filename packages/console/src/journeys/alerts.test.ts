import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, dismissToasts, signIn } from '../testing/browser.ts'
import { idsOf, paramIdOf } from '../testing/ids.ts'
import { need } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const makeAlert = async (world: World, name: string, conditions: readonly object[]): Promise<number> => {
  const alert = { name, conditionLogic: 'any', logAs: 'failure', actions: [], followUps: [], holdOffSec: 0 }
  const made = need(
    await world.api.alerts.create({ orgId: world.orgId, ...alert, conditions: [...conditions] as never }),
  )
  assert.ok(made.result === 'success')
  return made.id
}

const width = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

journey('alerts', ({ world, open, further }) => {
  test('one that is made here begins without a reload, is confirmed with a comment, and is over', async (t) => {
    const page = await open(t)
    await signIn(page, world())
    await page.getByRole('link', { name: 'Alerts' }).click()
    await page.getByText('No alert yet').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'New alert' }).first().click()

    await page.getByLabel('Name').fill('Pump silent')
    await page.getByRole('combobox', { name: 'Parameter' }).fill('cooling pump')
    await page.getByRole('option').first().click()
    await page.getByLabel('When it').selectOption('cannot be read')
    await page.getByLabel('Level').selectOption('Critical')
    await page.getByLabel('Over after being well for, s').fill('0')
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Make the alert' }).click()
    await page.getByRole('heading', { level: 1, name: 'Pump silent' }).waitFor()
    await page.getByText('Not met').waitFor()

    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Alerts' }).click()
    await page.getByText('No alert is active.').waitFor()
    world().plant.faults.set('workshop/4', 'dead')
    t.after(() => world().plant.faults.clear('workshop/4'))
    const active = page.getByRole('list', { name: 'Active now' })
    await active.getByText('Critical').waitFor()
    await assertAccessible(page)
    await active.getByRole('button', { name: 'Confirm: Pump silent' }).click()
    await page.getByLabel('Comment').fill('On my way')
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await active.getByText('Confirmed by Olena Owner').waitFor()
    await active.getByText('On my way').waitFor()
    const log = page.getByRole('list', { name: 'Log' })
    await log.getByText('Confirmed', { exact: true }).click()
    await log.getByText(/Confirmed by Olena Owner.*On my way/).waitFor()

    world().plant.faults.clear('workshop/4')
    await page.getByText('No alert is active.').waitFor()
    await log.getByText('Over', { exact: true }).waitFor()
  })

  test('an alert is edited, tried on what was read, switched off and deleted', async (t) => {
    const page = await open(t)
    const paramId = await paramIdOf(world(), 'Main meter', 'U1')
    const alertId = await makeAlert(world(), 'Test bench', [{ paramId, kind: 'g', value: -1_000_000 }])
    await signIn(page, world(), `/alerts/${alertId}`)
    await page.getByRole('table', { name: 'Conditions' }).getByText('Met', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Last 24 hours' }).click()
    await page.getByText(/^It would have been active 1 time, for /).waitFor()
    await page.getByRole('list', { name: 'When it would have been active' }).getByText('goes on').waitFor()
    const limit = page.getByLabel(/^Limit/)
    await limit.fill('1000000')
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await page.getByText('It would never have been active.').waitFor()

    await limit.fill('')
    await page.getByRole('button', { name: 'Add an action' }).click()
    await page.getByLabel('E-mail address').fill('nobody')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Fill this in.').waitFor()
    await page.getByText('An e-mail address.').waitFor()
    assert.equal(await limit.getAttribute('aria-invalid'), 'true')
    await assertAccessible(page)

    await limit.fill('1000000')
    await page.getByLabel('E-mail address').fill('duty@example.org')
    await page.getByText('Save it first').waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved.').waitFor()
    await page.getByText('Not met').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(/^It was not sent/).waitFor()

    await page.getByLabel('Tell people only at certain hours').check()
    await page.getByRole('button', { name: 'Sat' }).click()
    await dismissToasts(page)
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('Saved.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Sat', pressed: true }).waitFor()
    assert.equal(await page.getByLabel(/^Limit/).inputValue(), '1000000')
    assert.equal(await page.getByLabel('E-mail address').inputValue(), 'duty@example.org')

    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Switched off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/alerts')
    await page.getByText('Test bench was deleted.').waitFor()
    await page.getByRole('table', { name: 'All alerts' }).getByText('Test bench').waitFor({ state: 'detached' })
  })

  test('contacts, who of them is on duty, and the policy by which an alert notifies them', async (t) => {
    const page = await open(t)
    const paramId = await paramIdOf(world(), 'Main meter', 'U1')
    const alertId = await makeAlert(world(), 'Cold', [{ paramId, kind: 'l', value: -1_000_000 }])
    t.after(async () => need(await world().api.alerts.delete({ alertId })))
    await signIn(page, world())
    await page.getByRole('link', { name: 'Contacts' }).click()
    await page.getByText('No contact yet').waitFor()
    await page.getByRole('button', { name: 'New contact' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Anna Nowak')
    await dialog.getByLabel('Phone number, such as +48600100200').fill('+48 600 100 200')
    await dialog.getByRole('button', { name: 'Add a channel' }).click()
    await dialog.getByLabel('E-mail address').fill('anna@example.org')
    await dialog.getByLabel('Only at certain hours').check()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('SMS: +48600100200 → E-mail: anna@example.org').waitFor()

    await page.getByRole('button', { name: 'New group' }).click()
    await dialog.getByLabel('Name').fill('Night')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Add at least one member.').waitFor()
    await dialog.getByLabel('Add a member').selectOption('Anna Nowak')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const groups = page.getByRole('list', { name: 'Groups and duty' })
    await groups.getByText('On duty now: Anna Nowak').waitFor()
    await groups.getByText('The next two weeks').click()
    await groups.getByRole('list', { name: 'The next two weeks' }).getByText('Anna Nowak').waitFor()

    await page.getByRole('button', { name: 'New policy' }).click()
    await dialog.getByLabel('Name').fill('Heat')
    await dialog.getByLabel('whoever is on duty in Night').check()
    await dialog.getByLabel('Repeat all steps until somebody confirms').check()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('At once: whoever is on duty in Night').waitFor()
    await groups.getByText('Used by Heat').waitFor()
    await assertAccessible(page)

    await page.goto(`/alerts/${alertId}`)
    await page.getByRole('combobox', { name: 'Escalation' }).selectOption('Heat')
    await page.getByText('All steps again every 30 minutes until somebody confirms, 3 times in all.').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved.').waitFor()
    await page.reload()
    await page.getByText('At once: whoever is on duty in Night').waitFor()
  })

  further(() => {
    test('the log of an alert is in the language of the reader', async (t) => {
      const page = await open(t, { locale: 'uk-UA' })
      const paramId = await paramIdOf(world(), 'Main meter', 'U1')
      const alertId = await makeAlert(world(), 'Завжди', [{ paramId, kind: 'g', value: -1_000_000 }])
      t.after(async () => need(await world().api.alerts.delete({ alertId })))
      await signIn(page, world(), `/alerts/${alertId}`)
      await page.getByText('Виконано', { exact: true }).waitFor()
      const log = page.getByRole('list', { name: 'Журнал' })
      await log.getByText('Активна', { exact: true }).click()
      await log.getByText('Тривога активна.').waitFor()
      await assertAccessible(page)
    })

    test('a parameter leads to a new alert about it', async (t) => {
      const page = await open(t)
      const { paramIds } = await idsOf(world(), 'Drying oven')
      await signIn(page, world(), `/params/${[...paramIds.values()][0]}`)
      await page.getByRole('link', { name: 'New alert' }).click()
      await page.getByRole('heading', { level: 1, name: 'New alert' }).waitFor()
      const chosen = page.getByRole('combobox', { name: 'Parameter' })
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[role=combobox]')?.value !== '')
      assert.match(await chosen.inputValue(), /^Drying oven · /)
    })

    test('alerts are found by name and state, and the log has pages', async (t) => {
      const page = await open(t)
      const paramId = await paramIdOf(world(), 'Main meter', 'U1')
      const condition = { paramId, kind: 'g', value: -1_000_000 }
      const ids = await Promise.all(
        Array.from({ length: 12 }, (_, i) => makeAlert(world(), `Bench ${i + 1}`, [condition])),
      )
      t.after(() => Promise.all(ids.map(async (alertId) => need(await world().api.alerts.delete({ alertId })))))
      await signIn(page, world(), '/alerts')
      const table = page.getByRole('table', { name: 'All alerts' })
      await page.getByRole('list', { name: 'Active now' }).getByText('Bench 12').waitFor()
      await page.getByLabel('Find an alert').fill('bench 1')
      await table.getByText('Bench 9').waitFor({ state: 'detached' })
      await table.getByRole('checkbox').first().click()
      await table
        .getByRole('checkbox')
        .nth(3)
        .click({ modifiers: ['Shift'] })
      await page.getByText('4 selected').waitFor()
      await page.getByRole('button', { name: 'Mute', exact: true }).click()
      await page.getByLabel('Comment').fill('Bench is rebuilt')
      await assertAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Mute' }).click()
      await page.getByText('Muted: 4 of 4.').waitFor()
      const muted = page.getByRole('list', { name: 'Active now' }).getByText('Bench is rebuilt')
      await muted.first().waitFor()
      await page.getByLabel('Select all in the list').check()
      await page.getByRole('group', { name: 'selected' }).getByRole('button', { name: 'Unmute' }).click()
      await page.getByText('Messages are sent again: 4 of 4.').waitFor()
      await muted.waitFor({ state: 'detached' })
      const first = page.getByRole('list', { name: 'Active now' }).getByRole('listitem').first()
      await first.getByRole('button', { name: 'Mute for 1 h' }).click()
      await page.getByRole('list', { name: 'Active now' }).getByText('Muted', { exact: true }).waitFor()
      await page.getByRole('list', { name: 'Active now' }).getByRole('button', { name: 'Unmute' }).click()
      await page
        .getByRole('list', { name: 'Active now' })
        .getByText('Muted', { exact: true })
        .waitFor({ state: 'detached' })

      await page.getByRole('button', { name: 'Plan maintenance' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Belt change')
      await dialog.getByLabel('Add a network, a device or an alert').selectOption('Bench 1')
      await dialog.getByRole('group', { name: 'Next times' }).getByRole('listitem').nth(2).waitFor()
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('list', { name: 'Planned maintenance' }).getByText('Belt change').waitFor()
      await assertAccessible(page)
      await page.getByLabel('Find an alert').fill('bench 12')
      await table.getByText('Bench 11').waitFor({ state: 'detached' })
      await table.getByText('Bench 12').waitFor()
      await page.getByLabel('Show').selectOption('Switched off')
      await page.getByText('No alert is like that.').waitFor()
      const pages = page.getByRole('navigation', { name: 'Pages of the log' })
      await pages.getByText(/^Page 1 of [23]$/).waitFor()
      await pages.getByRole('button', { name: 'Older' }).click()
      await pages.getByText(/^Page 2 of [23]$/).waitFor()
      await page.getByRole('list', { name: 'Log' }).getByRole('listitem').first().waitFor()
    })

    test('on a phone in the dark everything is there, and nothing is wider than the screen', async (t) => {
      const page = await open(t, {
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
        colorScheme: 'dark',
      })
      const paramId = await paramIdOf(world(), 'Main meter', 'U1')
      const alertId = await makeAlert(world(), 'A rather long name of an alert that needs two lines', [
        { paramId, kind: 'g', value: -1_000_000, holdSec: 1 },
      ])
      t.after(async () => need(await world().api.alerts.delete({ alertId })))
      await signIn(page, world())
      await page.getByRole('link', { name: 'Alerts' }).tap()
      await page.getByRole('list', { name: 'Active now' }).getByRole('link').first().waitFor()
      assert.equal(await width(page), 360)
      await assertAccessible(page)
      await page.getByRole('list', { name: 'Active now' }).getByRole('link').first().tap()
      await page.getByText('Met', { exact: true }).waitFor()
      await page.getByText('When nobody is told').waitFor()
      assert.equal(await width(page), 360)
      await assertAccessible(page)
    })
  })
})
