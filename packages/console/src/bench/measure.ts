import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleFolder } from '../index.ts'
import { withBenchPage } from './bench-page.ts'
import type { DrawTimes } from './page.tsx'

/** Draws a chart in a browser, again and again. Null where there is no browser. */
export const measureChart = (points: number, rounds: number): Promise<DrawTimes[] | null> =>
  withBenchPage('page.tsx', async (page) => {
    const drawn: DrawTimes[] = []
    for (let round = 0; round < rounds; round += 1)
      drawn.push(await page.evaluate((count) => window.draw(count), points))
    return drawn
  })

/** How many bytes a browser takes, packed with gzip, before it can show anything: the page's scripts and styles. */
export const entryBytes = async (): Promise<number> => {
  const folder = await consoleFolder()
  if (folder === null) throw new Error('the console cannot be built here')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name = '']) => name)
  const packed = (name: string): string => join(folder, existsSync(join(folder, `${name}.gz`)) ? `${name}.gz` : name)
  return names.reduce((sum, name) => sum + readFileSync(packed(name)).length, 0)
}
