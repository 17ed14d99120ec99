import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '../testing/browser.ts'
import { journey } from '../testing/journey.ts'
import {
  assertNoNets,
  fillConnection,
  scanUnits,
  signInByForm,
  simulatedGateway,
  waitForStep,
} from '../testing/new-net.ts'

journey(
  'what may go wrong with a first network',
  ({ world, open }) => {
    test('a scan can be stopped', async (t) => {
      const page = await open(t)
      await signInByForm(page, world())
      await page.getByRole('main').getByRole('link', { name: 'Add network' }).click()
      const { host, port } = simulatedGateway(world())
      await fillConnection(page, 'Workshop', host, port)
      await page.getByRole('button', { name: 'Check connection' }).click()
      await waitForStep(page, 'Devices')
      await page.getByLabel('First unit ID').fill('5')
      await page.getByLabel('Last unit ID').fill('6')
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await page.getByText('2 devices found').waitFor()
      world().plant.faults.set('workshop', 'slow', { ms: 400 })
      t.after(() => world().plant.faults.clear('workshop'))
      await page.getByLabel('Last unit ID').fill('247')
      // Stop is pressed before the service has said which scan it is.
      const isStopPressed = Promise.withResolvers<void>()
      await page.route('**/scan/start/', async (route) => {
        await isStopPressed.promise
        await route.continue()
      })
      await page.getByRole('button', { name: 'Scan again' }).click()
      await page.getByRole('button', { name: 'Stop' }).click()
      isStopPressed.resolve()
      await page.getByText('The scan was stopped.').waitFor()
      await page.getByLabel('Unit 6').waitFor()
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await waitForStep(page, 'Connection')
      await assertNoNets(page)
    })

    test('an address that is not allowed, and one where nothing listens, show what to do', async (t) => {
      const page = await open(t)
      await signInByForm(page, world())
      await page.getByRole('main').getByRole('link', { name: 'Add network' }).click()
      await fillConnection(page, 'Mistake', '192.168.77.7', 502)
      await page.getByRole('button', { name: 'Check connection' }).click()
      const alert = page.getByRole('alert')
      await alert.getByText('Connection failed').waitFor()
      await alert.getByText(/is not allowed to connect to 192\.168\.77\.7.*raw-allow/).waitFor()
      await assertAccessible(page)
      await fillConnection(page, 'Mistake', '127.0.0.1', 1)
      await page.getByRole('button', { name: 'Check connection' }).click()
      await alert.getByText(/refuses connections on this port/).waitFor()
      await page.getByRole('radio', { name: 'Activation code' }).check()
      await page.getByRole('textbox', { name: 'Activation code' }).fill('1234 5678')
      await page.getByRole('button', { name: 'Check connection' }).click()
      await page.getByText('This code is unknown or has expired.').waitFor()
      await assertNoNets(page)
    })

    test('going back keeps what was chosen, and discarding leaves nothing behind', async (t) => {
      const page = await open(t)
      await signInByForm(page, world())
      await page.getByRole('main').getByRole('link', { name: 'Add network' }).click()
      await scanUnits(page, world(), 2)
      await page.getByLabel('Unit 2').uncheck()
      await page.getByRole('button', { name: 'Next' }).click()
      const meter = page.getByRole('region', { name: 'Unit 1' })
      await meter.getByRole('radio', { checked: true }).waitFor()
      await meter.getByLabel('Name', { exact: true }).fill('My meter')
      await page.getByRole('button', { name: 'Back' }).click()
      await waitForStep(page, 'Devices')
      assert.equal(await page.getByLabel('Unit 2').isChecked(), false)
      await page.goBack()
      await waitForStep(page, 'Templates')
      await page.getByRole('link', { name: 'Alerts' }).click()
      await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor()
      await page.getByRole('link', { name: 'Add network' }).click()
      assert.equal(await page.getByLabel('Host').inputValue(), simulatedGateway(world()).host)
      await page
        .getByRole('navigation', { name: 'Progress' })
        .getByRole('button', { name: /Templates/ })
        .click()
      assert.equal(await meter.getByLabel('Name', { exact: true }).inputValue(), 'My meter')
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Another name')
      await page.getByRole('button', { name: 'Check connection' }).click()
      await waitForStep(page, 'Devices')
      assert.equal(await page.getByLabel('Unit 2').isChecked(), false)
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await waitForStep(page, 'Connection')
      assert.equal(await page.getByLabel('Host').inputValue(), '')
      await assertNoNets(page)
    })
  },
  { isFurther: true, isEmpty: true },
)

journey(
  'a first network with the keyboard alone',
  ({ world, open }) => {
    test('signing in, and the first steps', async (t) => {
      const page = await open(t, { colorScheme: 'dark' })
      const { keyboard } = page
      /** Presses Tab until the element has the focus. */
      const tabTo = async (role: 'textbox' | 'button' | 'link', name: string): Promise<void> => {
        const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'))
        for (let presses = 0; presses < 40; presses += 1) {
          if ((await wanted.count()) === 1) return
          await keyboard.press('Tab')
        }
        assert.fail(`Tab does not lead to ${name}`)
      }
      const { owner } = world()
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      await tabTo('textbox', 'E-mail address')
      await keyboard.type(owner.email)
      await keyboard.press('Tab')
      await keyboard.type(owner.password)
      await keyboard.press('Enter')
      await page.getByText('No networks yet').waitFor()
      await tabTo('link', 'Add network')
      await keyboard.press('Enter')
      await waitForStep(page, 'Connection')
      const { host, port } = simulatedGateway(world())
      await tabTo('textbox', 'Name')
      await keyboard.type('Workshop')
      await tabTo('textbox', 'Host')
      await keyboard.type(host)
      await tabTo('textbox', 'Port')
      await keyboard.type(String(port))
      await keyboard.press('Enter')
      await waitForStep(page, 'Devices')
      await tabTo('textbox', 'Last unit ID')
      await keyboard.press('ControlOrMeta+A')
      await keyboard.type('3')
      await keyboard.press('Enter')
      await page.getByText('3 devices found').waitFor()
      await tabTo('button', 'Next')
      await keyboard.press('Enter')
      await waitForStep(page, 'Templates')
      await page.getByRole('button', { name: 'Next', disabled: false }).waitFor()
      await assertAccessible(page)
      await tabTo('button', 'Next')
      await keyboard.press('Enter')
      await waitForStep(page, 'Preview')
    })
  },
  { isFurther: true, isEmpty: true },
)
