import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { need } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

/** Adds the first parameter of each device to the default dashboard; the answer is their names, in this order. */
const fill = async ({ api, orgId }: World): Promise<string[]> => {
  const [net] = need(await api.nets.list({ orgId }))
  const devices = need(await api.nets.devices({ netId: net?.id ?? 0 }))
  const lists = await Promise.all(
    devices.slice(0, 4).map(async ({ id }) => need(await api.devices.trackedParams({ deviceId: id }))),
  )
  const params = lists.flatMap(([first]) => (first === undefined ? [] : [first]))
  const before = need(await api.dashboards.get({ orgId }))
  need(await api.dashboards.change({ orgId, removeParamIds: before.widgets.map(({ id }) => id) }))
  need(await api.dashboards.addWidgets({ orgId, paramIds: params.map(({ id }) => id) }))
  return devices.slice(0, 4).map(({ name }) => name)
}

/** Waits until the devices of the widgets are seen in this order: from the left, line by line. Their names come after them. */
const shows = async (page: Page, wanted: readonly string[]): Promise<void> => {
  await page.waitForFunction((names) => {
    const cards = [...document.querySelectorAll('[data-widget]')]
      .map((card) => ({
        box: card.getBoundingClientRect(),
        text: card.querySelector('p > span')?.textContent.split(' · ')[0] ?? '',
      }))
      .toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
    return cards.length === names.length && cards.every(({ text }, place) => text === names[place])
  }, wanted)
}

const openBoard = async (page: Page, world: World): Promise<string[]> => {
  const names = await fill(world)
  await signIn(page, world, '/dashboards')
  await page.getByRole('list', { name: 'Widgets' }).getByText('Cooling pump').waitFor()
  await shows(page, names)
  // From here on nothing moves by itself.
  await page
    .getByRole('img', { name: /in the last 24 hours/ })
    .nth(3)
    .waitFor()
  return names
}

/** The service has it, not the page alone. */
const stays = async (page: Page, wanted: readonly string[]): Promise<void> => {
  await page.reload()
  await page.getByRole('list', { name: 'Widgets' }).getByText('Cooling pump').waitFor()
  await shows(page, wanted)
}

/** A unit that has been silent for long is asked seldom; one that is switched on is asked at once. */
const tryAgain = async ({ api, orgId }: World, name: string): Promise<void> => {
  const [net] = need(await api.nets.list({ orgId }))
  const device = need(await api.nets.devices({ netId: net?.id ?? 0 })).find((one) => one.name === name)
  for (const enabled of [false, true]) need(await api.devices.changeDisable({ deviceId: device?.id ?? 0, enabled }))
}

const silent = { id: 'workshop/5', name: 'Lathe protection' } as const

