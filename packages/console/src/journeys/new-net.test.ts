import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveCallBack, workshop } from '@busbar/simulator'
import { assertAccessible } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import { scanUnits, signInByForm, waitForStep } from '../testing/new-net.ts'

journey(
  'a newcomer’s first network',
  ({ world, open }) => {
    test('from an empty organization to the first chart', async (t) => {
      const page = await open(t)
      const began = performance.now()
      await signInByForm(page, world())
      await page.getByText('No networks yet').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Add network' }).click()
      await waitForStep(page, 'Connection')
      await assertAccessible(page)
      await scanUnits(page, world(), 8)
      await page.getByText('6 devices found').waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Next' }).click()

      await waitForStep(page, 'Templates')
      const meter = page.getByRole('region', { name: 'Unit 1' })
      await meter.getByRole('radio', { name: /EM3P/, checked: true }).waitFor()
      await meter.getByLabel('Name', { exact: true }).fill('Main meter')
      await page.getByRole('button', { name: 'Next', disabled: false }).click()

      await waitForStep(page, 'Preview')
      const rows = page.getByRole('region', { name: 'Values of Main meter' }).getByRole('row')
      await rows
        .nth(1)
        .getByText(/^2[123]\d(\.\d+)?\sV$/)
        .first()
        .waitFor()
      assert.equal(await rows.nth(1).getByRole('radio').isChecked(), true)
      assert.equal(await rows.count(), 13)
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Next', exact: true }).click()

      await waitForStep(page, 'Create')
      const { api, orgId } = world()
      const [net] = expectOk(await api.nets.list({ orgId }))
      assert.deepEqual(
        expectOk(await api.nets.devices({ netId: net?.id ?? 0 })),
        [],
        'nothing of the draft is made yet',
      )
      assert.equal(expectOk(await api.sessions.userOrgs({})).length, 1)
      await page.getByLabel('Polling interval').selectOption('1 second')
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Create 6 devices' }).click()

      await waitForStep(page, 'First values')
      const values = page.getByRole('table', { name: 'Live values' })
      await values
        .getByText(/2\d\d.*V/)
        .first()
        .waitFor()
      await page.getByRole('heading', { name: 'First chart' }).waitFor()
      await page.locator('canvas').first().waitFor()
      t.diagnostic(`from signing in to the first chart: ${((performance.now() - began) / 1000).toFixed(1)} s`)
      await assertAccessible(page)
      await page.getByRole('link', { name: 'Open network' }).click()
      await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
      await page.getByRole('link', { name: 'Main meter' }).waitFor()
    })
  },
  { isEmpty: true },
)

journey(
  'a first network by an activation code',
  ({ world, open }) => {
    test('a gateway that called in is bound by its code, and what is behind it is found', async (t) => {
      const code = Promise.withResolvers<number>()
      const port = Number(world().cloud.callBack?.split(':').at(-1))
      const calling = serveCallBack(world().plant, {
        port,
        onCode: (site) => site.code !== null && code.resolve(site.code),
      })
      t.after(() => calling.close())
      const page = await open(t)
      await signInByForm(page, world())
      await page.getByRole('main').getByRole('link', { name: 'Add network' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Far away')
      await page.getByRole('radio', { name: 'Activation code' }).check()
      await page.getByRole('textbox', { name: 'Activation code' }).fill(String(await code.promise))
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Check connection' }).click()
      await waitForStep(page, 'Devices')
      await page.getByLabel('Last unit ID').fill('2')
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await page.getByText('2 of 2 unit IDs scanned').waitFor()
      await page.getByLabel('Unit 2').waitFor()
    })
  },
  { isFurther: true, isEmpty: true },
)

/** The same workshop behind a server that only passes bytes on. */
const serialWorkshop = { ...workshop, sites: workshop.sites.map((site) => ({ ...site, envelope: 'rtu' as const })) }

journey(
  'a first network with a table of parameters',
  ({ world, open }) => {
    test('mistakes are named by line and column; a row of the preview puts a wrong order right', async (t) => {
      const page = await open(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
      const isNarrow = async (): Promise<void> =>
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      await signInByForm(page, world())
      await page.getByRole('main').getByRole('link', { name: 'Add network' }).click()
      await waitForStep(page, 'Connection')
      await isNarrow()
      await scanUnits(page, world(), 1)
      await page.getByText('No devices found').waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByLabel('Protocol').selectOption('Modbus RTU over TCP')
      await scanUnits(page, world(), 1)
      await page.getByLabel('Unit 1').waitFor()
      await isNarrow()
      await page.getByRole('button', { name: 'Next' }).click()

      await page.getByRole('button', { name: 'Paste table' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Device type').fill('Our meter')
      await dialog.getByLabel('Manufacturer').fill('Us')
      const table = (valueType: string): string =>
        `name_en,registerKind,address,valueType,order,unitName,isTracked\nVoltage,input,1,${valueType},CDAB,V,true\n`
      await dialog.getByLabel('Table (CSV)').fill('Wert;Adr.;Type\nVoltage;1;float\n')
      await dialog.getByText('Choose the columns for: name_en, address').waitFor()
      await dialog.getByLabel('Wert').selectOption('name_en')
      await dialog.getByLabel('Adr.').selectOption('address')
      await dialog.getByRole('region', { name: 'Preview' }).getByText('f32').waitFor()
      await assertAccessible(page)
      await dialog.getByLabel('Table (CSV)').fill(table('f23'))
      await dialog.getByRole('button', { name: 'Create template' }).click()
      await dialog.getByText(/^Line 2, column valueType: /).waitFor()
      await assertAccessible(page)
      await dialog.getByLabel('Table (CSV)').fill(table('f32'))
      await dialog.getByRole('button', { name: 'Create template' }).click()
      await page.getByRole('radio', { name: 'Our meter', checked: true }).waitFor()
      await isNarrow()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Next' }).click()

      await waitForStep(page, 'Preview')
      const right = page.getByRole('row', { name: /Words swapped, address −1 ABCD/ })
      await right.getByText(/^2[123]\d(\.\d+)?\sV$/).waitFor()
      await right.getByRole('radio').check()
      await isNarrow()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await page.getByText('Words swapped, address −1').waitFor()
      await isNarrow()
      await page.getByRole('button', { name: 'Create 1 device' }).click()
      await page
        .getByRole('list', { name: 'Live values' })
        .getByText(/2[123]\d/)
        .first()
        .waitFor()
      await isNarrow()
      await assertAccessible(page)
    })
  },
  { isFurther: true, isEmpty: true, plant: serialWorkshop },
)
