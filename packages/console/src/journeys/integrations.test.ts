import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { journey } from '../testing/journey.ts'

journey('integrations', ({ world, open }) => {
  test('a broker is connected, says why it is not, is switched off and deleted', async (t) => {
    const page = await open(t)
    await signIn(page, world(), '/settings/integrations')
    await page.getByText('No broker yet').waitFor()
    await page.getByRole('link', { name: 'busbar.py' }).waitFor()
    await page.getByRole('button', { name: 'Connect a broker' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a broker' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Home')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('mqtt://192.168.77.7')
    await dialog.getByRole('checkbox', { name: 'Tell Home Assistant of the devices' }).check()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'mqtt://192.168.77.7' })
    await row.getByText(/^Not connected: address not allowed/).waitFor()
    await row.getByText('Home Assistant finds the devices by itself').waitFor()
    await assertAccessible(page)
    await row.getByRole('button', { name: 'Edit Home' }).click()
    const edit = page.getByRole('dialog', { name: 'Home' })
    await edit.getByRole('checkbox', { name: 'Switched on' }).uncheck()
    await edit.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Switched off').waitFor()
    await row.getByRole('button', { name: 'Delete Home' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No broker yet').waitFor()
  })
})
