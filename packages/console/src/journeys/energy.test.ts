import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@busbar/kit/testing'
import type { Page } from 'playwright-core'
import { assertAccessible, ownContext, signIn } from '../testing/browser.ts'
import { setServerClock } from '../testing/clocks.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

/** The power of a device, and what its readings are multiplied by to be kW. */
const powerOf = async ({ api, orgId }: World, name: string): Promise<{ paramId: number; multiplier: number }> => {
  const [net] = expectOk(await api.nets.list({ orgId }))
  const devices = expectOk(await api.nets.devices({ netId: net?.id ?? 0 }))
  const deviceId = devices.find((one) => one.name === name)?.id ?? 0
  const params = expectOk(await api.devices.trackedParams({ deviceId }))
  const power = params.find(({ unitName }) => unitName === 'W' || unitName === 'kW')
  return { paramId: power?.id ?? 0, multiplier: power?.unitName === 'W' ? 0.001 : 1 }
}

const machines = ['Office meter', 'Cooling pump']

/** A hall with two machines, by the power that they show. */
const makeTree = async (world: World): Promise<string> => {
  const { api, orgId } = world
  const { id: treeId } = expectOk(await api.trees.create({ orgId, name: 'Plant', timeZone: 'Europe/Kyiv' }))
  const { id: hall } = expectOk(await api.trees.createBranch({ treeId, name: 'Hall' }))
  for (const name of machines) {
    const { id: branchId } = expectOk(await api.trees.createBranch({ treeId, name, parentBranchId: hall }))
    expectOk(await api.trees.createSensor({ treeId, name, branchId, kind: 'power', ...(await powerOf(world, name)) }))
  }
  return treeId
}

const laterMs = 50 * 60_000

/**
 * Readings from before the first request of a tree count at once, later ones within a minute. A single reading is no
 * energy.
 */
const untilReadTwice = async (world: World): Promise<void> => {
  for (const name of machines) {
    const { paramId } = await powerOf(world, name)
    await until(async () => expectOk(await world.api.readings.get({ paramId })).length > 1)
  }
}

/** Figures are shown up to the last quarter-hour that is settled: what was read just now is settled 50 minutes later. The session still lasts. */
const lookLater = (page: Page): Promise<unknown> => setServerClock(page, laterMs)

