import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import { addMember } from '../testing/member.ts'

const at = async (page: Page, path: string, name: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

journey(
  'deleting',
  ({ world, open }) => {
    test('deleting a device asks first, listing the consequences, and its page no longer exists', async (t) => {
      const { api } = world()
      const { netId, deviceId } = await idsOf(world(), 'Yard lights')
      const params = expectOk(await api.devices.params({ deviceId })).length
      const page = await open(t)
      await signIn(page, world(), `/devices/${deviceId}/settings`)
      await page.getByRole('heading', { level: 1, name: 'Yard lights' }).waitFor()
      // Unsaved input that is lost with the device needs no confirmation.
      await page.getByLabel('Name', { exact: true }).fill('Street lights')
      await page.getByRole('button', { name: 'Delete device' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Yard lights?' })
      await dialog.getByText(`${params} parameter`).waitFor()
      await dialog.getByText('all stored readings').waitFor()
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(expectOk(await api.devices.get({ deviceId })).name, 'Yard lights')
      await page.getByRole('button', { name: 'Delete device' }).click()
      assert.equal(await dialog.getByRole('button', { name: 'Delete device' }).isDisabled(), true)
      await dialog.getByLabel(/type the name/).fill('Yard lights')
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/nets/${netId}`)
      await page.getByText('The device Yard lights was deleted.').waitFor()
      const devices = page.getByRole('table', { name: 'Devices' })
      await devices.getByRole('link', { name: 'Main meter' }).waitFor()
      assert.equal(await devices.getByRole('link', { name: 'Yard lights' }).count(), 0)
      const left = expectOk(await api.nets.devices({ netId })).map(({ name }) => name)
      assert.equal(left.includes('Yard lights'), false)
      await page.goBack()
      await page.getByText('This object does not exist, or you have no access to it.').first().waitFor()
    })

    test('is not offered to who may not', async (t) => {
      const { netId, deviceId } = await idsOf(world(), 'Main meter')
      const page = await open(t)
      await signIn(page, { owner: await addMember(world(), 'operator') }, `/nets/${netId}`)
      await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
      await page.getByRole('button', { name: 'Reconnect' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Delete network' }).count(), 0)
      assert.equal(await page.getByRole('link', { name: 'Add devices' }).count(), 0)
      await at(page, `/devices/${deviceId}`, 'Main meter')
      await page.getByRole('link', { name: 'Voltage L1' }).first().waitFor()
      assert.equal(await page.getByRole('main').getByRole('link', { name: 'Settings' }).count(), 0)
      await at(page, `/devices/${deviceId}/settings`, 'Main meter')
      await page.getByText('Read-only').waitFor()
      await assertAccessible(page)
      assert.equal(await page.getByRole('button', { name: 'Delete device' }).count(), 0)
    })

    test('a network that cannot be deleted shows why and stays', async (t) => {
      const { netId } = await idsOf(world())
      const page = await open(t)
      await signIn(page, world(), `/nets/${netId}/settings`)
      await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
      await page.getByRole('button', { name: 'Delete network' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/type the name/).fill('Workshop')
      await page.route('**/delete/', (route) => route.abort())
      await dialog.getByRole('button', { name: 'Delete network' }).click()
      await dialog.getByText('The service cannot be reached.').waitFor()
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
    })

    test('a network goes only when its name is typed', async (t) => {
      const { netId } = await idsOf(world())
      const page = await open(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
      await signIn(page, world(), `/nets/${netId}/settings`)
      await page.getByRole('heading', { level: 1, name: 'Workshop' }).waitFor()
      await page.getByRole('button', { name: 'Delete network' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Workshop?' })
      await dialog.getByText('5 devices').waitFor()
      await dialog.getByText(/\d+ parameters/).waitFor()
      const confirm = dialog.getByRole('button', { name: 'Delete network' })
      assert.equal(await confirm.isDisabled(), true)
      await dialog.getByLabel(/type the name/).fill('workshop')
      assert.equal(await confirm.isDisabled(), true)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      await assertAccessible(page)
      await dialog.getByLabel(/type the name/).fill('Workshop')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/overview')
      await page.getByText('The network Workshop was deleted.').waitFor()
      await page.getByText('No networks yet').waitFor()
      assert.deepEqual(expectOk(await world().api.nets.list({ orgId: world().orgId })), [])
    })
  },
  { isFurther: true },
)
