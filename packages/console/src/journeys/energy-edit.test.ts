import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

/** A tree with the counter of the main meter. */
const makeTree = async (world: World): Promise<{ treeId: string; paramId: number }> => {
  const { api, orgId } = world
  const { deviceId } = await idsOf(world)
  const params = expectOk(await api.devices.trackedParams({ deviceId }))
  const paramId = params.find(({ unitName }) => unitName === 'kWh')?.id ?? 0
  const { id: treeId } = expectOk(await api.trees.create({ orgId, name: 'Plant', timeZone: 'Europe/Kyiv' }))
  const { id: branchId } = expectOk(await api.trees.createBranch({ treeId, name: 'Hall' }))
  expectOk(await api.trees.createSensor({ treeId, name: 'Counter', branchId, paramId, kind: 'energy' }))
  return { treeId, paramId }
}

journey(
  'what energy costs, and what happened to its meters',
  ({ world, open }) => {
    test('a tariff of two zones and two versions is stored as it was typed, and taken away', async (t) => {
      const { api } = world()
      const { treeId } = await makeTree(world())
      const page = await open(t)
      await signIn(page, world(), `/energy/${treeId}/tariff`)
      const price = page.getByLabel(/^Price \(/)
      const save = page.getByRole('button', { name: 'Save' })
      await page.getByLabel('Currency').fill('eu')
      await page.getByText('The currency must be a three-letter code, for example EUR.').waitFor()
      assert.equal(await save.isDisabled(), true)
      await page.getByLabel('Currency').fill('eur')
      await page.getByLabel('Start date').fill('2026-01-01')
      await price.fill('0,32')
      await page.getByRole('button', { name: 'Add rate' }).click()
      await price.first().fill('0.19')
      await page.getByLabel('From', { exact: true }).selectOption('22:00')
      await page.getByLabel('To', { exact: true }).selectOption('06:00')
      await assertAccessible(page)
      await save.click()
      await page.getByText('The tariff was saved.').waitFor()
      await page.getByRole('button', { name: 'Add price version' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.reload()
      await page.getByRole('heading', { name: 'From 2026-01-01' }).waitFor()
      const { tariff } = expectOk(await api.tariffs.get({ treeId }))
      assert.equal(tariff?.currency, 'EUR')
      assert.equal(tariff.versions.length, 2)
      assert.deepEqual(
        tariff.versions[0]?.zones.map((zone) => [zone.price, zone.hours.map(({ from, till }) => `${from} ${till}`)]),
        [
          ['0.19', ['22:00 06:00']],
          ['0.32', []],
        ],
      )
      await page.getByRole('button', { name: 'Delete tariff' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete tariff' }).click()
      // The dialog closes before the service has answered.
      await page.getByRole('button', { name: 'Delete tariff' }).waitFor({ state: 'detached' })
      assert.equal(expectOk(await api.tariffs.get({ treeId })).tariff, null)
    })

    test('a meter replacement is entered with both readings and a reason, and reverted', async (t) => {
      const { api } = world()
      const { treeId, paramId } = await makeTree(world())
      const page = await open(t)
      await signIn(page, world(), `/energy/${treeId}/edit`)
      await page.getByRole('button', { name: 'Counter', exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('No meter replacements recorded.').waitFor()
      const tell = dialog.getByRole('button', { name: 'Record meter replacement' })
      await tell.click()
      await dialog.getByLabel('Replaced on').fill('2026-01-02T03:04')
      await dialog.getByLabel('Last value of the old meter').fill('98765,4')
      await dialog.getByLabel('First value of the new meter').fill('0')
      await assertAccessible(page)
      await tell.click()
      assert.equal(expectOk(await api.counters.get({ paramId })).exchanges.length, 0, 'the reason is missing')
      await dialog.locator('input[name=reason]').fill('Worn out')
      await tell.click()
      await dialog.getByText('Worn out').waitFor()
      const { exchanges } = expectOk(await api.counters.get({ paramId }))
      assert.deepEqual(
        exchanges.map(({ endValue, startValue, reason }) => [endValue, startValue, reason]),
        [['98765.4', '0', 'Worn out']],
      )
      await dialog.getByRole('button', { name: 'Undo' }).click()
      await dialog.getByText('No meter replacements recorded.').waitFor()
    })
  },
  { isFurther: true },
)
