import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

type Widget = Parameters<World['api']['boards']['save']>[0]['widgets'][number]

const text = { kind: 'text', settings: { text: 'Keys' } } as const

const makeBoard = async (
  { api, orgId }: World,
  widgets: readonly Pick<Widget, 'kind' | 'settings'>[],
): Promise<number> => {
  const { id } = expectOk(await api.dashboards.create({ orgId, name: 'Board' }))
  const place = { column: 1, row: 1, width: 3, height: 4 }
  const placed = widgets.map((one, i) => ({ ...one, id: `w${i}`, title: '', order: i + 1, place })) as Widget[]
  expectOk(await api.boards.save({ dashboardId: id, version: 1, widgets: placed }))
  return id
}

journey(
  'dashboards in trouble',
  ({ world, open }) => {
    test('a draft with its undo steps survives a window that is too narrow for the editor', async (t) => {
      const page = await open(t, { viewport: { width: 1400, height: 900 } })
      const id = await makeBoard(world(), [text])
      await signIn(page, world(), `/dashboards/${id}?edit=true`)
      await page.locator('[data-handle=w0]').focus()
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByText('draft, visible only to you').waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByText(/^This window is too narrow for editing\./).waitFor()
      await page.getByText('draft, visible only to you').waitFor()
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
        true,
      )
      await assertAccessible(page)
      await page.setViewportSize({ width: 1400, height: 900 })
      await page.locator('[data-handle=w0]').waitFor()
      assert.equal(await page.getByText(/^You have an unpublished draft/).count(), 0)
      await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click()
      await page.getByRole('button', { name: 'Redo (Ctrl+Shift+Z)' }).click()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('The dashboard was published.').waitFor()
      const { widgets } = expectOk(await world().api.boards.get({ dashboardId: id }))
      assert.equal(widgets[0]?.place.height, 5)
    })

    test('a toast stays while the pointer or the focus is on it', async (t) => {
      const page = await open(t, { viewport: { width: 1400, height: 900 } })
      const id = await makeBoard(world(), [text])
      await page.clock.install()
      await signIn(page, world(), `/dashboards/${id}?edit=true`)
      await page.locator('[data-handle=w0]').focus()
      await page.keyboard.press('Shift+ArrowDown')
      await page.getByRole('button', { name: 'Publish' }).click()
      const message = page.getByText('The dashboard was published.')
      await message.hover()
      await page.clock.runFor(60_000)
      assert.equal(await message.count(), 1, 'under the pointer')
      await page.getByRole('region', { name: 'Messages' }).getByRole('button').focus()
      await page.mouse.move(700, 10)
      await page.clock.runFor(60_000)
      assert.equal(await message.count(), 1, 'with the focus')
      await page.getByRole('button', { name: 'Edit' }).focus()
      await page.clock.runFor(10_000)
      assert.equal(await message.count(), 0)
    })

    test('a control whose parameter cannot be loaded shows why, and loads it on request', async (t) => {
      const { deviceId } = await idsOf(world(), 'Office meter')
      const params = expectOk(await world().api.devices.params({ deviceId }))
      const paramId = params.find(({ isTracked, isProgrammable }) => isTracked && isProgrammable)?.id ?? 0
      const id = await makeBoard(world(), [{ kind: 'switch', settings: { value: { paramId }, on: '1', off: '0' } }])
      const page = await open(t)
      await signIn(page, world(), `/dashboards/${id}`)
      const path = /\/device\/\d+\/params\//
      await page.route(path, (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('button', { name: 'Off', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('alert').waitFor()
      await assertAccessible(page)
      await page.unroute(path)
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await dialog.getByRole('button', { name: 'Set to Off' }).waitFor()
    })
  },
  { isFurther: true },
)
