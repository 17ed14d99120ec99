import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { assertAccessible, ownContext, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { furtherJourney } from '../testing/journey.ts'

const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' })

const settings = { status: 'ok', controllerUnitId: 1, bitRate: 9600, byteFormat: 0 }
const unclear = 'Outcome unknown. Check the device before you try again:'

interface RegisterWrite {
  what: string
  path: string
  send: (page: Page) => Promise<unknown>
  /** Null where the connection is lost. */
  outcomes: readonly (readonly [answer: object | null, text: string])[]
}

/** Writes of the page with the registers of a network. */
const registerWrites: readonly RegisterWrite[] = [
  {
    what: 'a raw request that writes',
    path: '/raw/request/',
    send: async (page) => {
      const panel = page.getByRole('region', { name: 'Raw request' })
      await panel.getByLabel('Function').selectOption({ label: '6 Write single register' })
      await panel.getByRole('button', { name: 'Send…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send…' }).click()
    },
    outcomes: [
      [{ pdu: '0600000001', tookMs: 12 }, 'Unit 1: The device responded.'],
      [{ err: 'unclear: timeout' }, `Unit 1: ${unclear} timeout`],
      [null, `Unit 1: ${unclear} The service cannot be reached`],
    ],
  },
  {
    what: 'controller settings',
    path: '/raw/write-controller-modbus-settings/',
    send: async (page) => {
      const panel = page.getByRole('region', { name: 'Controller and time relay' })
      await panel.getByRole('button', { name: 'Read', exact: true }).first().click()
      await panel.getByRole('button', { name: 'Write settings' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Write settings' }).click()
    },
    outcomes: [
      [{ status: 'ok' }, 'Unit 1, Serial port of the controller: The device responded.'],
      [
        { status: 'error', errorMessage: 'The unit refused.' },
        'Unit 1, Serial port of the controller: The unit refused.',
      ],
    ],
  },
  {
    what: 'the password of a controller',
    path: '/raw/send-controller-passwords/',
    send: async (page) => {
      const panel = page.getByRole('region', { name: 'Controller and time relay' })
      await panel.getByLabel('Password', { exact: true }).fill('secret')
      await panel.getByRole('button', { name: 'Send', exact: true }).click()
    },
    outcomes: [
      [{ status: 'ok' }, 'Unit 1, Controller password: The device responded.'],
      [null, `Unit 1, Controller password: ${unclear}`],
    ],
  },
]

/** Sends a value, closes the dialog while the device is slow to answer, then lets `answer` settle the request. */
const writeAndClose = async (
  page: Page,
  value: string,
  close: (dialog: Locator) => Promise<unknown>,
  answer: (route: Route) => Promise<unknown>,
): Promise<void> => {
  const sent = Promise.withResolvers<Route>()
  await page.route('**/write/', (route) => sent.resolve(route), { times: 1 })
  await page.getByRole('button', { name: 'Set Set-point' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New value').fill(value)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: `Set to ${value}` }).click()
  const route = await sent.promise
  await close(dialog)
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await messages(page).getByText('Set-point').count(), 0)
  await answer(route)
}

furtherJourney(
  'the outcome of a write',
  ({ world, open, further }) => {
    test('is shown in a toast after its dialog was closed, with the value that was read back', async (t) => {
      const { deviceId } = await idsOf(world(), 'Drying oven')
      const page = await open(t)
      await signIn(page, world(), `/devices/${deviceId}`)
      const row = page.getByRole('row').filter({ hasText: 'Set-point' })
      await writeAndClose(
        page,
        '61.5',
        () => page.keyboard.press('Escape'),
        (route) => route.continue(),
      )
      await messages(page).getByText('Set-point: Done. The device reports 61.5').waitFor()
      // The device is polled every ten minutes: what is shown now is what the write has read back.
      await row.getByText('61.5').waitFor({ timeout: 3000 })
      await row.locator('[data-freshness=fresh]').first().waitFor({ timeout: 3000 })
    })

    test('stays until it is dismissed where it is unclear or refused', async (t) => {
      const { deviceId } = await idsOf(world(), 'Drying oven')
      const page = await open(t, ownContext)
      await page.clock.install()
      await signIn(page, world(), `/devices/${deviceId}`)
      await writeAndClose(
        page,
        '62',
        (dialog) => dialog.getByRole('button', { name: 'Close' }).first().click(),
        (route) => route.abort(),
      )
      const unclearToast = messages(page).getByText('Set-point: It is unknown whether the value was written.')
      await unclearToast.waitFor()
      await page.clock.runFor(30_000)
      assert.equal(await unclearToast.count(), 1)
      await dismiss(page)
      await writeAndClose(
        page,
        '63',
        () => page.mouse.click(5, 5),
        (route) => route.fulfill({ json: { err: 'Timeout' } }),
      )
      const refused = messages(page).getByText('Set-point: The device refused the write')
      await refused.waitFor()
      await assertAccessible(page)
      await page.clock.runFor(30_000)
      assert.equal(await refused.count(), 1)
      await dismiss(page)
    })

    for (const { what, path, send, outcomes } of registerWrites) {
      test(`is shown in a toast after the page was left: ${what}`, async (t) => {
        const { netId } = await idsOf(world(), 'Drying oven')
        const page = await open(t)
        await page.route('**/raw/read-controller-modbus-settings/', (route) => route.fulfill({ json: settings }))
        await signIn(page, world(), `/nets/${netId}/registers`)
        for (const [answer, text] of outcomes) {
          const sent = Promise.withResolvers<Route>()
          await page.route(`**${path}`, (route) => sent.resolve(route), { times: 1 })
          await send(page)
          const route = await sent.promise
          await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Alerts' }).click()
          await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
          await (answer === null ? route.abort() : route.fulfill({ json: answer }))
          await messages(page).getByText(text).waitFor()
          await page.goBack()
        }
      })
    }

    further(() => {
      test('is shown in the dialog alone while that is open', async (t) => {
        const { deviceId } = await idsOf(world(), 'Drying oven')
        const page = await open(t)
        await signIn(page, world(), `/devices/${deviceId}`)
        await page.getByRole('button', { name: 'Set Set-point' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('New value').fill('64')
        await dialog.getByRole('button', { name: 'Continue' }).click()
        await dialog.getByRole('button', { name: 'Set to 64' }).click()
        await dialog.getByText('Done. The device reports 64').waitFor()
        assert.equal(await messages(page).getByText('Set-point').count(), 0)
      })
    })
  },
  { updatePeriodSec: 600 },
)

const dismiss = async (page: Page): Promise<void> => {
  await messages(page).getByRole('button', { name: 'Close' }).click()
  await messages(page).getByText('Set-point').waitFor({ state: 'detached' })
}
