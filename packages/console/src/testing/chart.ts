import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { signIn } from './browser.ts'
import { paramIdOf } from './ids.ts'
import type { World } from './world.ts'

/** Opens the chart of a parameter. */
export const openChart = async (
  page: Page,
  world: World,
  search = '',
  device = 'Main meter',
  label = 'U1',
): Promise<void> => {
  await signIn(page, world, `/params/${await paramIdOf(world, device, label)}${search}`)
  await page.getByRole('group', { name: 'History' }).locator('canvas').first().waitFor()
}

/** How many dots of a chart are of a colour of the styles. */
const inkOf = (page: Page, colour: string, plot = 0): Promise<number> =>
  page.evaluate(
    ([name, at]) => {
      const canvas = document.querySelectorAll('canvas')[at]
      const probe = document.createElement('span')
      probe.style.color = `var(${name})`
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
    },
    [colour, plot] as const,
  )

const framesMax = 1000

/** Waits until something of a colour is drawn. */
export const drawnInk = async (page: Page, colour: string, plot = 0): Promise<void> => {
  for (let frames = 0; frames < framesMax; frames += 1) {
    if ((await inkOf(page, colour, plot)) > 0) return
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  assert.fail(`nothing was drawn in ${colour}`)
}

/** Waits until a line is drawn. */
export const drawnLine = (page: Page, line: number, plot = 0): Promise<void> => drawnInk(page, `--series-${line}`, plot)

/** The row of a line in the legend. */
export const legendRow = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: name })

/** Returns the position of the first plot. */
export const overBox = async (page: Page): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await page.locator('.u-over').first().boundingBox()
  assert.ok(box !== null)
  return box
}

/** Returns the search parameters of the address. */
export const searchOf = (page: Page): Record<string, string | undefined> =>
  Object.fromEntries(new URL(page.url()).searchParams)
