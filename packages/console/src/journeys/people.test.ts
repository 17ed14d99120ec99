import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, openPage, signIn } from '../testing/browser.ts'
import { expectOk, startInstallation } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import { MailSink } from '../testing/mail-sink.ts'
import { addMember } from '../testing/member.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

journey('people', ({ world, open, further }) => {
  test('a person is invited by a link, joins, gets another role and is removed', async (t) => {
    const page = await open(t)
    await signIn(page, world(), '/settings/people')
    await rowOf(page, 'Olena Owner').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Invite member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite member' })
    await dialog.getByText(/^This installation sends no e-mail/).waitFor()
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('jan@example.org')
    await dialog.getByRole('radio', { name: 'Operator' }).check()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
    await dialog.locator('div').getByRole('button', { name: 'Close' }).last().click()
    await rowOf(page, 'jan@example.org')
      .getByText(/^Invited, valid until/)
      .waitFor()

    const guest = await open(t)
    await guest.goto(link)
    await guest.getByRole('textbox', { name: 'Your name' }).fill('Jan Kowal')
    await guest.getByLabel('Password', { exact: true }).fill('a password of Jan')
    await guest.getByRole('button', { name: 'Accept invitation' }).click()
    await guest.waitForURL('**/overview')

    await page.reload()
    const row = rowOf(page, 'Jan Kowal')
    await row.getByText('address not verified').waitFor()
    await row.getByRole('combobox', { name: 'Role of Jan Kowal' }).selectOption('Manager')
    const roleDialog = page.getByRole('dialog', { name: 'Change role' })
    await roleDialog.getByText('Jan Kowal: Operator → Manager. The change takes effect immediately.').waitFor()
    await roleDialog.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Jan Kowal is now Manager.').waitFor()
    await row.getByRole('button', { name: 'Remove Jan Kowal' }).click()
    await page.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
  })

  further(() => {
    test('a key is made with its line for a terminal, shows what it uses, and is withdrawn', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/settings/keys')
      await page.getByText('No API keys yet').waitFor()
      await page.getByRole('button', { name: 'New API key' }).click()
      const dialog = page.getByRole('dialog', { name: 'New API key' })
      await dialog.getByRole('textbox', { name: 'Purpose' }).fill('Billing export')
      await dialog.getByRole('textbox', { name: 'Requests per minute' }).fill('50')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      const line = await page.getByRole('textbox', { name: /^Test with curl/ }).inputValue()
      const [, sent = ''] = /-d '(.*)'$/.exec(line) ?? []
      await assertAccessible(page)
      const answer = await page.request.post('/api/v1/authenticate/', { data: JSON.parse(sent) })
      const { token } = (await answer.json()) as { token: string }
      for (let i = 0; i < 5; i += 1) {
        await page.request.get('/api/v1/user/', {
          headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
        })
      }
      await page.getByRole('button', { name: 'I have saved it' }).click()
      await rowOf(page, 'Billing export')
        .getByText(/^[1-5] of 50$/)
        .waitFor()
      await rowOf(page, 'Billing export').getByRole('button', { name: 'Revoke Billing export' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('No API keys yet').waitFor()
    })

    test('an invitation is recreated and withdrawn', async (t) => {
      const { api, orgId } = world()
      expectOk(await api.orgs.invite({ orgId, email: 'eva@example.org', role: 'viewer' }))
      const page = await open(t)
      await signIn(page, world(), '/settings/people')
      const row = rowOf(page, 'eva@example.org')
      await row.getByRole('button', { name: 'New link: eva@example.org' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Link' }).waitFor()
      await page.keyboard.press('Escape')
      await row.getByRole('button', { name: 'Revoke the invitation of eva@example.org' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await row.waitFor({ state: 'detached' })
    })

    test('where mail is configured, the link is sent by mail only and verifies the address', async (t) => {
      const sink = new MailSink()
      const installation = await startInstallation({ smtp: await sink.start(), 'smtp-from': 'busbar@example.org' })
      t.after(async () => {
        await installation.stop()
        sink.stop()
      })
      const { email, password } = (await installation.setUp('Mill')).owner
      const { page, close } = await openPage(installation)
      t.after(close)
      await signIn(page, { owner: { email, password } }, '/settings/people')
      await page.getByRole('button', { name: 'Invite member' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite member' })
      await dialog.getByText(/^The recipient gets an e-mail with a link/).waitFor()
      await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('ewa@example.org')
      await dialog.getByRole('combobox', { name: 'E-mail language' }).selectOption('Polski')
      await dialog.getByRole('button', { name: 'Send invitation' }).click()
      await page.getByText('The invitation was sent to ewa@example.org.').waitFor()
      const guest = await openPage(installation)
      t.after(guest.close)
      await guest.page.goto(new URL(new URL(await sink.link()).hash, `${installation.url}invitation`).href)
      await guest.page.getByRole('textbox', { name: 'Your name' }).fill('Ewa Lis')
      await guest.page.getByLabel('Password', { exact: true }).fill('a password of Ewa')
      await guest.page.getByRole('button', { name: 'Accept invitation' }).click()
      await guest.page.waitForURL('**/overview')
      await page.reload()
      await rowOf(page, 'Ewa Lis').waitFor()
      assert.equal(await rowOf(page, 'Ewa Lis').getByText('address not verified').count(), 0)
    })

    test('a non-owner sees people but cannot change them; a non-manager sees what roles mean', async (t) => {
      const manager = await addMember(world(), 'manager')
      const page = await open(t)
      await signIn(page, { owner: manager }, '/settings/people')
      await rowOf(page, 'Olena Owner').waitFor()
      assert.equal(await page.getByRole('combobox').count(), 0)
      assert.equal(await page.getByRole('button', { name: /Remove|Invite/ }).count(), 0)
      const viewer = await addMember(world(), 'viewer')
      const other = await open(t)
      await signIn(other, { owner: viewer }, '/settings/people')
      await other.getByText('Read-only').waitFor()
      await other.getByRole('heading', { name: 'Roles' }).waitFor()
      await assertAccessible(other)
    })

    test('the last owner cannot be removed, with an explanation', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/settings/people')
      await page.getByRole('combobox', { name: 'Role of Olena Owner' }).selectOption('Viewer')
      await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
      await page
        .getByRole('dialog')
        .getByText(/^The organization needs an owner/)
        .waitFor()
    })

    test('on a phone, in the dark, in Ukrainian', async (t) => {
      const page = await open(t, { ...phone, colorScheme: 'dark', locale: 'uk-UA' })
      await signIn(page, world(), '/settings/people')
      await page.getByRole('heading', { level: 1, name: 'Учасники' }).waitFor()
      await page
        .getByRole('list', { name: 'Учасники' })
        .getByText(/^Olena Owner/)
        .first()
        .waitFor()
      await assertAccessible(page)
      await page.goto('/settings/keys')
      await page.getByRole('heading', { level: 1, name: 'Ключі API' }).waitFor()
      await assertAccessible(page)
    })
  })
})
