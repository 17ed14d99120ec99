import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, dismissToasts, signIn } from '../testing/browser.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

type Boards = World['api']['boards']
type Widget = Parameters<Boards['save']>[0]['widgets'][number]

/** The first parameter of a device that fits. */
const paramOf = async (
  { api, orgId }: World,
  device: string,
  fits: (param: { name: unknown; isProgrammable: boolean; unitName?: string | undefined }) => boolean,
): Promise<{ paramId: number; deviceId: number; netId: number }> => {
  for (const net of expectOk(await api.nets.list({ orgId }))) {
    for (const one of expectOk(await api.nets.devices({ netId: net.id }))) {
      if (one.name !== device) continue
      const found = expectOk(await api.devices.params({ deviceId: one.id })).find((row) => row.isTracked && fits(row))
      if (found !== undefined) return { paramId: found.id, deviceId: one.id, netId: net.id }
    }
  }
  throw new Error(`no such parameter of ${device}`)
}

/** A board of its own, with these widgets in rows of four; `widget(kind, settings)` makes them. */
const makeBoard = async (
  { api, orgId }: World,
  name: string,
  widgets: readonly Pick<Widget, 'kind' | 'settings'>[],
  templateId?: number,
): Promise<number> => {
  const { id } = expectOk(await api.dashboards.create({ orgId, name }))
  const placed = widgets.map((one, i) => ({
    ...one,
    id: `w${i}`,
    title: '',
    order: i + 1,
    place: { column: 1 + (i % 4) * 3, row: 1 + Math.floor(i / 4) * 4, width: 3, height: 4 },
  })) as Widget[]
  const variable = templateId === undefined ? {} : { variable: { kind: 'device' as const, templateId } }
  assert.equal(
    expectOk(await api.boards.save({ dashboardId: id, version: 1, widgets: placed, ...variable })).result,
    'saved',
  )
  return id
}

const number = (value: { paramId: number } | { key: string }): Pick<Widget, 'kind' | 'settings'> => ({
  kind: 'number',
  settings: { value, hasTrend: true, limits: [] },
})

const widgets = (page: Page): Locator => page.getByRole('list', { name: 'Widgets' }).locator('[data-widget]')
const placesOf = async ({ api }: World, dashboardId: number): Promise<Record<string, string>> =>
  Object.fromEntries(
    expectOk(await api.boards.get({ dashboardId })).widgets.map(({ id, place: { column, row, width, height } }) => [
      id,
      `${column},${row} ${width}x${height}`,
    ]),
  )
const publish = async (page: Page): Promise<void> => {
  await dismissToasts(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('The dashboard was published.').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
}

/** Four values of the main meter. */
const fourOf = async (world: World): Promise<number> => {
  const { deviceId } = await paramOf(world, 'Main meter', () => true)
  const params = expectOk(await world.api.devices.params({ deviceId })).filter(({ isTracked }) => isTracked)
  return makeBoard(
    world,
    'Four',
    params.slice(0, 4).map(({ id }) => number({ paramId: id })),
  )
}

const drag = async (page: Page, from: Locator, right: number, down: number): Promise<void> => {
  const box = await from.boundingBox()
  assert.ok(box !== null)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right, y + down, { steps: 6 })
  await page.mouse.up()
}

const silent = { id: 'workshop/5', name: 'Lathe protection' } as const
const isVolts = ({ unitName }: { unitName?: string | undefined }): boolean => unitName === 'V'

