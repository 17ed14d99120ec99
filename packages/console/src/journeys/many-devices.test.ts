import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf, paramIdOf } from '../testing/ids.ts'
import { need } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'

journey('many devices', ({ world, open, further }) => {
  test('devices are selected, and changed after a look at what would change', async (t) => {
    const page = await open(t)
    await signIn(page, world(), '/nets/devices')
    await page.getByLabel('Select Main meter').check()
    await page.getByLabel('Select Drying oven').check()
    await page.getByText('2 devices selected').waitFor()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Seconds from one reading to the next').fill('3')
    await dialog.getByRole('button', { name: 'Show what would change' }).click()
    await dialog.getByText('Period, s: 2').first().waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Change 2 devices' }).click()
    await page.getByText('2 devices were changed.').waitFor()
    const { deviceId } = await idsOf(world())
    assert.equal(need(await world().api.devices.get({ deviceId })).updatePeriodSec, 3)
    await page.getByText('2 devices selected').waitFor({ state: 'detached' })
  })

  test('a value is computed from others, and read like any other', async (t) => {
    const page = await open(t)
    const { netId } = await idsOf(world())
    const paramId = await paramIdOf(world(), 'Main meter', 'U1')
    await signIn(page, world(), `/computed/new?net=${netId}`)
    await page.getByLabel('Name of the device').fill('Totals')
    await page.getByLabel('Seconds from one value to the next').fill('1')
    await page.getByLabel('Name', { exact: true }).fill('Double voltage')
    await page.getByLabel('Formula').fill(`#${paramId} * 2 +`)
    await page.getByText(/cannot be read at character/).waitFor()
    await page.getByLabel('Formula').fill(`#${paramId} * 2`)
    await page.getByText('With the last values:').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Create 1 value' }).click()
    await page.getByRole('heading', { level: 1, name: 'Totals' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Double voltage' }).getByText(/\d{3}/).first().waitFor()
  })

  further(() => {
    test('many are added from a range and from a table; what is wrong is said by line', async (t) => {
      const page = await open(t)
      const { netId } = await idsOf(world())
      await signIn(page, world(), `/nets/${netId}/add`)
      await page.getByLabel('Name; # stands for the unit').fill('Spare #')
      await page.getByLabel('First unit').fill('100')
      await page.getByLabel('Last unit').fill('102')
      await page.getByText('3 devices would be created').first().waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Create 3 devices' }).click()
      await page.getByText('3 devices were created.').waitFor()
      await page.goto(`${world().url}/nets/${netId}/add?by=table`)
      await page.getByLabel('Table', { exact: true }).fill('name;unit;tags\nA;100;heat\nB;110;heat|north\n')
      await page.getByText('Line 2: a device of this network has the unit already').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Create 2 devices' }).isDisabled(), true)
      await page.getByLabel('Table', { exact: true }).fill('name;unit;tags\nB;110;heat|north\n')
      await page.getByRole('button', { name: 'Create 1 device' }).click()
      await page.getByText('1 device was created.').waitFor()
      await page.goto(`${world().url}/nets/devices?tag=north`)
      await page.getByRole('link', { name: 'B', exact: true }).waitFor()
      assert.equal(await page.getByRole('row').count(), 2)
    })

    test('tags, fields and a photo of a device are noted, and shown', async (t) => {
      const page = await open(t)
      const { deviceId } = await idsOf(world(), 'Drying oven')
      await signIn(page, world(), `/devices/${deviceId}/settings`)
      await page.getByLabel('Tags').fill('oven, hot')
      await page.getByLabel('Location').fill('Hall 2')
      await page.getByRole('button', { name: 'Add a field' }).click()
      await page.getByLabel('Name of the field').fill('Owner')
      await page.getByLabel('Value', { exact: true }).fill('Anna')
      const panel = page.getByRole('region', { name: 'On site' })
      await panel.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').first().waitFor()
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      await panel
        .getByLabel('Choose a photo')
        .setInputFiles({ name: 'oven.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
      await panel.getByRole('img', { name: 'Photo of Drying oven' }).waitFor()
      await assertAccessible(page)
      await page.goto(`${world().url}/devices/${deviceId}`)
      const shown = page.getByRole('region', { name: 'On site' })
      await shown.getByText('Hall 2').waitFor()
      await shown.getByText('Anna').waitFor()
      await shown.getByRole('img', { name: 'Photo of Drying oven' }).waitFor()
    })

    test('on a phone, in the dark, and in Ukrainian', async (t) => {
      const page = await open(t, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
      await signIn(page, world(), '/nets/devices')
      await page.getByLabel('Select Main meter').check()
      await page.getByText('1 device selected').waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Delete…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(/parameters, 0 alerts/).waitFor()
      assert.equal(await dialog.getByRole('button', { name: 'Delete…' }).isDisabled(), true)
      await assertAccessible(page)
    })
  })
})
