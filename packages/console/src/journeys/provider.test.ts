import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { freePort } from '@busbar/kit/testing'
import type { Page } from 'playwright-core'
import { assertAccessible, isBrowserMissing, openPage, signIn } from '../testing/browser.ts'
import { type Installation, type NewOrg, startInstallation } from '../testing/installation.ts'
import { skipReason } from '../testing/journey.ts'
import { startOidcPeer } from '../testing/oidc-peer.ts'

void describe('sign-in by a provider', { skip: isBrowserMissing || skipReason }, () => {
  let installation: Installation
  let org: NewOrg
  let peer: Awaited<ReturnType<typeof startOidcPeer>>
  before(async () => {
    const place = `127.0.0.1:${await freePort()}`
    peer = await startOidcPeer(`http://${place}/signed-in`, { mila: ['mill'] })
    // The first organization has the first number.
    const map = [
      { group: 'mill', orgId: 1, role: 'operator' },
      { group: 'mill-bosses', orgId: 77, role: 'owner' },
    ]
    installation = await startInstallation({
      http: place,
      'public-url': `http://${place}`,
      oidc: JSON.stringify({ ...peer.settings, map }),
    })
    org = await installation.setUp('Riverside Mill')
    assert.equal(org.orgId, 1)
  })
  after(async () => {
    await installation.stop()
    peer.stop()
  })

  const open = async (t: TestContext): Promise<Page> => {
    const { page, close } = await openPage(installation)
    t.after(close)
    return page
  }
  /** On the pages of the provider. */
  const enterThere = async (page: Page, login: string): Promise<void> => {
    await page.locator('input[name=login]').fill(login)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  test('a group member is signed in to the requested page; others see why not', async (t) => {
    const page = await open(t)
    await page.goto('/alerts')
    const button = page.getByRole('button', { name: 'Sign in with Works SSO' })
    await button.waitFor()
    await assertAccessible(page)
    await button.click()
    await enterThere(page, 'mila')
    await page.waitForURL('**/alerts')
    await page.getByText('Riverside Mill').first().waitFor()
    await page.goto('/settings/security')
    const providers = page.getByRole('list', { name: 'Identity providers' })
    await providers.getByText('Works SSO').waitFor()
    await assertAccessible(page)

    const other = await open(t)
    await other.goto('/sign-in')
    await other.getByRole('button', { name: 'Sign in with Works SSO' }).click()
    await enterThere(other, 'none')
    await other.getByText('None of your groups has a role').waitFor()
    assert.equal(new URL(other.url()).search, '')
    await assertAccessible(other)
    await other.getByRole('link', { name: 'Back to sign-in' }).click()
    await other.getByRole('textbox', { name: 'E-mail address' }).waitFor()
  })

  test('an owner connects the account, and sees what providers are set', async (t) => {
    const page = await open(t)
    await signIn(page, org, '/settings/security')
    await page.getByRole('button', { name: 'Link Works SSO' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link' })
    await dialog.getByLabel('Your password').fill(org.owner.password)
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await enterThere(page, 'anna')
    await page.waitForURL('**/settings/security')
    await page.getByText(/^Linked /).waitFor()
    await page.goto('/settings/people')
    await page.getByRole('row', { name: /mila/ }).getByText('Provider').waitFor()
    await page.getByRole('button', { name: /^Remove mila/ }).click()
    await page.getByText(/It will be assigned again at the next sign-in/).waitFor()
    await page.goto('/installation/settings')
    const panel = page.getByRole('region', { name: 'Works SSO' })
    await panel.getByText('Organization 77 does not exist').waitFor()
    await page.getByText(`${installation.url}signed-in`).waitFor()
    await assertAccessible(page)
  })
})
