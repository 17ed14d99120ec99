import assert from 'node:assert/strict'
import { test } from 'node:test'
import { controllerPassword, type PlantDescription } from '@busbar/simulator'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { journey } from '../testing/journey.ts'

const station: PlantDescription = {
  name: 'station',
  seed: 'station',
  sites: [
    {
      id: 'station',
      name: 'Station',
      envelope: 'tcp',
      devices: [
        { unit: 1, sku: 'controller', name: 'Controller' },
        { unit: 2, sku: 'em130', name: 'Lights' },
      ],
    },
  ],
}

journey(
  'a controller and a time relay',
  ({ world, open }) => {
    test('settings open to the password alone; events of the relay are listed', async (t) => {
      const page: Page = await open(t)
      const { netId } = await idsOf(world(), 'Controller')
      await signIn(page, world(), `/nets/${netId}/registers`)
      const panel = page.getByRole('region', { name: 'Controller and time relay' })
      const read = panel.getByRole('button', { name: 'Read', exact: true })
      const speed = panel.getByLabel('Baud rate')
      const write = async (): Promise<void> => {
        await panel.getByRole('button', { name: 'Write settings' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByText(/It can no longer be reached if the bus/).waitFor()
        await dialog.getByRole('button', { name: 'Write settings' }).click()
      }
      await read.first().click()
      await speed.waitFor()
      assert.equal(await speed.inputValue(), '9600')
      await assertAccessible(page)
      await speed.fill('19200')
      await write()
      await panel.getByText(/illegal|refuse/i).waitFor()

      await panel.getByLabel('Password', { exact: true }).fill(controllerPassword)
      await panel.getByRole('button', { name: 'Send', exact: true }).click()
      await panel.getByText('The device responded.').waitFor()
      assert.equal(await panel.getByLabel('Password', { exact: true }).inputValue(), '')
      await write()
      await panel.getByText('The device responded.').nth(1).waitFor()
      await read.first().click()
      await panel.locator('input[value="19200"]').waitFor()

      await panel.getByLabel('Unit ID').first().fill('2')
      await read.nth(1).click()
      await panel
        .getByText(/^Type \d+: on/)
        .first()
        .or(panel.getByText('No events configured.'))
        .waitFor()
      await assertAccessible(page)
    })
  },
  { isFurther: true, plant: station },
)
