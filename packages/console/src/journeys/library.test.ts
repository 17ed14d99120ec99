import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

let count = 0
/** A template of the organization's own: the map of the workshop's main meter, with a mistake in its first line if asked. */
const makeTemplate = async ({ api, orgId }: World, order?: 'CDAB'): Promise<number> => {
  count += 1
  const { id: shippedId } = expectOk(await api.templates.idBySku({ sku: 'em3p' }))
  const { manufacturer, readGroupSize, writeFunction, paramTemplates } = expectOk(
    await api.templates.get({ templateId: shippedId }),
  )
  const [first, ...others] = paramTemplates
  assert.ok(first)
  const { id } = expectOk(
    await api.templates.create({
      orgId,
      name: `Own meter ${count}`,
      manufacturer,
      version: '1',
      readGroupSize,
      writeFunction,
      paramTemplates: [{ ...first, ...(order && { order }) }, ...others.slice(0, 5)],
    }),
  )
  return id
}
const mainMeter = async ({ api, orgId }: World) => {
  const [net] = expectOk(await api.nets.list({ orgId }))
  const devices = expectOk(await api.nets.devices({ netId: net?.id ?? 0 }))
  const device = devices.find(({ name }) => name === 'Main meter')
  assert.ok(device)
  return device
}
const cell = (page: Page, line: number, column: number) =>
  page.getByRole('grid', { name: 'Register map' }).getByRole('row').nth(line).getByRole('gridcell').nth(column)

