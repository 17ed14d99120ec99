import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { furtherJourney } from '../testing/journey.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const tabs = ['', '/sending', '/backups', '/notices', '/settings', '/news'] as const

furtherJourney(
  'the installation',
  ({ world, open, further }) => {
    test('the administrator sees the health, sets the sender of mails, and makes a complete backup', async (t) => {
      const page = await open(t)
      await signIn(page, { owner: world().admin })
      await page.getByRole('link', { name: 'Installation' }).click()
      await page.getByText('The service is running normally.').waitFor()
      await page.getByRole('link', { name: 'Delivery' }).click()
      const sender = page.getByRole('textbox', { name: 'Sender' })
      await sender.fill('alerts@example.org')
      await sender.press('Enter')
      await page.getByText('Saved. The change takes effect immediately.').waitFor()
      await page.getByRole('button', { name: 'Remove: Sender' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('button', { name: 'Remove: Sender' }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Backups' }).click()
      await page.getByRole('button', { name: 'Back up now' }).click()
      await page.getByRole('button', { name: /^Verify busbar-/ }).click()
      await page.getByText(/^intact, [\d,]+ rows/).waitFor()
      await assertAccessible(page)
    })

    further(() => {
      test('all users see a notice until it is removed', async (t) => {
        const page = await open(t)
        await signIn(page, { owner: world().admin }, '/installation/notices')
        await page.getByRole('textbox', { name: 'Text in English' }).fill('Maintenance on Sunday.')
        await page.getByRole('button', { name: 'Publish' }).click()
        const list = page.getByRole('list', { name: 'Announcements' })
        await list.getByText('Maintenance on Sunday.').waitFor()
        await list.getByRole('button', { name: 'Remove' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
        await page.getByText('No announcements').waitFor()
      })

      test('a test message that cannot be sent shows why', async (t) => {
        const page = await open(t)
        await signIn(page, { owner: world().admin }, '/installation/sending')
        await page.getByRole('textbox', { name: 'To', exact: true }).fill('anna@example.org')
        await page.getByRole('button', { name: 'Send' }).click()
        await page
          .getByText(/The message was not sent: the installation cannot send this; its setting is --smtp/)
          .waitFor()
      })

      test('other users see who the owner is', async (t) => {
        const page = await open(t)
        await signIn(page, world(), '/installation')
        await page.getByText('This page is for the administrator of the installation.').waitFor()
        assert.equal(await page.getByRole('link', { name: 'Installation' }).count(), 0)
      })

      for (const look of [{}, { colorScheme: 'dark' as const }, phone])
        test(`every tab is accessible ${JSON.stringify(look)}`, async (t) => {
          const page = await open(t, look)
          await signIn(page, { owner: world().admin })
          for (const tab of tabs) {
            await page.goto(`/installation${tab}`)
            await page.getByRole('navigation', { name: 'Installation' }).waitFor()
            await page.locator('main h2').first().waitFor()
            await assertAccessible(page)
            const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
            assert.ok(width <= 0, tab)
          }
        })
    })
  },
  { isEmpty: true },
)