journey('dashboards', ({ world, open, further }) => {
  test('a value is put on the grid, published, kept live, and taken away again', async (t) => {
    const page = await open(t)
    await signIn(page, world())
    await page.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByText('This dashboard is empty').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('group', { name: 'Add widget' }).getByRole('button', { name: 'Number' }).click()
    await page.getByRole('combobox', { name: 'Value' }).fill('main meter voltage')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await widgets(page).getByText('V', { exact: true }).waitFor()
    await assertAccessible(page)
    await publish(page)
    const value = page.locator('[data-value]')
    await page.waitForFunction(() => /\d\u00a0V$/.test(document.querySelector('[data-value]')?.textContent ?? ''))
    const first = await value.textContent()
    await page.waitForFunction((old) => document.querySelector('[data-value]')?.textContent !== old, first)
    await page.getByRole('img', { name: /last 24 hours/ }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.locator('[data-handle]').focus()
    await page.keyboard.press('Delete')
    await page.getByText(/ removed\.$/).waitFor({ state: 'attached' })
    await publish(page)
    await page.getByText('This dashboard is empty').waitFor()
    // Its silence grows old while other tests go on.
    world().plant.faults.set(silent.id, 'dead')
  })

  further(() => {
    test('a widget is dragged, resized, restored by undo, and published at its position', async (t) => {
      const page = await open(t, { viewport: { width: 1400, height: 900 } })
      const id = await fourOf(world())
      await signIn(page, world(), `/dashboards/${id}?edit=true`)
      await widgets(page).nth(3).waitFor()
      const width = ((await page.getByRole('list', { name: 'Widgets' }).boundingBox())?.width ?? 0) / 12
      await drag(page, page.locator('[data-handle=w0]'), width * 3, 0)
      await drag(page, page.locator('[data-size=w3]'), 0, 112)
      await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click()
      await page.getByRole('button', { name: 'Redo (Ctrl+Shift+Z)' }).click()
      await page.getByText('draft, visible only to you').waitFor()
      assert.equal((await placesOf(world(), id))['w0'], '1,1 3x4', 'nobody else sees the draft')
      await publish(page)
      assert.deepEqual(await placesOf(world(), id), { w0: '4,1 3x4', w1: '4,5 3x4', w2: '7,1 3x4', w3: '10,1 3x6' })
    })

    test('a draft is offered again after a reload, and is gone when it is discarded or published', async (t) => {
      const page = await open(t, { viewport: { width: 1400, height: 900 } })
      const id = await fourOf(world())
      await signIn(page, world(), `/dashboards/${id}?edit=true`)
      page.on('dialog', (dialog) => void dialog.accept())
      const grow = async (): Promise<void> => {
        await page.locator('[data-handle=w3]').focus()
        await page.keyboard.press('Shift+ArrowDown')
        await page.getByText('draft, visible only to you').waitFor()
      }
      await grow()
      await page.reload()
      await page.getByText(/^You have an unpublished draft from /).waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Restore draft' }).click()
      await page.getByText('draft, visible only to you').waitFor()
      await publish(page)
      assert.equal((await placesOf(world(), id))['w3'], '10,1 3x5')
      await page.getByRole('button', { name: 'Edit' }).click()
      await grow()
      await page.reload()
      await page.getByRole('button', { name: 'Discard draft' }).click()
      await page.reload()
      await page.locator('[data-handle=w3]').waitFor()
      assert.equal(await page.getByText(/^You have an unpublished draft/).count(), 0)
    })

    test('a widget is moved and resized by keyboard with announcements; leaving asks before losing it', async (t) => {
      const page = await open(t, { viewport: { width: 1400, height: 900 } })
      const id = await fourOf(world())
      await signIn(page, world(), `/dashboards/${id}?edit=true`)
      await page.locator('[data-handle=w3]').focus()
      const untilStatus = (text: RegExp): Promise<void> =>
        page.getByRole('status').getByText(text).waitFor({ state: 'attached' })
      await page.keyboard.press('Shift+ArrowDown')
      await untilStatus(/column 10, row 1, 3 wide, 5 high/)
      await page.keyboard.press('ArrowLeft')
      await untilStatus(/column 9, row 1, 3 wide, 5 high/)
      await page.keyboard.press('Control+z')
      await page.getByRole('link', { name: 'Overview' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
      await publish(page)
      assert.equal((await placesOf(world(), id))['w3'], '10,1 3x5')
    })

    test('all kinds of widgets show their content in light and dark mode and on a phone', async (t) => {
      const { api, orgId } = world()
      const { paramId, deviceId, netId } = await paramOf(world(), 'Main meter', isVolts)
      const energy = await paramOf(world(), 'Main meter', ({ unitName }) => unitName === 'kWh')
      const relay = await paramOf(world(), 'Office meter', ({ isProgrammable }) => isProgrammable)
      const source = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><text id="u" y="12">?</text></svg>'
      const vis = expectOk(
        await api.visualizations.create({ orgId, name: 'Mains', source, bindings: [{ code: 'u', param: paramId }] }),
      )
      const value = { paramId }
      const limits = [{ from: 100, level: 'warning' as const }]
      const states = [{ value: '1', tone: 'on' as const }]
      const id = await makeBoard(world(), 'All types', [
        { kind: 'number', settings: { value, hasTrend: true, limits } },
        { kind: 'chart', settings: { values: [{ value, axis: 'left' }] } },
        { kind: 'gauge', settings: { value, least: 0, greatest: 300, limits: [] } },
        { kind: 'bars', settings: { value: { paramId: energy.paramId }, of: 'counter', per: 'hour', count: 6 } },
        { kind: 'timeline', settings: { source: { kind: 'availability', device: { deviceId } }, days: 1 } },
        {
          kind: 'timeline',
          settings: { source: { kind: 'states', value: { paramId: relay.paramId }, states }, days: 1 },
        },
        { kind: 'table', settings: { values: [value, { paramId: energy.paramId }] } },
        { kind: 'alarms', settings: { scope: { kind: 'net', netId }, hasQuiet: true } },
        { kind: 'text', settings: { text: '# Shift\n- **Jan** has keys' } },
        { kind: 'switch', settings: { value: { paramId: relay.paramId }, on: '1', off: '0' } },
        { kind: 'setpoint', settings: { value: { paramId: relay.paramId } } },
        { kind: 'picture', settings: { visId: vis.id } },
      ])
      for (const options of [
        {},
        { colorScheme: 'dark' as const },
        { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      ]) {
        const page = await open(t, options)
        await signIn(page, world(), `/dashboards/${id}?span=hour`)
        await page.getByText(/^above 100/).waitFor()
        await page.getByRole('group', { name: 'History' }).waitFor()
        await page.getByText(/Scale from 0 to 300/).waitFor({ state: 'attached' })
        await page.getByRole('img', { name: /6 intervals/ }).waitFor()
        await page.getByText('successful reads').waitFor()
        await page.getByText('uptime').waitFor()
        await page.getByRole('rowheader').nth(1).waitFor()
        await page.getByText('No active alerts').waitFor()
        await page.getByRole('heading', { name: 'Shift', exact: true }).waitFor()
        await page.getByRole('button', { name: 'Set…' }).waitFor()
        await page
          .locator('svg[aria-label=Mains]')
          .getByText(/^2\d\d/)
          .waitFor()
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
          true,
        )
        await assertAccessible(page)
      }
    })

    test("a switch asks for confirmation and shows the device's response", async (t) => {
      const { paramId } = await paramOf(world(), 'Office meter', ({ isProgrammable }) => isProgrammable)
      const id = await makeBoard(world(), 'Relay', [
        { kind: 'switch', settings: { value: { paramId }, on: '1', off: '0' } },
      ])
      const page = await open(t)
      await signIn(page, world(), `/dashboards/${id}`)
      await page.getByRole('button', { name: 'Off', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Set to Off' }).click()
      await page
        .getByRole('dialog')
        .getByText(/Done|reads back|Off/)
        .first()
        .waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
      await page.waitForFunction(() => document.querySelector('[data-value]')?.textContent === 'Off')
      await page.getByRole('button', { name: 'Off', exact: true, pressed: true }).waitFor()
    })

    test('a user who publishes second is informed and loses nothing', async (t) => {
      const { api } = world()
      const id = await fourOf(world())
      const page = await open(t, { viewport: { width: 1400, height: 900 } })
      await signIn(page, world(), `/dashboards/${id}?edit=true`)
      await page.locator('[data-handle=w3]').focus()
      await page.keyboard.press('Delete')
      const { version, widgets: before } = expectOk(await api.boards.get({ dashboardId: id }))
      expectOk(await api.boards.save({ dashboardId: id, version, name: 'Theirs', widgets: before.slice(0, 1) }))
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText(/has saved this dashboard since you started editing/).waitFor()
      assert.equal(await widgets(page).count(), 3, 'the draft is there')
      assert.equal(expectOk(await api.boards.get({ dashboardId: id })).widgets.length, 1)
      await page.getByRole('button', { name: 'Overwrite with my draft' }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
      assert.equal(expectOk(await api.boards.get({ dashboardId: id })).widgets.length, 3)
    })

    test('a dashboard with a variable device shows the one in the address, and reports missing parameters', async (t) => {
      const { api } = world()
      const { deviceId } = await paramOf(world(), 'Main meter', isVolts)
      const { initializedFromTemplate: templateId = 0 } = expectOk(await api.devices.get({ deviceId }))
      const params = expectOk(await api.devices.params({ deviceId }))
      const volts = params.find(isVolts)
      const id = await makeBoard(
        world(),
        'Any meter',
        [number({ key: volts?.slug ?? '' }), number({ key: 'no-such-value' })],
        templateId,
      )
      const page = await open(t)
      await signIn(page, world(), `/dashboards/${id}?device=${deviceId}`)
      await page.waitForFunction(() => /\d\u00a0V$/.test(document.querySelector('[data-value]')?.textContent ?? ''))
      await page.getByText('This device has no value “no-such-value”.').waitFor()
      assert.equal(await page.getByRole('combobox', { name: 'Device' }).inputValue(), String(deviceId))
      await assertAccessible(page)
    })

    test('a board is made, copied, exported, made again from its file, and deleted; one is made from a device', async (t) => {
      const page = await open(t, { viewport: { width: 1400, height: 900 } })
      await signIn(page, world(), '/dashboards')
      const menu = async (item: string): Promise<void> => {
        await page.getByRole('button', { name: 'More', exact: true }).click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      await menu('New dashboard')
      await page.getByLabel('Name').fill('Night shift')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('group', { name: 'Add widget' }).getByRole('button', { name: 'Active alerts' }).click()
      await publish(page)
      await menu('Duplicate')
      await page.getByRole('heading', { level: 1, name: 'Night shift (2)' }).waitFor()
      const saved = page.waitForEvent('download')
      await menu('Export to file')
      const path = await (await saved).path()
      assert.match(readFileSync(path, 'utf8'), /"busbar-dashboard"/)
      const chooser = page.waitForEvent('filechooser')
      await menu('Import from file')
      await (await chooser).setFiles(path)
      await page.getByRole('link', { name: 'Night shift (2)' }).nth(1).waitFor()
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Delete dashboard' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete dashboard' }).click()
      await page.waitForURL('**/dashboards')
      const { deviceId } = await paramOf(world(), 'Main meter', isVolts)
      await menu('New dashboard')
      await page.getByLabel('Name').fill('Any main meter')
      await page.getByLabel('Start from').selectOption(String(deviceId))
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText('Total active power').first().waitFor()
    })

    test('deleted objects are named in their widgets; an unresponsive device is dimmed with the reason', async (t) => {
      const { api } = world()
      const { deviceId, paramId: lathe } = await paramOf(world(), silent.name, isVolts)
      const gone = expectOk(await api.devices.params({ deviceId })).findLast(({ isTracked }) => isTracked)?.id ?? 0
      const id = await makeBoard(world(), 'Lathe', [number({ paramId: lathe }), number({ paramId: gone })])
      expectOk(await api.params.deleteMany({ paramIds: [gone] }))
      const page = await open(t)
      await signIn(page, world(), `/dashboards/${id}`)
      await page.getByText(/The parameter “Lathe protection: .*” was deleted\./).waitFor()
      await page.getByText(/No response/).waitFor()
      await page
        .locator('[data-freshness="old"]')
        .getByText(/^as of /)
        .waitFor()
      await assertAccessible(page)
    })

    test('on a phone a finger puts widgets in order', async (t) => {
      const id = await fourOf(world())
      const page = await open(t, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
      await signIn(page, world(), `/dashboards/${id}`)
      await page.getByRole('button', { name: 'Arrange' }).tap()
      await assertAccessible(page)
      const touch = await page.context().newCDPSession(page)
      const [from, to] = [
        await page.locator('[data-handle=w0]').boundingBox(),
        await page.locator('[data-widget=w3]').boundingBox(),
      ]
      assert.ok(from !== null && to !== null)
      const at = (y: number) => ({ touchPoints: [{ x: from.x + 10, y }] })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from.y + 10) })
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(from.y + (to.y + 20 - from.y) * part) })
      }
      await page.getByText(/, position 4 of 4$/).waitFor({ state: 'attached' })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.getByText('The dashboard was published.').waitFor()
      const order = expectOk(await world().api.boards.get({ dashboardId: id })).widgets.toSorted(
        (a, b) => a.order - b.order,
      )
      assert.deepEqual(
        order.map((one) => one.id),
        ['w1', 'w2', 'w3', 'w0'],
      )
    })

    test('a value goes to a dashboard from its own page', async (t) => {
      const { paramId } = await paramOf(world(), 'Main meter', isVolts)
      const id = await makeBoard(world(), 'Chosen', [])
      const page = await open(t)
      await signIn(page, world(), `/params/${paramId}`)
      await page.getByRole('button', { name: 'Add to dashboard' }).click()
      await page.getByRole('dialog').getByLabel('Dashboards').selectOption('Chosen')
      await page.getByRole('dialog').getByText('Chart', { exact: true }).click()
      await assertAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Added to the dashboard.').waitFor()
      assert.deepEqual(
        expectOk(await world().api.boards.get({ dashboardId: id })).widgets.map(({ kind }) => kind),
        ['chart'],
      )
    })
  })
})
