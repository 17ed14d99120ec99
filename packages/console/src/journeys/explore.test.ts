import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { drawnInk, drawnLine, legendRow } from '../testing/chart.ts'
import { idsOf } from '../testing/ids.ts'
import { expectOk } from '../testing/installation.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const plots = (page: Page) => page.getByRole('group', { name: 'History' }).locator('canvas')

/** Opens the page with parameters of the main meter, by their labels. */
const explore = async (page: Page, world: World, labels: readonly string[], search = ''): Promise<number[]> => {
  const { paramIds } = await idsOf(world)
  const ids = labels.map((label) => paramIds.get(label) ?? 0)
  await signIn(page, world, `/explore?and=${encodeURIComponent(JSON.stringify(ids))}${search}`)
  await plots(page).first().waitFor()
  return ids
}

journey(
  'exploring values',
  ({ world, open }) => {
    test('values are found and put beside each other, each unit with its axis, and stay over a reload', async (t) => {
      const page = await open(t)
      await signIn(page, world(), '/explore')
      await page.getByText('Choose a value').waitFor()
      await assertAccessible(page)
      const add = page.getByLabel('Add value')
      for (const words of ['main voltage l1', 'oven temperature']) {
        await add.fill(words)
        await page.getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
        // The field is empty for the next one.
        await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[role=combobox]')?.value === '')
      }
      await legendRow(page, 'Drying oven').getByText('right').waitFor()
      assert.equal(await plots(page).count(), 1)
      await add.fill('main power factor')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await legendRow(page, 'Power factor').getByText('left, plot 2').waitFor()
      assert.equal(await plots(page).count(), 2)
      await page.getByRole('button', { name: '1 h', exact: true }).click()
      await drawnLine(page, 2)
      await drawnLine(page, 3, 1)
      await page.reload()
      await legendRow(page, 'Drying oven').getByRole('checkbox').uncheck()
      await page.waitForURL(/hide=/)
      await legendRow(page, 'Power factor').getByText('right', { exact: true }).waitFor()
      await page.getByRole('button', { name: /^Remove Main meter: Power factor/ }).click()
      await legendRow(page, 'Power factor').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Explore', exact: true }).and(page.locator('[aria-current]')).waitFor()
    })

    test('one time range applies to all charts of a dashboard and is stored in the address', async (t) => {
      const { api, orgId } = world()
      const { paramIds } = await idsOf(world())
      const { id } = expectOk(await api.dashboards.create({ orgId, name: 'Times' }))
      const value = { paramId: paramIds.get('U1') ?? 0 }
      const place = { column: 1, row: 1, width: 8, height: 7 }
      const settings = { values: [{ value, axis: 'left' as const }] }
      const widgets = [{ id: 'w0', kind: 'chart' as const, title: '', order: 0, place, settings }]
      expectOk(await api.boards.save({ dashboardId: id, version: 1, widgets }))
      const page = await open(t)
      await signIn(page, world(), `/dashboards/${id}`)
      await page.getByRole('button', { name: /Kyiv$/ }).click()
      await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
      await page.waitForURL(/span=yesterday/)
      await page.getByText('No data in this time range').waitFor()
      await page.getByRole('button', { name: /Kyiv$/ }).click()
      await page.getByRole('button', { name: 'Last hour', exact: true }).click()
      await page.waitForURL(/span=3600/)
      await page.getByText('No data in this time range').waitFor({ state: 'detached' })
    })

    test('lines of one unit may be at two sides', async (t) => {
      const page = await open(t)
      await explore(page, world(), ['U1', 'U2'], '&span=3600')
      await page.getByRole('button', { name: /Voltage L2 uses the left axis/ }).click()
      await legendRow(page, 'Voltage L2').getByText('right').waitFor()
      await page.waitForURL(/axis=/)
    })

    test('an earlier period is laid under it', async (t) => {
      const page = await open(t)
      await explore(page, world(), ['U1'], '&span=10')
      await drawnLine(page, 1)
      await page.getByLabel('Compare with').selectOption('Previous period')
      await page.waitForURL(/vs=period/)
      await page.getByRole('columnheader', { name: 'Mean vs previous period' }).waitFor()
      // As soon as there is anything in the seconds before.
      await drawnInk(page, '--muted')
      await legendRow(page, 'Voltage L1')
        .getByText(/^[+−]\d/)
        .waitFor()
    })

    test('limits, alarms and what was written are in it', async (t) => {
      const page = await open(t)
      const { paramIds } = await idsOf(world(), 'Drying oven')
      const [temperature, setpoint] = [paramIds.get('T') ?? 0, paramIds.get('setpoint') ?? 0]
      const made = expectOk(
        await world().api.alerts.create({
          orgId: world().orgId,
          name: 'Oven is on',
          conditionLogic: 'any',
          logAs: 'critical',
          conditions: [{ paramId: temperature, kind: 'g', value: 1 }],
          actions: [],
        }),
      )
      assert.equal(made.result, 'success')
      expectOk(await world().api.writing.write({ paramId: setpoint, newValue: '70', lang: 'en' }))
      await signIn(
        page,
        world(),
        `/explore?and=${encodeURIComponent(JSON.stringify([temperature, setpoint]))}&span=900`,
      )
      await drawnLine(page, 1)
      await page.getByText('alert fired').waitFor()
      await drawnInk(page, '--critical')
      await page.getByText('As a table').click()
      const notes = page.getByRole('region', { name: 'As a table' }).getByRole('listitem')
      await notes.filter({ hasText: /^Oven is on fired .* still active$/ }).waitFor()
      await notes.filter({ hasText: /→ 70.*Done\./ }).waitFor()
      await assertAccessible(page)
    })

    test('eight of many are shown, and all when they are wanted', async (t) => {
      const page = await open(t)
      const { paramIds } = await idsOf(world())
      await explore(page, world(), [...paramIds.keys()].slice(0, 12), '&span=3600')
      await page.getByText('The first 8 of 12 series are shown').waitFor()
      const ticked = page.getByRole('table', { name: 'History' }).getByRole('checkbox', { checked: true })
      assert.equal(await ticked.count(), 8)
      await page.getByRole('button', { name: 'Show all 12' }).click()
      await page.waitForURL(/hide=/)
      assert.equal(await ticked.count(), 12)
    })

    test('it is shared as an address and as a picture, and has the whole screen', async (t) => {
      const page = await open(t, { permissions: ['clipboard-read', 'clipboard-write'] })
      await explore(page, world(), ['U1', 'I1'], '&span=3600')
      await drawnLine(page, 1)
      await page.getByRole('button', { name: 'Share' }).click()
      await assertAccessible(page)
      await page
        .getByText(/^\w{3} \d+ \w+, \d\d:\d\d – .*Kyiv|Kiev/)
        .last()
        .click()
      await page.getByRole('button', { name: 'Copy' }).click()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(copied, /\/explore\?and=.*from=2\d{3}-.*till=2\d{3}-/)
      assert.doesNotMatch(copied, /span=/)
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Image (PNG)' }).click()
      const picture = await coming
      assert.equal(picture.suggestedFilename(), 'Voltage-L1-Current-L1.png')
      const bytes = readFileSync(await picture.path())
      assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')])
      const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
      assert.ok(width > 600 && height > 400, `${width} × ${height}`)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Full screen' }).click()
      await page.getByRole('button', { name: 'Exit full screen' }).waitFor()
      await page.getByRole('button', { name: 'Exit full screen' }).click()
      await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
    })

    test('an invalid address shows what it can', async (t) => {
      const page = await open(t)
      await explore(page, world(), ['U1'], '&span=soon&vs=decade&from=x&hide=7&zone=theirs')
      await drawnLine(page, 1)
      assert.equal(await page.getByLabel('Compare with').inputValue(), 'none')
    })

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`is accessible in ${colorScheme} mode`, async (t) => {
        const page = await open(t, { colorScheme })
        await explore(page, world(), ['U1', 'I1', 'P1'], '&span=3600&vs=day')
        await drawnLine(page, 1)
        await page.getByText('As a table').click()
        await assertAccessible(page)
      })
    }
  },
  { isFurther: true },
)
