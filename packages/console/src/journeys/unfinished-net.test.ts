import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import { addMember } from '../testing/member.ts'
import { simulatedGateway, waitForStep } from '../testing/new-net.ts'
import type { World } from '../testing/world.ts'

/** A network as it is after the first step, when the tab is closed. */
const leaveNet = async (world: World): Promise<number> => {
  const { host: ip, port } = simulatedGateway(world)
  const connection = { kind: 'direct' as const, ip, port }
  const made = expectOk(await world.api.nets.create({ orgId: world.orgId, name: 'Annexe', connection }))
  assert.ok(made.result === 'success')
  return made.id
}

journey(
  'a network without devices',
  ({ world, open }) => {
    let netId = 0

    test('the overview shows it, and a viewer cannot do anything about it', async (t) => {
      netId = await leaveNet(world())
      const page = await open(t)
      await signIn(page, { owner: await addMember(world(), 'viewer') })
      await page.getByText('Annexe has no devices yet.').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Add devices' }).count(), 0)
    })

    test('the way on with it leads through the overview to first values', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await page.getByText('Annexe has no devices yet.').waitFor()
      await assertAccessible(page)
      await page.getByRole('link', { name: 'Add devices' }).click()
      await page.getByRole('heading', { level: 1, name: 'Add devices to Annexe' }).waitFor()
      await waitForStep(page, 'Devices')
      await page.getByLabel('Last unit ID').fill('2')
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await page.getByText('2 of 2 unit IDs scanned').waitFor()
      await assertAccessible(page)
      // Cancelling does not delete an existing network.
      await page.getByRole('button', { name: 'Cancel adding' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel adding' }).click()
      await page.getByRole('heading', { level: 1, name: 'Add a network' }).waitFor()
      assert.equal(expectOk(await world().api.nets.get({ netId })).name, 'Annexe')
      await page.getByText('Networks without devices').waitFor()
      await assertAccessible(page)
      await page.getByRole('link', { name: 'Continue with Annexe' }).click()
      await waitForStep(page, 'Devices')
      await page.getByRole('button', { name: 'Back' }).click()
      await page.getByText('This network exists.').waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Check connection' }).click()
      await waitForStep(page, 'Devices')
      await page.getByLabel('Last unit ID').fill('1')
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await page.getByRole('checkbox', { name: 'Unit 1' }).waitFor()
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await waitForStep(page, 'Templates')
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await waitForStep(page, 'Preview')
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await waitForStep(page, 'Create')
      await page.getByRole('button', { name: /^Create 1/ }).click()
      await waitForStep(page, 'First values')
      assert.equal(expectOk(await world().api.nets.devices({ netId })).length, 1)
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByText('7 of 7', { exact: true }).waitFor()
      assert.equal(await page.getByText('Annexe has no devices yet.').count(), 0)
    })

    test('a network with devices gets more, and existing ones are skipped', async (t) => {
      const page = await open(t, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })
      await signIn(page, world(), `/nets/${netId}`)
      await page.getByRole('link', { name: 'Add devices' }).click()
      await waitForStep(page, 'Devices')
      await page.getByLabel('Last unit ID').fill('2')
      await page.getByRole('button', { name: 'Scan', exact: true }).click()
      await page.getByText('1 unit ID is already a device of this network and is skipped.').waitFor()
      await page.getByRole('checkbox', { name: 'Unit 2' }).waitFor()
      assert.equal(await page.getByRole('checkbox', { name: 'Unit 1' }).count(), 0)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      await assertAccessible(page)
    })
  },
  { isFurther: true },
)
