import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { journey } from '../testing/journey.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

journey(
  'first run',
  ({ world, open }) => {
    test('a checklist leads to the first alert that works, and each page has its help', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      const steps = page.getByRole('list', { name: 'First steps' })
      await steps.getByText('Add a network (done)').waitFor()
      await steps.getByText('Read a value (done)').waitFor()
      await assertAccessible(page)
      await steps.getByRole('link', { name: 'Add a contact' }).click()
      await page.getByRole('button', { name: 'New contact' }).waitFor()
      await page.getByRole('button', { name: 'Help' }).press('Enter')
      await page.getByText(/The channels of a contact have an order/).waitFor()
      await assertAccessible(page)
    })

    test('a contact is notified by Telegram, and a webhook has a custom body', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/alerts/contacts')
      await page.getByRole('button', { name: 'New contact' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Anna')
      await dialog.getByRole('button', { name: 'Add channel' }).click()
      await dialog.getByRole('combobox', { name: 'Channel' }).last().selectOption('Telegram')
      for (const remove of (await dialog.getByRole('button', { name: /^Remove: Channel/ }).all()).slice(0, -1))
        await remove.click()
      await dialog.getByRole('textbox', { name: 'Chat ID' }).fill('-1001234567890')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Telegram: -1001234567890').waitFor()
      await page.getByRole('button', { name: 'Add body' }).click()
      await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://chat.example.org/1')
      await page.getByRole('button', { name: 'Insert value', exact: true }).waitFor()
      await page.getByRole('textbox', { name: 'Body (JSON)' }).fill('{"text": "{title}", "value": "{value}"}')
      await page.getByRole('button', { name: 'Show example' }).click()
      await page.getByRole('status', { name: 'Example' }).getByText('93.5').waitFor()
      await assertAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('https://chat.example.org/1').waitFor()
    })

    test('the checklist can be hidden, for good', async (t) => {
      const page = await open(t, phone)
      await signIn(page, world())
      const title = page.getByRole('heading', { name: 'First steps' })
      await title.waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Hide' }).click()
      await title.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('list', { name: 'Networks' }).getByRole('link').first().waitFor()
      assert.equal(await title.count(), 0)
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByText('On this page').click()
      await page.getByText(/Networks are sorted by severity/).waitFor()
    })

    test('the sample organization is added, seen alive, and removed', async (t) => {
      const page = await open(t, { colorScheme: 'dark' })
      await signIn(page, { owner: world().admin })
      await page.getByRole('button', { name: 'Add sample' }).click()
      await page.getByRole('list', { name: 'Networks' }).getByRole('link').first().waitFor()
      await assertAccessible(page)
      await page.goto('/installation/settings')
      await page.getByRole('button', { name: 'Remove sample' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove sample' }).click()
      await page.getByRole('button', { name: 'Add sample' }).waitFor()
    })
  },
  { isFurther: true },
)