journey('energy', ({ world, open, further }) => {
  test('a tree shows where energy went in a period, which its address holds', async (t) => {
    const page = await open(t, ownContext)
    await lookLater(page)
    await signIn(page, world())
    await untilReadTwice(world())
    const treeId = await makeTree(world())
    await page.getByRole('link', { name: 'Energy', exact: true }).click()
    await page.getByRole('link', { name: 'Plant' }).click()
    await page.getByRole('heading', { level: 1, name: 'Plant' }).waitFor()
    const row = page.getByRole('table', { name: 'Branches' }).getByRole('row', { name: /Cooling pump/ })
    assert.match((await row.textContent()) ?? '', /\d/)
    await page.getByRole('group', { name: 'Energy flow' }).getByText('Cooling pump').last().waitFor()
    await page.getByRole('button', { name: 'Day', exact: true }).click()
    await page.waitForURL(/p=day/)
    // Twice: an hour later may be tomorrow.
    for (const _ of [1, 2]) {
      const shown = page.url()
      await page.getByRole('button', { name: 'Earlier period' }).click()
      await page.waitForURL((url) => url.href !== shown)
    }
    await page.getByText('No data for this period.').waitFor()
    const earlier = page.url()
    await page.getByRole('button', { name: 'Previous year' }).click()
    await page.waitForURL(/vs=year/)
    await page.goBack()
    assert.equal(page.url(), earlier)
    await page.goto(`/energy/${treeId}?p=month`)
    await row.waitFor()
    await assertAccessible(page)
  })

  further(() => {
    test('a column that was read for part of its time announces that', async (t) => {
      const page = await open(t, ownContext)
      await lookLater(page)
      await untilReadTwice(world())
      const treeId = await makeTree(world())
      await signIn(page, world(), `/energy/${treeId}?p=year`)
      const columns = page.getByRole('group', { name: /^Energy over time/ })
      const announced = page.getByRole('status').getByText(/; Data for .* of the time/)
      await columns.waitFor()
      await columns.focus()
      for (let month = 0; month < 12 && (await announced.count()) === 0; month += 1)
        await page.keyboard.press('ArrowRight')
      assert.equal(await announced.count(), 1)
    })

    test('a budget is planned by month, shows the state of the month, and is muted', async (t) => {
      const page = await open(t)
      const treeId = await makeTree(world())
      await signIn(page, world(), `/energy/${treeId}/budgets`)
      await page.getByRole('button', { name: 'New budget' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Year 2026')
      await dialog.getByLabel('Branch', { exact: true }).selectOption('Hall / Cooling pump')
      await dialog.getByLabel('Jan').fill('120,5')
      await dialog.getByRole('button', { name: 'Same for all months' }).click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Year 2026' }) })
      await card.getByText(/budget 121/).waitFor()
      await card.getByRole('button', { name: 'Mute until next month' }).click()
      await card.getByText(/muted until/).waitFor()
      const [stored] = expectOk(await world().api.budgets.list({ treeId }))
      assert.deepEqual(stored?.months.slice(10), ['120.5', '120.5'])
      await assertAccessible(page)
    })

    test('a tree is built, and October is read with its day of 25 hours', async (t) => {
      const { api, orgId, cloud } = world()
      const [net] = expectOk(await api.nets.list({ orgId }))
      const devices = expectOk(await api.nets.devices({ netId: net?.id ?? 0 }))
      const deviceId = devices.find(({ name }) => name === 'Office meter')?.id ?? 0
      const params = expectOk(await api.devices.trackedParams({ deviceId }))
      const paramId = params.find(({ unitName }) => unitName === 'kWh')?.id ?? 0
      // A kWh each quarter of an hour, from before the first midnight of October in Kyiv to after the last.
      const [from, till] = [Date.UTC(2026, 8, 30, 21), Date.UTC(2026, 9, 31, 22)]
      const count = (till - from) / 900_000 + 2
      await cloud.loadHistory(orgId, paramId, {
        times: Float64Array.from({ length: count }, (_, at) => from + (at - 1) * 900_000 + 60_000),
        values: Float64Array.from({ length: count }, (_, at) => 1000 + at),
      })
      const page = await open(t)
      await signIn(page, world(), '/energy')
      await page.getByRole('button', { name: 'Create tree' }).first().click()
      await page.getByRole('dialog').getByLabel('Name').fill('October')
      await page.getByRole('dialog').getByLabel('Time zone').selectOption('Europe/Kyiv')
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await page.getByRole('button', { name: 'New branch' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Office')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('1 branches, 0 sensors').waitFor()
      const treeId = /energy\/([^/]+)/.exec(page.url())?.[1] ?? ''
      const [branch] = expectOk(await api.trees.get({ treeId })).branches
      expectOk(
        await api.trees.createSensor({
          treeId,
          name: 'Office meter',
          branchId: branch?.id ?? '',
          paramId,
          kind: 'energy',
          isMain: true,
        }),
      )
      await page.goto(`/energy/${treeId}?p=month&on=2026-10`)
      // 31 days with an hour more: 745 hours of four.
      await page
        .getByText(/2.?980/)
        .first()
        .waitFor()
      await page.getByText(/25 hours, clock change/).waitFor()
      const span = { from: new Date(Date.UTC(2026, 9, 24, 21)), till: new Date(Date.UTC(2026, 9, 25, 22)) }
      const { segments } = expectOk(
        await api.treeEnergy.branchHistory({ branchId: branch?.id ?? '', cadence: 'day', ...span }),
      )
      assert.deepEqual(
        segments.map(({ energy }) => energy),
        [100],
      )
      await assertAccessible(page)
    })

    test('a tree is put together with keys and pointer, and every change can be undone', async (t) => {
      const page = await open(t)
      const treeId = await makeTree(world())
      await signIn(page, world(), `/energy/${treeId}/edit`)
      const { api } = world()
      const parentOf = async (name: string): Promise<string | undefined> => {
        const { branches } = expectOk(await api.trees.get({ treeId }))
        const parentId = branches.find((one) => one.name === name)?.parentBranchId
        return branches.find(({ id }) => id === parentId)?.name
      }
      const move = (name: string) => page.getByRole('button', { name: `Move ${name}` }).first()
      // The branch is grabbed, moved down two branches and dropped by keyboard.
      await move('Office meter').press('Enter')
      await page.getByRole('status').getByText('Office meter picked up').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.getByRole('status').getByText('Office meter will be moved to Cooling pump').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Undo' }).and(page.locator(':enabled')).waitFor()
      assert.equal(await parentOf('Office meter'), 'Cooling pump')
      // A branch does not go below itself: with the pointer it springs back.
      const place = page.locator('[data-place]').filter({ hasText: 'Cooling pump' }).first()
      await move('Hall').hover()
      await page.mouse.down()
      await place.hover()
      await page.getByText('A branch cannot be moved below itself.').first().waitFor()
      await page.mouse.up()
      // The page shows it at once; the service has it when it has answered.
      const movedBack = page.waitForResponse(/\/move\//)
      await page.keyboard.press('Control+z')
      await movedBack
      await page.getByRole('button', { name: 'Undo' }).and(page.locator(':disabled')).waitFor()
      assert.equal(await parentOf('Office meter'), 'Hall')
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Cooling pump', exact: true }).first().click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).click()
      await page.getByText('2 branches, 1 sensors').waitFor()
      // Deleted elements are recreated one by one.
      const made = page.waitForResponse(/sensor\/create/)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('3 branches, 2 sensors').waitFor()
      await made
      const { sensors } = expectOk(await api.trees.get({ treeId }))
      assert.deepEqual(sensors.map(({ name }) => name).toSorted(), ['Cooling pump', 'Office meter'])
    })

    test('missing data is marked, and every view is accessible', async (t) => {
      const treeId = await makeTree(world())
      const looks = [{ colorScheme: 'dark' }, { viewport: { width: 390, height: 844 }, hasTouch: true }] as const
      for (const look of looks) {
        const page = await open(t, look)
        await lookLater(page)
        await signIn(page, world(), `/energy/${treeId}`)
        await page.getByRole('table', { name: 'Branches' }).waitFor()
        await assertAccessible(page)
        await page.goto(`/energy/${treeId}?p=year&on=2031`)
        await page.getByText('This period is in the future').waitFor()
      }
    })
  })
})
