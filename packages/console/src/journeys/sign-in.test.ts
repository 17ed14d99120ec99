import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, isBrowserMissing, openPage, signIn } from '../testing/browser.ts'
import { startInstallation } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'

journey('signing in', ({ world, open, further }) => {
  test('a wrong password is said so, and deep links wait behind the door', async (t) => {
    const page = await open(t)
    // Concatenated addresses often have a duplicate slash.
    await page.goto(`${world().url}/alerts?from=mail`)
    await page.locator('input[name=email]').fill(world().owner.email)
    await page.locator('input[name=password]').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('The e-mail address or the password is incorrect.').waitFor()
    await assertAccessible(page)
    await page.locator('input[name=email]').fill(world().owner.email)
    await page.locator('input[name=password]').fill(world().owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/alerts?from=mail')
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
  })

  further(() => {
    test('a session stays over a reload and ends with signing out', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'The network is OK' }).waitFor()
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByText(/^Times in Europe/).waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      await page.goto('/overview')
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
    })
  })
})

test('an empty installation is set up with the code that the service printed', {
  skip: isBrowserMissing,
}, async (t) => {
  const installation = await startInstallation()
  t.after(() => installation.stop())
  const { page, close } = await openPage(installation)
  t.after(close)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Create the first owner' }).waitFor()
  await assertAccessible(page)
  await page.getByLabel('Setup code').fill('wrong')
  await page.getByLabel('Organization name').fill('Mill')
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('E-mail address').fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('The setup code is incorrect.').waitFor()
  assert.equal(await page.getByLabel('Organization name').inputValue(), 'Mill')
  assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), 'correct horse battery')
  await page.getByLabel('Setup code').fill(installation.cloud.setupCode ?? '')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/overview')
  await page.getByText('No networks yet').waitFor()
  await assertAccessible(page)
})