journey('device library', ({ world, open, further }) => {
  test('a shipped family is found, duplicated, changed by keyboard and saved', async (t) => {
    const page = await open(t)
    await signIn(page, world())
    await page.getByRole('link', { name: 'Device library' }).click()
    await page.getByRole('searchbox', { name: 'Manufacturer, model, SKU' }).fill('busbar em3p')
    await assertAccessible(page)
    await page.getByRole('link', { name: /EM3P/ }).click()
    await page.getByText('Built-in, read-only').waitFor()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Device family').fill('Hall meter')
    await dialog.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hall meter' }).waitFor()
    await page.getByText(/^Revision 1$|· Revision 1/).waitFor()
    await cell(page, 1, 1).click()
    await page.keyboard.type('Voltage in the hall')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await cell(page, 1, 1).textContent(), 'Voltage in the hall')
    await page.keyboard.press('Home')
    await page.keyboard.type('70000')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.getByText(/^Enter a number from 0 to 65.535\.$/).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save as revision 2' }).isDisabled(), true)
    await assertAccessible(page)
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Save as revision 2' }).click()
    await page.getByText(/· Revision 2/).waitFor()
    await page.getByRole('link', { name: 'Revisions' }).click()
    await page.getByRole('link', { name: /Revision 1/ }).click()
    await page.getByText('Voltage in the hall').first().waitFor()
    await assertAccessible(page)
  })

  further(() => {
    test('a table is pasted at the cursor and by its headings; lines are moved and filled', async (t) => {
      const id = await makeTemplate(world())
      const page = await open(t)
      await signIn(page, world(), `/library/${id}`)
      await page.getByRole('button', { name: 'Paste table' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Table (CSV)').fill('Parameter\tRegister\tType\tUnit\nFlow\t0x80\tfloat\tm³/h\n')
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Add 1 register' }).click()
      assert.equal(await cell(page, 7, 1).textContent(), 'Flow')
      assert.equal(await cell(page, 7, 0).textContent(), '128')
      await cell(page, 7, 1).click()
      await page.keyboard.press('Alt+ArrowUp')
      assert.equal(await cell(page, 6, 1).textContent(), 'Flow')
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
    })

    test('values are shown in every byte order, and the right one is applied', async (t) => {
      const id = await makeTemplate(world(), 'CDAB')
      const page = await open(t)
      await signIn(page, world(), `/library/${id}`)
      const preview = page.getByRole('region', { name: 'Live preview' }).first()
      const { netId, modbusUnitId } = await mainMeter(world())
      await preview.getByLabel('Device').selectOption(`net ${netId}`)
      await preview.getByLabel('Unit ID').fill(String(modbusUnitId))
      await preview.getByText(/^read /).waitFor()
      await page.getByRole('columnheader', { name: `Unit ID ${modbusUnitId}` }).waitFor()
      await assertAccessible(page)
      await preview.getByRole('button', { name: /^ABCD 0:/ }).click()
      await preview.getByRole('button', { name: 'input 0 ABCD' }).click()
      assert.equal(await cell(page, 1, 5).textContent(), 'ABCD')
      await page.getByRole('button', { name: 'Save as revision 2' }).click()
      await page.getByText(/· Revision 2/).waitFor()
    })

    test('a template is applied to a device: the difference first, values stay', async (t) => {
      const id = await makeTemplate(world())
      const { api } = world()
      const { id: deviceId } = await mainMeter(world())
      const before = expectOk(await api.devices.params({ deviceId }))
      await api.templates.change({ templateId: id, readGroupSize: 40 })
      const page = await open(t)
      await signIn(page, world(), `/library/${id}/devices`)
      await page.getByText('No device uses this template').waitFor()
      await page.getByLabel('Network').selectOption({ index: 1 })
      await page.getByRole('checkbox', { name: 'Main meter' }).check()
      await page.getByRole('button', { name: 'Preview changes' }).click()
      await page.getByText('Registers per request').waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Apply to 1 device' }).click()
      await page.getByText('1 device was changed.').waitFor()
      await page.getByRole('link', { name: 'Main meter' }).waitFor()
      const after = expectOk(await api.devices.params({ deviceId }))
      assert.deepEqual(
        after.map((param) => param.id),
        before.map((param) => param.id),
      )
      assert.equal(expectOk(await api.devices.get({ deviceId })).readGroupSize, 40)
    })

    test('a device is asked who it is, and its registers become a template', async (t) => {
      const { netId, modbusUnitId } = await mainMeter(world())
      const page = await open(t)
      await signIn(page, world(), `/library/suggest?net=${netId}&unit=${modbusUnitId}`)
      await page.getByRole('button', { name: 'Identify device' }).click()
      await page.getByRole('list', { name: 'Matching templates' }).getByRole('link', { name: /EM3P/ }).waitFor()
      await page.getByLabel('To', { exact: true }).fill('19')
      await page.getByRole('checkbox', { name: 'Holding registers' }).uncheck()
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await page.getByText('20 registers found').waitFor()
      await assertAccessible(page)
      await page.getByLabel('Manufacturer').last().fill('ACME')
      await page.getByRole('button', { name: 'Create template' }).click()
      await page.getByRole('grid', { name: 'Register map' }).waitFor()
      assert.equal(await cell(page, 1, 4).textContent(), 'f32')
    })

    test('on a phone the map is a list, in the dark and in Ukrainian', async (t) => {
      const id = await makeTemplate(world())
      const page = await open(t, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
      await signIn(page, world(), `/library/${id}`)
      await page.getByRole('list', { name: 'Register map' }).getByRole('button').first().click()
      await page.getByRole('dialog').getByLabel('Unit', { exact: true }).fill('kV')
      await assertAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Save as revision 2' }).click()
      await page.getByText(/· Revision 2/).waitFor()
      await assertAccessible(page)
    })

    test('a template leaves as JSON and comes back; a table too', async (t) => {
      const id = await makeTemplate(world())
      const page = await open(t)
      await signIn(page, world(), `/library/${id}`)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export JSON' }).click()
      const path = await (await saved).path()
      // The name is free then.
      expectOk(await world().api.templates.change({ templateId: id, version: '2' }))
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Device library' }).click()
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByLabel('File (JSON or CSV)').setInputFiles(path)
      await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
      await page.getByText(/was imported/).waitFor()
      await page.getByRole('grid', { name: 'Register map' }).waitFor()
    })
  })
})
