import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { drawnInk, drawnLine, legendRow, openChart, overBox, searchOf } from '../testing/chart.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Notes in the table: reasons of missing values, and events. */
const notes = (page: Page) => page.getByRole('region', { name: 'As a table' }).getByRole('listitem')

journey('the chart of a parameter', ({ world, open, further }) => {
  test('shows what was read, with its least and greatest value, and is read aloud', async (t) => {
    const page = await open(t)
    await openChart(page, world())
    await page.getByRole('button', { name: '1 h', exact: true }).click()
    await drawnLine(page, 1)
    await legendRow(page, 'Voltage L1')
      .getByText(/^\d+(\.\d+)?\s*V$/)
      .nth(3)
      .waitFor()
    await page.waitForURL(/span=3600/)
    await page.getByText('As a table').click()
    await page.getByRole('region', { name: 'As a table' }).getByRole('row').nth(2).waitFor()
    await assertAccessible(page)
  })

  further(() => {
    test('goes on while it is open', async (t) => {
      const page = await open(t)
      await openChart(page, world())
      await drawnLine(page, 1)
      const before = await legendRow(page, 'Voltage L1').locator('td').nth(3).textContent()
      await page.waitForFunction(
        (first) => document.querySelector('table[aria-label=History] tbody td:nth-child(4)')?.textContent !== first,
        before,
      )
    })

    test('is zoomed and moved with a mouse, and what is shown is in the address', async (t) => {
      const page = await open(t)
      await openChart(page, world(), '?span=3600')
      await drawnLine(page, 1)
      const box = await overBox(page)
      const y = box.y + box.height / 2
      const dragTo = async (from: number, till: number): Promise<void> => {
        await page.mouse.move(box.x + box.width * from, y)
        await page.mouse.down()
        await page.mouse.move(box.x + box.width * till, y, { steps: 4 })
        await page.mouse.up()
      }
      await dragTo(0.25, 0.75)
      await page.waitForURL(/from=.*till=/)
      const { from, till } = searchOf(page)
      assert.ok(Math.abs(Date.parse(till ?? '') - Date.parse(from ?? '') - 1_800_000) < 20_000, `${from} – ${till}`)
      await page.keyboard.down('Shift')
      await dragTo(0.25, 0.5)
      await page.keyboard.up('Shift')
      await page.waitForFunction((before) => !location.search.includes(before), encodeURIComponent(from ?? ''))
      assert.ok(Date.parse(searchOf(page).from ?? '') < Date.parse(from ?? ''))
      await page.mouse.dblclick(box.x + box.width / 2, y)
      await page.waitForFunction((before) => location.search.includes(before), encodeURIComponent(from ?? ''))
      await page.mouse.dblclick(box.x + box.width / 2, y)
      await page.waitForURL(/span=3600/)
      // Without Ctrl the wheel is the page's.
      await page.mouse.wheel(0, 10)
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, 100)
      await page.keyboard.up('Control')
      await page.waitForURL((url) => !url.search.includes('span=3600'))
      await page.getByRole('button', { name: '1 h', exact: true }).click()
      await page.getByRole('button', { name: 'Earlier' }).click()
      await page.getByRole('button', { name: 'Live', pressed: false }).click()
      await page.getByRole('button', { name: 'Live', pressed: true }).waitFor()
    })

    test('keys move the crosshair and zoom', async (t) => {
      const page = await open(t)
      await openChart(page, world(), '?span=3600')
      await drawnLine(page, 1)
      const chart = page.getByRole('group', { name: 'History' })
      await chart.focus()
      await page.keyboard.press('End')
      const tip = chart.locator('table')
      await tip.waitFor()
      const last = await chart.locator('p span').first().textContent()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await page.waitForFunction(
        (before) => document.querySelector('[role=group][aria-label=History] p span')?.textContent !== before,
        last,
      )
      await page.keyboard.press('+')
      await page.waitForURL((url) => !url.search.includes('span=3600'))
      await page.keyboard.press('Backspace')
      await page.waitForURL(/span=3600/)
      await page.keyboard.press('Shift+ArrowLeft')
      await page.getByRole('button', { name: 'Live', pressed: false }).waitFor()
    })

    test('two fingers zoom on a phone, and one moves', async (t) => {
      const page = await open(t, phone)
      await openChart(page, world(), '?span=3600')
      await drawnLine(page, 1)
      await page.locator('.u-over').first().scrollIntoViewIfNeeded()
      const box = await overBox(page)
      const y = box.y + box.height / 2
      const touch = await page.context().newCDPSession(page)
      const at = (...parts: readonly number[]) => parts.map((part, id) => ({ x: box.x + box.width * part, y, id }))
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...parts: readonly number[]) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: at(...parts) })
      await send('touchStart', 0.4, 0.6)
      await send('touchMove', 0.3, 0.7)
      await send('touchMove', 0.2, 0.8)
      await send('touchEnd')
      await page.waitForURL((url) => /span=|from=/.test(url.search) && !url.search.includes('span=3600'))
      const before = page.url()
      await send('touchStart', 0.3)
      await send('touchMove', 0.5)
      await send('touchMove', 0.7)
      await send('touchEnd')
      await page.waitForURL((url) => url.href !== before && url.search.includes('from='))
    })

    test('a span is chosen by the calendar, in the time of whom one likes', async (t) => {
      const page = await open(t)
      await openChart(page, world())
      await page.getByRole('button', { name: /Kyiv$/ }).click()
      await page.getByRole('button', { name: 'Today', exact: true }).click()
      await page.waitForURL(/span=today/)
      await page.getByRole('button', { name: /Kyiv$/ }).click()
      await assertAccessible(page)
      await page.getByRole('radio', { name: 'UTC', exact: true }).check({ force: true })
      await page.waitForURL(/zone=utc/)
      await page.getByLabel('From', { exact: true }).fill('2026-01-02T03:04')
      await page.getByLabel('To', { exact: true }).fill('2026-01-03T03:04')
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await page.waitForURL(/from=2026-01-02T03%3A04%3A00Z/)
      assert.equal(searchOf(page).till, '2026-01-03T03:04:00Z')
      await page.getByText('No data in this time range').waitFor()
      await page.reload()
      await page.getByRole('button', { name: /2 Jan.*UTC/ }).waitFor()
    })

    test('over how long a point is the mean is chosen, and stays in the address', async (t) => {
      const page = await open(t)
      await openChart(page, world())
      const interval = page.getByRole('combobox', { name: 'Interval' })
      assert.match(await interval.locator('option:checked').innerText(), /^Auto: \d/)
      await interval.selectOption('5 mins')
      await page.waitForURL(/every=300/)
      await page.reload()
      assert.equal(await interval.inputValue(), '300')
      await page.getByText('mean of 5 mins').first().waitFor()
      await interval.selectOption({ index: 0 })
      await page.waitForURL((url) => !url.search.includes('every'))
    })

    test('settings, readings and alerts have addresses of their own', async (t) => {
      const page = await open(t)
      const { paramIds } = await idsOf(world(), 'Office meter')
      const paramId = paramIds.get('U') ?? 0
      const made = expectOk(
        await world().api.alerts.create({
          orgId: world().orgId,
          name: 'Overvoltage in the office',
          conditionLogic: 'any',
          logAs: 'failure',
          conditions: [{ paramId, kind: 'g', value: 400 }],
          actions: [],
        }),
      )
      assert.equal(made.result, 'success')
      await signIn(page, world(), `/params/${paramId}/readings`)
      await page.getByRole('table', { name: 'Readings' }).getByText('Good').nth(1).waitFor()
      await assertAccessible(page)
      await page.getByRole('link', { name: /^Alerts\s*1$/ }).click()
      await page.waitForURL('**/alerts')
      await page.getByText('above 400 V').waitFor()
      await assertAccessible(page)
      await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
      await page.getByLabel('Unit of measure').fill('volts')
      await page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await page.getByRole('link', { name: 'Chart', exact: true }).click()
      await page
        .getByText(/\d\s*volts$/)
        .first()
        .waitFor()
    })

    test('why values are missing is shown: paused by a person, and no answer', async (t) => {
      const page = await open(t)
      const { deviceId, paramIds } = await idsOf(world(), 'Lathe protection')
      const paramId = paramIds.get('U1') ?? 0
      await openChart(page, world(), '?span=300', 'Lathe protection')
      await drawnLine(page, 1)
      const isKnown = async (reason: string): Promise<boolean> => {
        const [from, till] = [new Date(0), new Date('2100-01-01')]
        const gaps = expectOk(await world().api.readings.gaps({ paramIds: [paramId], from, till }))
        return (
          gaps[paramId]?.some((gap) => gap.reason === reason && Date.parse(gap.till) - Date.parse(gap.from) > 2000) ??
          false
        )
      }
      const until = async (reason: string): Promise<void> => {
        while (!(await isKnown(reason))) await page.evaluate(() => new Promise(requestAnimationFrame))
      }
      expectOk(await world().api.devices.changeDisable({ deviceId, enabled: false }))
      await until('Paused')
      expectOk(await world().api.devices.changeDisable({ deviceId, enabled: true }))
      await page.reload()
      await page.getByText('Paused by a user').first().waitFor()
      await drawnInk(page, '--muted')
      world().plant.faults.set('workshop/5', 'dead')
      t.after(() => world().plant.faults.clear('workshop/5'))
      await until('Timeout')
      await page.reload()
      await drawnInk(page, '--unknown')
      await page.getByText('As a table').click()
      await notes(page)
        .filter({ hasText: /Paused by a user, .* \(\d+ secs?\)/ })
        .first()
        .waitFor()
      await notes(page)
        .filter({ hasText: /No response, .*The device did not respond in time/ })
        .first()
        .waitFor()
      await legendRow(page, 'Voltage L1')
        .getByText(/^[2-9] · \d+ secs?$/)
        .waitFor()
      await assertAccessible(page)
    })

    test('saves the chart as a table', async (t) => {
      const page = await open(t)
      await openChart(page, world())
      await drawnLine(page, 1)
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const download = await coming
      assert.match(download.suggestedFilename(), /^readings-\d+-\d{4}-\d\d-\d\d\.csv$/)
      const lines = readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\r\n')
      assert.match(lines[0] ?? '', /time,.*Voltage L1/)
      assert.match(lines[1] ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z,\d+(\.\d+)?$/)
      await page.getByText('The table was downloaded').waitFor()
    })

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`fits on a phone, ${colorScheme}`, async (t) => {
        const page = await open(t, { ...phone, colorScheme })
        await openChart(page, world())
        await page.getByRole('list', { name: 'History' }).getByText('Voltage L1').waitFor()
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
        await assertAccessible(page)
      })
    }
  })
})
