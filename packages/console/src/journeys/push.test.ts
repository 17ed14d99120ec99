import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { paramIdOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { type Journey, journey } from '../testing/journey.ts'
import { PushService } from '../testing/push-service.ts'

interface ShownNotification {
  title: string
  body: string
  actions: string[]
}

interface Device {
  page: Page
  service: PushService
}

/** Which notifications the browser has taken from the worker, also those that others have replaced since. */
const keepShown = async (page: Page): Promise<void> => {
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; everShown: ShownNotification[] }
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    scope.everShown = []
    registration.showNotification = async (title, options) => {
      await show(title, options)
      const { body = '', actions = [] } = options as { body?: string; actions?: { title: string }[] }
      scope.everShown.push({ title, body, actions: actions.map((one) => one.title) })
    }
  })
}

/** The notification with this beginning of its title, or of its text. */
const untilShown = async ({ page, service }: Device, begins: string): Promise<ShownNotification> => {
  const [worker] = page.context().serviceWorkers()
  const everShown = async (): Promise<ShownNotification[]> =>
    (await worker?.evaluate(() => (globalThis as unknown as { everShown: ShownNotification[] }).everShown)) ?? []
  let found: ShownNotification | undefined
  await until(async () => {
    found = (await everShown()).find(({ title, body }) => title.startsWith(begins) || body.startsWith(begins))
    return found !== undefined
  }).catch(async (error: unknown) => {
    const [given, shown] = [service.given, await everShown()].map((one) => JSON.stringify(one))
    throw new Error(`the push service was given ${given}, shown were ${shown}`, { cause: error })
  })
  assert.ok(found)
  return found
}

/** Presses the button of the notification, as the system does: in the worker, whether a page is open or not. */
const press = async (page: Page, action: string): Promise<void> => {
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(async (pressed) => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const shown = (await registration.getNotifications()) as (Notification & { actions: { action: string }[] })[]
    const notification = shown.find(({ actions }) => actions.some((one) => one.action === pressed))
    const Event = (globalThis as unknown as { NotificationEvent: new (name: string, init: object) => Event })
      .NotificationEvent
    globalThis.dispatchEvent(new Event('notificationclick', { notification, action: pressed }))
  }, action)
}

const subscribed = async ({ world, open }: Pick<Journey, 'world' | 'open'>, t: TestContext): Promise<Device> => {
  const service = new PushService()
  await service.start()
  t.after(() => service.stop())
  const page = await open(t, { serviceWorkers: 'allow', permissions: ['notifications'] })
  await service.serve(page)
  await signIn(page, world())
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await keepShown(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByLabel('Minimum level').selectOption('warning')
  await page.getByRole('button', { name: 'Enable notifications' }).click()
  await page.getByRole('button', { name: 'Send test' }).waitFor()
  return { page, service }
}

journey(
  'web push',
  ({ world, open }) => {
    test('an alert is shown on the device, confirmed there, and its end takes its place', async (t) => {
      const device = await subscribed({ world, open }, t)
      const { page } = device
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Send test' }).click()
      await untilShown(device, 'Test: Busbar')

      const { api, orgId } = world()
      const paramId = await paramIdOf(world(), 'Main meter', 'U1')
      const made = expectOk(
        await api.alerts.create({
          orgId,
          name: 'Voltage is there',
          conditionLogic: 'any',
          logAs: 'critical',
          conditions: [{ paramId, kind: 'g', value: 1 }],
          actions: [],
        }),
      )
      assert.ok('id' in made)
      const shown = await untilShown(device, 'Critical: Voltage is there')
      assert.deepEqual(shown.actions, ['Acknowledge'])
      assert.match(shown.body, /Main meter/)
      await press(page, 'confirm')
      await untilShown(device, 'You have acknowledged the alert.')
      const { confirmed } = expectOk(await api.alerts.status({ alertId: made.id }))
      assert.equal(confirmed?.from, 'Olena Owner')

      expectOk(await api.alerts.changeDisable({ alertId: made.id, enabled: false }))
      await page.getByRole('button', { name: 'Disable notifications' }).click()
      await page.getByRole('button', { name: 'Enable notifications' }).waitFor()
      assert.deepEqual(expectOk(await api.push.list({ orgId })).devices, [])
    })
  },
  { isFurther: true },
)
