import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { furtherJourney } from '../testing/journey.ts'

furtherJourney('devices of another program', ({ world, open, further }) => {
  test('a configuration of Home Assistant becomes a device that is read', async (t) => {
    const { api, orgId } = world()
    const [net] = expectOk(await api.nets.list({ orgId }))
    const address = net !== undefined && 'direct' in net.lid ? net.lid.direct : ''
    const [, host, port] = /^(.*):(\d+)$/.exec(address) ?? []
    const text = `modbus:
  - name: Attic
    type: tcp
    host: ${host}
    port: ${port}
    sensors:
      - {name: Line voltage, slave: !secret meter_unit, address: 0, input_type: input, data_type: float32, unit_of_measurement: V}
      - {name: Odd, slave: !secret meter_unit, address: 2, data_type: float16}
`
    const page = await open(t)
    await signIn(page, world())
    await page.getByRole('link', { name: 'Add network' }).first().click()
    await page.getByRole('link', { name: 'Import from another program' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'configuration.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })
    await page
      .getByText('"Odd" is skipped: unknown type float16')
      .or(page.getByLabel(/secret "meter_unit"/))
      .first()
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled(), true)
    await page.getByLabel('What is the secret "meter_unit"?').fill('1')
    await page.keyboard.press('Enter')
    await page.getByText('"Odd" is skipped: unknown type float16').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Read values' }).click()
    await page
      .getByRole('row', { name: /Line voltage/ })
      .getByText(/V$/)
      .waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Attic' }).waitFor()
    const nets = expectOk(await api.nets.list({ orgId }))
    assert.ok(nets.some(({ name }) => name === 'Attic'))
  })

  further(() => {
    test('a spreadsheet becomes a template, with columns chosen by hand', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await page.getByRole('link', { name: 'Device library' }).click()
      await page.getByRole('link', { name: 'Import from another program' }).click()
      const table = 'Signal,Reg,Kind of number,Remarks\nVoltage,0,float,first\nCurrent,6,float,\n'
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'relay.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
      await page.getByLabel('Kind of number').selectOption('valueType')
      await page.getByRole('row', { name: /Voltage .*f32/ }).waitFor()
      await page.getByText('column "Remarks" is skipped').waitFor()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'relay' }).waitFor()
    })

    test('old readings are previewed, imported, and all removed again', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await page.goto(new URL('/settings/organization', page.url()).href)
      await page.getByRole('button', { name: 'Import readings' }).click()
      const dialog = page.getByRole('dialog')
      const table = 'time,Voltage of old\n2020-01-02T03:04:05Z,230.1\nnever,1\n'
      await dialog
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await dialog.getByText('Line 3: "never" is no time').waitFor()
      await dialog.getByText('Voltage of old').waitFor()
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export readings' }).click()
      assert.match((await saved).suggestedFilename(), /\.jsonl$/)
    })
  })
})
