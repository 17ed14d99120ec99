import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { furtherJourney } from '../testing/journey.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

furtherJourney('the organization', ({ world, open, further }) => {
  test('is renamed, keeps its retention, and is restored after deletion', async (t) => {
    const page = await open(t)
    await signIn(page, world(), '/settings/organization')
    await page
      .getByRole('region', { name: 'Organization', exact: true })
      .getByRole('combobox', { name: 'Time zone' })
      .selectOption('Europe/Warsaw')
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Riverside')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('complementary', { name: 'Sidebar' }).getByText('Riverside').waitFor()
    await assertAccessible(page)
    const retention = page.getByRole('list', { name: 'Retention' })
    await retention.getByRole('button', { name: /^Edit retention of Default/ }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Days' }).fill('365')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await retention.getByText('365 days').waitFor()

    await page.getByRole('button', { name: 'Edit retention of Alert log and messages' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Messages (days)' }).fill('90')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const alertRetention = page.getByRole('list', { name: 'Alert log and messages' })
    await alertRetention.getByText('90 days').waitFor()

    await page.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Riverside?' })
    const button = dialog.getByRole('button', { name: 'Delete organization' })
    assert.ok(await button.isDisabled())
    await dialog.getByRole('textbox').fill('Riverside')
    await button.click()
    await page
      .getByText(
        /^Riverside will be deleted permanently in 1 day. Requested by Olena Owner|^Riverside will be deleted permanently/,
      )
      .waitFor()
    await page.getByRole('button', { name: 'Cancel deletion' }).click()
    await page.getByText('The deletion was cancelled.').waitFor()
    assert.equal(expectOk(await world().api.orgs.get({ orgId: world().orgId })).deleteOn, undefined)
  })

  further(() => {
    test('an imported document shows its effects first', async (t) => {
      const { api, orgId } = world()
      const document = expectOk(await api.transfer.export({ orgId }))
      const { orgId: target } = expectOk(await api.orgs.create({ name: 'Copy' }))
      const page = await open(t)
      await signIn(page, world(), '/settings/organization')
      await page.getByRole('button', { name: 'Organization: ' }).click()
      await page.getByRole('menuitemradio', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Organization: Copy' }).waitFor()
      await page.goto('/settings/organization')
      await page.getByRole('button', { name: 'Import…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Export and import' })
      const file = (text: string) => ({ name: 'works.json', mimeType: 'application/json', buffer: Buffer.from(text) })
      await dialog.getByLabel('File').setInputFiles(file('{}'))
      await dialog.getByText('This file is not an organization export.').waitFor()
      await dialog.getByLabel('File').setInputFiles(file(JSON.stringify(document)))
      await dialog.getByRole('region', { name: 'New objects' }).getByText('1 network').waitFor()
      await dialog.getByRole('region', { name: 'Networks to connect to' }).waitFor()
      await assertAccessible(page)
      assert.equal(expectOk(await api.nets.list({ orgId: target })).length, 0)
      await dialog.getByRole('button', { name: 'Import' }).click()
      await page.getByText('The file was imported.').waitFor()
      assert.equal(expectOk(await api.nets.list({ orgId: target })).length, 1)
    })

    test('readings are kept by the kind of a device', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/settings/organization')
      const retention = page.getByRole('list', { name: 'Retention' })
      const item = retention.getByRole('listitem').nth(1)
      await item.getByRole('button').click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Days' }).fill('90')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await item.getByText('90 days').waitFor()
    })

    test('another is made, and shown', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/settings/organization')
      await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Mill')
      await page.getByRole('button', { name: 'Create organization' }).click()
      await page.getByRole('button', { name: 'Organization: Mill' }).waitFor()
    })

    test('on a phone, in the dark, in Polish', async (t) => {
      const page = await open(t, { ...phone, colorScheme: 'dark', locale: 'pl-PL' })
      await signIn(page, world(), '/settings/organization')
      await page.getByRole('heading', { level: 1, name: 'Organizacja' }).waitFor()
      await page.getByText('na zawsze').or(page.getByText('365 dni')).first().waitFor()
      await assertAccessible(page)
    })
  })
})