journey('dashboards', ({ world, open, further }) => {
  test('a value is found, added, shown with its unit, kept live, and taken away again', async (t) => {
    const page = await open(t)
    await signIn(page, world())
    await page.getByRole('link', { name: 'Dashboards' }).click()
    await page.getByText('No value on this dashboard yet').waitFor()
    await assertAccessible(page)
    await page.getByRole('combobox', { name: 'Add a value' }).fill('main meter voltage')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    const value = page.locator('[data-value]')
    await page.getByText('No value on this dashboard yet').waitFor({ state: 'detached' })
    await page.waitForFunction(() => /\d\u00a0V$/.test(document.querySelector('[data-value]')?.textContent ?? ''))
    const first = await value.textContent()
    await page.waitForFunction((old) => document.querySelector('[data-value]')?.textContent !== old, first)
    await page.getByRole('img', { name: /in the last 24 hours/ }).waitFor()
    await page.reload()
    await value.waitFor()
    await page.getByRole('button', { name: 'Arrange' }).click()
    await page.getByRole('button', { name: /^Remove: / }).click()
    await page.getByText('No value on this dashboard yet').waitFor()
    // Its silence grows old while other tests go on.
    world().plant.faults.set(silent.id, 'dead')
  })

  further(() => {
    test('a widget is dragged to another place, and stays there', async (t) => {
      const page = await open(t)
      const [a = '', b = '', c = '', d = ''] = await openBoard(page, world())
      await page.getByRole('button', { name: 'Arrange' }).click()
      const cards = page.locator('[data-widget]')
      const [from, to] = [await page.locator('[data-handle]').first().boundingBox(), await cards.nth(2).boundingBox()]
      assert.ok(from !== null && to !== null)
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
      await page.mouse.up()
      await page.getByText(/is put down at place 3 of 4\./).waitFor({ state: 'attached' })
      await shows(page, [b, c, a, d])
      await assertAccessible(page)
      await stays(page, [b, c, a, d])
    })

    test('with the keyboard a widget moves too; every move is said, and Escape takes it back', async (t) => {
      const page = await open(t)
      const [a = '', b = '', c = '', d = ''] = await openBoard(page, world())
      await page.getByRole('button', { name: 'Arrange' }).click()
      const said = (text: RegExp): Promise<void> =>
        page.getByRole('status').getByText(text).waitFor({ state: 'attached' })
      await page.locator('[data-handle]').first().focus()
      await page.keyboard.press('Space')
      await said(/is picked up, place 1 of 4/)
      await page.keyboard.press('ArrowRight')
      await said(/, place 2 of 4/)
      await page.keyboard.press('Escape')
      await said(/is back where it was/)
      await shows(page, [a, b, c, d])
      await page.keyboard.press('Space')
      await page.keyboard.press('End')
      await said(/, place 4 of 4/)
      await page.keyboard.press('Space')
      await said(/is put down at place 4 of 4/)
      await shows(page, [b, c, d, a])
      await page.waitForFunction(() => document.activeElement?.hasAttribute('data-handle'))
      await stays(page, [b, c, d, a])
    })

    test('another dashboard is made, set up, and deleted', async (t) => {
      const page = await open(t)
      await openBoard(page, world())
      await page.getByRole('button', { name: 'New dashboard' }).click()
      await page.getByLabel('Name').fill('Night shift')
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Make it' }).click()
      await page.getByRole('heading', { level: 1, name: 'Night shift' }).waitFor()
      await page.getByRole('combobox', { name: 'Add a value' }).fill('oven')
      await page.getByRole('option').first().click()
      await page.getByRole('list', { name: 'Widgets' }).getByText('Drying oven').waitFor()
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByLabel('Name').fill('Late shift')
      await page.getByLabel('Columns').fill('2')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Late shift' }).waitFor()
      const columns = (): Promise<number> =>
        page.evaluate(
          () =>
            getComputedStyle(document.querySelector('ul:has([data-widget])') as Element).gridTemplateColumns.split(' ')
              .length,
        )
      assert.equal(await columns(), 2)
      await page.getByRole('navigation', { name: 'Dashboards' }).getByRole('link', { name: 'Default' }).click()
      await page.getByRole('list', { name: 'Widgets' }).getByText('Cooling pump').waitFor()
      assert.equal(await columns(), 4)
      await page.getByRole('link', { name: 'Late shift' }).click()
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('button', { name: 'Delete the dashboard' }).click()
      await page.getByRole('dialog').last().getByRole('button', { name: 'Delete the dashboard' }).click()
      await page.waitForURL('**/dashboards')
      await page.getByRole('link', { name: 'Late shift' }).waitFor({ state: 'detached' })
    })

    test('on a phone in the dark a finger moves widgets, and nothing is wider than the screen', async (t) => {
      const page = await open(t, {
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
        colorScheme: 'dark',
      })
      const [a = '', b = '', c = '', d = ''] = await openBoard(page, world())
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
      await page.getByRole('button', { name: 'Arrange' }).tap()
      await assertAccessible(page)
      const touch = await page.context().newCDPSession(page)
      const from = await page.locator('[data-handle]').first().boundingBox()
      assert.ok(from !== null)
      const at = (y: number) => ({ touchPoints: [{ x: from.x + 10, y }] })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from.y + 10) })
      const to = await page.locator('[data-widget]').nth(1).boundingBox()
      assert.ok(to !== null)
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(from.y + (to.y + 60 - from.y) * part) })
      }
      await page.getByText(/, place 2 of 4$/).waitFor({ state: 'attached' })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await page.getByText(/is put down at place 2 of 4\./).waitFor({ state: 'attached' })
      await stays(page, [b, a, c, d])
    })

    test('a value that is not read any more is dimmed and says why, and only that', async (t) => {
      const page = await open(t)
      await openBoard(page, world())
      await page.getByRole('combobox', { name: 'Add a value' }).fill(silent.name)
      await page.getByRole('option').first().click()
      await page
        .locator('[data-widget]')
        .filter({ hasText: silent.name })
        .getByText(/No answer/)
        .waitFor()
      assert.equal(await page.locator('[data-freshness="old"]').count(), 1)
      world().plant.faults.clear(silent.id)
      await tryAgain(world(), silent.name)
      await page.locator('[data-freshness="old"]').waitFor({ state: 'detached' })
    })
  })
})
