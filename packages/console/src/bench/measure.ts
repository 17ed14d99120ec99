import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { config } from '../build/config.ts'
import { root } from '../build/root.ts'
import { consoleFolder } from '../index.ts'
import { chromiumPath } from '../testing/chromium-path.ts'
import type { Drawn } from './page.tsx'

/** Draws a chart in a browser, again and again. Null where there is no browser. */
export const measureChart = async (points: number, rounds: number): Promise<Drawn[] | null> => {
  if (chromiumPath === undefined) return null
  const folder = mkdtempSync(join(tmpdir(), 'busbar-bench-'))
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const output = { entryFileNames: 'page.js', assetFileNames: 'page[extname]' }
    const input = join(root, 'src/bench/page.tsx')
    await build({
      ...config,
      configFile: false,
      publicDir: false,
      build: {
        ...config.build,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { ...config.build?.rolldownOptions, input, output },
      },
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.route('http://bench.test/**', (route) => {
      const name = new URL(route.request().url()).pathname.slice(1)
      return name === ''
        ? route.fulfill({ contentType: 'text/html', body: pageText })
        : route.fulfill({ path: join(folder, name) })
    })
    await page.goto('http://bench.test/')
    const drawn: Drawn[] = []
    for (let round = 0; round < rounds; round += 1)
      drawn.push(await page.evaluate((count) => window.draw(count), points))
    return drawn
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const pageText =
  '<!doctype html><link rel="stylesheet" href="/page.css"><body><script type="module" src="/page.js"></script>'

/** How many bytes a browser takes, packed with gzip, before it can show anything: the page's scripts and styles. */
export const entryBytes = async (): Promise<number> => {
  const folder = await consoleFolder()
  if (folder === null) throw new Error('the console cannot be built here')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name = '']) => name)
  const packed = (name: string): string => join(folder, existsSync(join(folder, `${name}.gz`)) ? `${name}.gz` : name)
  return names.reduce((sum, name) => sum + readFileSync(packed(name)).length, 0)
}
