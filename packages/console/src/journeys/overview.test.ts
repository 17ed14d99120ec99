import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf, paramIdOf } from '../testing/ids.ts'
import { need } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'

journey('the overview', ({ world, open, further }) => {
  test('shows networks and devices, and becomes live', async (t) => {
    const page = await open(t)
    await signIn(page, world())
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Workshop' }).waitFor()
    await page.getByRole('table', { name: 'Devices' }).getByRole('link', { name: 'Cooling pump' }).waitFor()
    await page.getByText('1 of 1 connected').waitFor()
    await page.getByText('6 of 6 are read').waitFor()
    await assertAccessible(page)
  })

  test('a device that falls silent comes first without a reload, and goes back when it answers', async (t) => {
    const page = await open(t)
    await signIn(page, world())
    await page.getByText('6 of 6 are read').waitFor()
    world().plant.faults.set('workshop/4', 'dead')
    t.after(() => world().plant.faults.clear('workshop/4'))
    await page.getByText('1 in trouble').waitFor()
    const first = page.getByRole('table', { name: 'Devices' }).getByRole('row').nth(1)
    await first.getByText('Cooling pump').waitFor()
    await page.getByLabel('Show').selectOption('In trouble')
    await page.getByText('Main meter').waitFor({ state: 'detached' })
    world().plant.faults.clear('workshop/4')
    await page.getByText('No device is like that.').waitFor()
  })

  further(() => {
    test('an alert appears when it begins, and is confirmed here', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await page.getByText('No alert is active.').waitFor()
      const { api, orgId } = world()
      const paramId = await paramIdOf(world(), 'Main meter', 'U1')
      const conditions = [{ paramId, kind: 'g' as const, value: -1_000_000 }]
      const alert = { name: 'Always there', conditionLogic: 'any' as const, logAs: 'failure' as const, conditions }
      const made = need(await api.alerts.create({ orgId, ...alert, actions: [], followUps: [] }))
      t.after(async () => made.result === 'success' && need(await api.alerts.delete({ alertId: made.id })))
      await page.getByRole('link', { name: 'Always there' }).waitFor()
      await page.getByText('1, 1 not confirmed').waitFor()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('Confirmed', { exact: true }).waitFor()
      await page.getByText('1, 0 not confirmed').waitFor()
    })

    test('devices are found by name, and lead to their page', async (t) => {
      const page = await open(t)
      await signIn(page, world())
      await page.getByLabel('Find a device').fill('yard work')
      await page.getByText('Main meter').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Yard lights' }).click()
      await page.waitForURL('**/devices/*')
      await page.getByRole('heading', { level: 1, name: 'Yard lights' }).waitFor()
    })

    for (const [theme, background] of [
      ['light', 'rgb(242, 244, 244)'],
      ['dark', 'rgb(13, 17, 19)'],
    ] as const) {
      test(`all pages are accessible, ${theme}`, async (t) => {
        const page = await open(t, { colorScheme: theme })
        await signIn(page, world())
        await page.waitForFunction(
          (wanted) => getComputedStyle(document.documentElement).backgroundColor === wanted,
          background,
        )
        await page.getByRole('table', { name: 'Devices' }).getByRole('link').first().waitFor()
        await assertAccessible(page)
        const { netId, deviceId, paramIds } = await idsOf(world())
        const ofDevice = [`/nets/${netId}`, `/devices/${deviceId}`, `/params/${paramIds.get('U1')}`]
        for (const path of ['/nets', '/nets/new', ...ofDevice, '/alerts', '/dashboards', '/nowhere']) {
          await page.goto(path)
          await page.locator('main h1').first().waitFor()
          await page.getByText('Loading').first().waitFor({ state: 'detached' })
          await assertAccessible(page)
        }
      })
    }
  })
})
