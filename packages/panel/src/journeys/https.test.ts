import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBox, type TestGateway } from '../testing/box.ts'
import { assertAccessible, isBrowserMissing, openPage, skipReason } from '../testing/browser.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const [privateAddress, publicAddress] = ['192.168.1.7', '203.0.113.9']
const notice = 'This connection is not encrypted'
const continueButton = 'Continue without encryption'

describe('the panel over HTTP and HTTPS', { skip: isBrowserMissing }, () => {
  let box: TestGateway
  let clientAddress = privateAddress
  before(async () => {
    box = await startBox('B', () => clientAddress)
  })
  after(() => box.stop())

  test('over HTTP, a phone gets the notice, may continue after a confirmation, and stays on its page', async (t) => {
    clientAddress = privateAddress
    const page = await openPage(t, box.url, phone)
    await page.goto('/#/system')
    await page.getByRole('heading', { name: notice }).waitFor()
    await page.getByText(box.https.fingerprint).waitFor()
    const link = await page.getByRole('link', { name: 'Open with HTTPS' }).getAttribute('href')
    assert.equal(link, `${box.https.url}#/system`)
    await assertAccessible(page)
    await page.getByRole('button', { name: continueButton }).click()
    await page.getByLabel('Password').waitFor()
    assert.equal(page.url(), `${box.url}#/system`)
    await page.reload()
    await page.getByLabel('Password').waitFor()
  })

  test('over HTTPS, the panel has no notice and shows the certificate', async (t) => {
    clientAddress = publicAddress
    const page = await openPage(t, box.https.url, { ignoreHTTPSErrors: true })
    await page.goto('/#/system')
    await page.getByLabel('Password').fill(box.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Set a password' }).waitFor()
    await page.goto('/#/system')
    await page.getByText(box.https.fingerprint).waitFor()
    await page.getByRole('img', { name: 'QR code of the fingerprint' }).waitFor()
    await page.getByRole('link', { name: box.https.url }).waitFor()
    await assertAccessible(page)
    await page.goto('/#/status')
    await page.getByText(`port ${new URL(box.https.url).port}`, { exact: true }).waitFor()
  })

  describe('further', { skip: skipReason }, () => {
    test('an address of the internet cannot continue, not even with the consent of before', async (t) => {
      clientAddress = privateAddress
      const page = await openPage(t, box.url)
      await page.goto('/')
      await page.getByRole('button', { name: continueButton }).click()
      await page.getByLabel('Password').waitFor()
      clientAddress = publicAddress
      await page.reload()
      await page.getByRole('heading', { name: notice }).waitFor()
      await page.getByText('Your address is not in a private network.').waitFor()
      assert.equal(await page.getByRole('button').count(), 0)
      await assertAccessible(page)
    })

    test('the notice works without JavaScript', async (t) => {
      clientAddress = privateAddress
      const page = await openPage(t, box.url, { javaScriptEnabled: false })
      await page.goto('/')
      await page.getByRole('button', { name: continueButton }).click()
      await page.getByRole('heading', { name: notice }).waitFor({ state: 'detached' })
      assert.equal(page.url(), box.url)
    })

    for (const [locale, text] of [
      ['pl-PL', 'To połączenie nie jest szyfrowane'],
      ['ru-RU', 'Соединение не зашифровано'],
      ['uk-UA', 'З’єднання не зашифроване'],
    ] as const)
      test(`the notice is in the language of the browser, ${locale}, and dark where the device is`, async (t) => {
        clientAddress = privateAddress
        const page = await openPage(t, box.url, { locale, colorScheme: 'dark', ...phone })
        await page.goto('/')
        await page.getByRole('heading', { name: text }).waitFor()
        await assertAccessible(page)
      })
  })
})
