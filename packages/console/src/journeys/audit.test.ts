import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { furtherJourney } from '../testing/journey.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

furtherJourney('the audit log', ({ world, open, further }) => {
  test('lists changes by user, filtered by the address, with a valid chain; the object lists them too', async (t) => {
    const { api } = world()
    const { netId } = await idsOf(world())
    expectOk(await api.nets.change({ netId, name: 'Workshop 2' }))
    const page = await open(t)
    await signIn(page, world(), `/settings/audit?kind=net&object=${netId}`)
    await page.getByText(/^Verified to record \d/).waitFor()
    const log = page.getByRole('list', { name: 'Audit log' })
    await log.getByText('Name: Workshop → Workshop 2').waitFor()
    await assertAccessible(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const table = await readFile(await (await download).path(), 'utf8')
    assert.match(table, /Olena Owner,127\.0\.0\.1,net\.change,net/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await log.getByText('Network Workshop 2: created').first().waitFor()
    await page.getByRole('combobox', { name: 'Object type' }).selectOption('User')
    await page.getByText('No records').or(log).first().waitFor()
    assert.equal(new URL(page.url()).search, '?kind=user')

    await page.goto(`/nets/${netId}/settings`)
    const own = page.getByRole('list', { name: 'Change history' })
    await own.getByText('Name: Workshop → Workshop 2').waitFor()
    await page.getByRole('link', { name: 'All records' }).click()
    await log.getByText('Name: Workshop → Workshop 2').waitFor()
    expectOk(await api.nets.change({ netId, name: 'Workshop' }))
  })

  further(() => {
    test('days, people and unclear commands are chosen; devices and values have their history', async (t) => {
      const { deviceId, paramIds } = await idsOf(world())
      expectOk(await world().api.devices.change({ deviceId, description: 'By the door' }))
      const { api, orgId } = world()
      expectOk(await api.bulk.changeDevices({ orgId, deviceIds: [deviceId], changes: { updatePeriodSec: 7 } }))
      const page = await open(t)
      await signIn(page, world(), '/settings/audit')
      const log = page.getByRole('list', { name: 'Audit log' })
      await log
        .getByText(/: devices added$/)
        .first()
        .waitFor()
      await page.getByRole('combobox', { name: 'User' }).selectOption('Olena Owner')
      await log.getByText('Description: none → By the door').waitFor()
      await page.getByLabel('To', { exact: true }).fill('2020-01-01')
      await page.getByText('No records').waitFor()
      await page.goto('/settings/audit?unclear=true')
      await page.getByText('No records').waitFor()
      await page.goto(`/devices/${deviceId}/settings`)
      const own = page.getByRole('list', { name: 'Change history' })
      await own.getByText('Description: none → By the door').waitFor()
      await own.getByText(/several devices changed/).waitFor()
      await own.getByText(/→ 7$/).waitFor()
      await assertAccessible(page)
      const [paramId] = paramIds.values()
      await page.goto(`/params/${paramId}/settings`)
      await page.getByRole('heading', { name: 'Change history' }).waitFor()
    })

    test('on a phone, in the dark, in Ukrainian', async (t) => {
      const page = await open(t, { ...phone, colorScheme: 'dark', locale: 'uk-UA' })
      await signIn(page, world(), '/settings/audit')
      await page.getByText(/^Перевірено до запису/).waitFor()
      await page.getByRole('list', { name: 'Журнал змін' }).waitFor()
      await assertAccessible(page)
    })
  })
})
