import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { appCode } from '../testing/app-code.ts'
import { assertAccessible, signIn } from '../testing/browser.ts'
import type { Account } from '../testing/installation.ts'
import { furtherJourney } from '../testing/journey.ts'
import { addMember } from '../testing/member.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Sets up codes of an app; gives its secret and the recovery codes. */
const setUp = async (page: Page, { password }: Account): Promise<{ secret: string; codes: string[] }> => {
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await assertAccessible(page)
  const secret = (await dialog.locator('.font-mono').textContent()) ?? ''
  await dialog.getByRole('textbox', { name: 'Authenticator code' }).fill(appCode(secret))
  await dialog.getByRole('button', { name: 'Enable' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  return { secret, codes: await list.getByRole('listitem').allTextContents() }
}

const enter = async (page: Page, { email, password }: Account): Promise<void> => {
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** An authenticator of the browser, which knows its user. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

furtherJourney(
  'sign-in and sessions',
  ({ world, open, further }) => {
    test('codes of an app are set up, asked for at the next sign-in, and switched off', async (t) => {
      const person = await addMember(world(), 'viewer', 'coded')
      const page = await open(t)
      await signIn(page, { owner: person }, '/settings/security')
      const { secret, codes } = await setUp(page, person)
      assert.equal(codes.length, 10)
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await page.getByText(/10 recovery codes left/).waitFor()

      const other = await open(t)
      await enter(other, person)
      const field = other.getByRole('textbox', { name: 'Authenticator code' })
      await field.fill('000000')
      await other.getByRole('button', { name: 'Continue' }).click()
      await other.getByText(/^This code is wrong or has already been used/).waitFor()
      await assertAccessible(other)
      // Later than the one that was taken, whenever that was, and right for half a minute more.
      await field.fill(appCode(secret, 1))
      await other.getByRole('button', { name: 'Continue' }).click()
      await other.waitForURL('**/overview')

      await page.getByRole('button', { name: 'Disable' }).click()
      const dialog = page.getByRole('dialog', { name: 'Disable' })
      await dialog.getByLabel('Your password').fill(person.password)
      await dialog.getByRole('textbox', { name: 'Authenticator code' }).fill(codes[0] ?? '')
      await dialog.getByRole('button', { name: 'Disable' }).click()
      await page.getByText('Codes are no longer required.').waitFor()
    })

    further(() => {
      test('a passkey is made and signs in; a session elsewhere is ended', async (t) => {
        const person = await addMember(world(), 'viewer', 'keyed')
        const baseURL = world().url.replace('127.0.0.1', 'localhost')
        const page = await open(t, { baseURL })
        await addAuthenticator(page)
        await signIn(page, { owner: person }, '/settings/security')
        await page.getByRole('button', { name: 'Add passkey' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add passkey' })
        await dialog.getByRole('textbox', { name: 'Passkey name' }).fill('Laptop')
        await dialog.getByLabel('Your password').fill(person.password)
        await dialog.getByRole('button', { name: 'Add passkey' }).click()
        await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
        await assertAccessible(page)
        await page.evaluate(() => localStorage.removeItem('busbar.session'))
        await page.goto('/sign-in')
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
        await page.waitForURL('**/overview')

        await page.goto('/settings/security')
        const sessions = page.getByRole('list', { name: 'Sessions' })
        await sessions.getByText('this session').waitFor()
        const count = await sessions.getByRole('listitem').count()
        assert.ok(count > 1)
        await sessions
          .getByRole('button', { name: /^End session from/ })
          .first()
          .click()
        await page.getByText('The session was ended.').waitFor()
        await page.waitForFunction(
          (before) => document.querySelectorAll('ul[aria-label="Sessions"] > li').length === before - 1,
          count,
        )
      })

      test('a user who lost the app signs in with a recovery code, once', async (t) => {
        const person = await addMember(world(), 'viewer', 'lost')
        const page = await open(t)
        await signIn(page, { owner: person }, '/settings/security')
        const { codes } = await setUp(page, person)
        for (const isFirst of [true, false]) {
          const other = await open(t)
          await enter(other, person)
          await other.getByRole('textbox', { name: 'Authenticator code' }).fill(codes[0]?.toUpperCase() ?? '')
          await other.getByRole('button', { name: 'Continue' }).click()
          if (isFirst) await other.waitForURL('**/overview')
          else await other.getByText(/^This code is wrong/).waitFor()
        }
      })

      test('name and language are kept with the account, and taken over elsewhere', async (t) => {
        const person = await addMember(world(), 'viewer', 'named')
        const page = await open(t)
        await signIn(page, { owner: person }, '/settings/profile')
        await page.getByRole('textbox', { name: 'Your name' }).fill('Anna Nowak')
        await page.getByRole('combobox', { name: 'Language' }).selectOption('Polski')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor()
        await assertAccessible(page)
        const other = await open(t)
        await enter(other, person)
        await other.getByRole('link', { name: 'Przegląd' }).first().waitFor()
      })

      test('times go by the zone that a person has chosen, on every device', async (t) => {
        const person = await addMember(world(), 'viewer', 'travelling')
        const page = await open(t)
        await signIn(page, { owner: person }, '/settings/profile')
        await page.getByText('No contact is linked to your account').waitFor()
        await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo')
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Saved.').first().waitFor()
        await assertAccessible(page)
        const other = await open(t)
        await enter(other, person)
        await other.waitForFunction(() => localStorage.getItem('busbar.zone') === '"Asia/Tokyo"')
      })

      test('the password is changed by who knows it', async (t) => {
        const person = await addMember(world(), 'viewer', 'changing')
        const page = await open(t)
        await signIn(page, { owner: person }, '/settings/profile')
        const change = async (old: string): Promise<void> => {
          await page.getByLabel('Current password').fill(old)
          await page.getByLabel('New password').fill('a new long password')
          await page.getByRole('button', { name: 'Change password' }).click()
        }
        await change('not the password')
        await page.getByText('The current password is incorrect.').waitFor()
        await change(person.password)
        await page.getByText(/^The password was changed/).waitFor()
      })

      test('on a phone, in the dark, in Russian', async (t) => {
        const page = await open(t, { ...phone, colorScheme: 'dark', locale: 'ru-RU' })
        await signIn(page, world(), '/settings/security')
        await page.getByRole('heading', { level: 1, name: 'Вход и сеансы' }).waitFor()
        await page.getByText('127.0.0.1').first().waitFor()
        await assertAccessible(page)
      })
    })
  },
  { isEmpty: true },
)
