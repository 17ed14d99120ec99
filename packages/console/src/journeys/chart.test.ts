import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, signIn } from '../testing/browser.ts'
import { paramIdOf } from '../testing/ids.ts'
import { journey } from '../testing/journey.ts'
import type { World } from '../testing/world.ts'

const openParam = async (page: Page, world: World, device = 'Main meter', label = 'U1'): Promise<void> => {
  await signIn(page, world, `/params/${await paramIdOf(world, device, label)}`)
  await page.getByRole('group', { name: 'History' }).locator('canvas').waitFor()
}

/** How many dots of a chart are of the colour of a line. */
const inkOf = (page: Page, line: number): Promise<number> =>
  page.evaluate((which) => {
    const canvas = document.querySelector('canvas')
    const probe = document.createElement('span')
    probe.style.color = `var(--series-${which})`
    document.body.append(probe)
    const [r = 0, g = 0, b = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number)
    probe.remove()
    const { data = [] } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    let count = 0
    for (let i = 0; i < data.length; i += 4) {
      const isNear =
        Math.abs((data[i] ?? 0) - r) + Math.abs((data[i + 1] ?? 0) - g) + Math.abs((data[i + 2] ?? 0) - b) < 24
      if (isNear && (data[i + 3] ?? 0) > 200) count += 1
    }
    return count
  }, line)

const framesMax = 1000

const untilDrawn = async (page: Page, line: number): Promise<void> => {
  await page.getByRole('table', { name: 'History' }).getByText(/\d/).first().waitFor()
  for (let frames = 0; frames < framesMax; frames += 1) {
    if ((await inkOf(page, line)) > 0) return
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  assert.fail(`line ${line} was not drawn`)
}

const legendRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: name })

journey('the chart of a parameter', ({ world, open, further }) => {
  test('shows what was read, with its least and greatest value, and is read aloud', async (t) => {
    const page = await open(t)
    await openParam(page, world())
    await page.getByRole('button', { name: '1 hour' }).click()
    await untilDrawn(page, 1)
    await legendRow(page, 'Voltage L1')
      .getByText(/^\d+(\.\d+)?\s*V$/)
      .nth(2)
      .waitFor()
    await page.getByText('As a table').click()
    await page.getByRole('region', { name: 'As a table' }).getByRole('row').nth(2).waitFor()
    await assertAccessible(page)
  })

  further(() => {
    test('goes on while it is open', async (t) => {
      const page = await open(t)
      await openParam(page, world())
      await untilDrawn(page, 1)
      const value = legendRow(page, 'Voltage L1').locator('td').nth(1)
      const before = await value.textContent()
      await page.waitForFunction(
        (first) => document.querySelector('table[aria-label=History] tbody td:nth-child(2)')?.textContent !== first,
        before,
      )
    })

    test('is moved and zoomed with mouse, buttons and keys, and comes back to now', async (t) => {
      const page = await open(t)
      await openParam(page, world())
      await page.getByRole('button', { name: '1 hour' }).click()
      // Nothing above the chart moves it any more.
      await untilDrawn(page, 1)
      const now = page.getByRole('button', { name: 'Now', exact: true })
      assert.equal(await now.isDisabled(), true)
      const box = await page.locator('.u-over').boundingBox()
      assert.ok(box !== null)
      await page.mouse.move(box.x + 100, box.y + 50)
      await page.mouse.down()
      await page.mouse.move(box.x + 300, box.y + 50, { steps: 4 })
      await page.mouse.up()
      await page.waitForFunction(
        () => ![...document.querySelectorAll('button')].find((one) => one.textContent === 'Now')?.disabled,
      )
      await now.click()
      await page.getByRole('button', { name: '1 hour', pressed: true }).waitFor()
      await page.mouse.move(box.x + 300, box.y + 50)
      await page.mouse.wheel(0, 100)
      await page.getByRole('button', { name: '1 hour', pressed: false }).waitFor()
      await page.getByRole('button', { name: '1 day' }).click()
      await page.getByRole('group', { name: 'History' }).focus()
      await page.keyboard.press('+')
      await page.getByRole('button', { name: '1 day', pressed: false }).waitFor()
      await page.keyboard.press('-')
      await page.getByRole('button', { name: '1 day', pressed: true }).waitFor()
      await page.keyboard.press('ArrowLeft')
      assert.equal(await now.isDisabled(), false)
      await page.keyboard.press('End')
      assert.equal(await now.isDisabled(), true)
    })

    test('other parameters are put beside it, each unit with an axis, and stay over a reload', async (t) => {
      const page = await open(t)
      await openParam(page, world())
      await page.getByRole('button', { name: '1 hour' }).click()
      await page.getByLabel('Add to the chart').fill('oven temperature')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await legendRow(page, 'Drying oven').waitFor()
      // The field is empty for the next one, and still has the focus.
      assert.equal(await page.getByLabel('Add to the chart').inputValue(), '')
      assert.equal(await page.getByLabel('Add to the chart').evaluate((one) => one === document.activeElement), true)
      await assertAccessible(page)
      await untilDrawn(page, 2)
      await page.reload()
      await legendRow(page, 'Drying oven').waitFor()
      await page.getByRole('button', { name: /^Remove Drying oven/ }).click()
      await legendRow(page, 'Drying oven').waitFor({ state: 'detached' })
    })

    test('what is shown is saved as a table', async (t) => {
      const page = await open(t)
      await openParam(page, world())
      await untilDrawn(page, 1)
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const download = await coming
      assert.match(download.suggestedFilename(), /^readings-\d+-\d{4}-\d\d-\d\d\.csv$/)
      const lines = readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\r\n')
      assert.match(lines[0] ?? '', /time,.*Voltage L1/)
      assert.match(lines[1] ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z,\d+(\.\d+)?$/)
      await page.getByText('The table was saved').waitFor()
    })

    test('settings are changed, and the value is shown with them', async (t) => {
      const page = await open(t)
      await openParam(page, world(), 'Office meter', 'U')
      await page.getByLabel('Unit of measure').fill('volts')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await page
        .getByText(/\d\s*volts$/)
        .first()
        .waitFor()
    })

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`fits on a phone, ${colorScheme}`, async (t) => {
        const page = await open(t, {
          viewport: { width: 360, height: 740 },
          isMobile: true,
          hasTouch: true,
          colorScheme,
        })
        await openParam(page, world())
        await untilDrawn(page, 1)
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
        await assertAccessible(page)
      })
    }
  })
})
