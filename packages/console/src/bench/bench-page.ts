import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { config } from '../build/config.ts'
import { root } from '../build/root.ts'
import { chromiumPath } from '../testing/chromium-path.ts'

/** Builds a script with what it imports and runs it in a page of its own. Null where there is no browser. */
export const withBenchPage = async <T>(script: string, work: (page: Page) => Promise<T>): Promise<T | null> => {
  if (chromiumPath === undefined) return null
  const folder = mkdtempSync(join(tmpdir(), 'busbar-bench-'))
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const output = { entryFileNames: 'page.js', assetFileNames: 'page[extname]' }
    await build({
      ...config,
      configFile: false,
      publicDir: false,
      build: {
        ...config.build,
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { ...config.build?.rolldownOptions, input: join(root, 'src/bench', script), output },
      },
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.route('http://bench.test/**', (route) => {
      const name = new URL(route.request().url()).pathname.slice(1)
      const path = join(folder, name)
      if (name === '') return route.fulfill({ contentType: 'text/html', body: pageText })
      // A script without styles has no sheet.
      return route.fulfill(existsSync(path) ? { path } : { status: 404 })
    })
    await page.goto('http://bench.test/')
    return await work(page)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const pageText =
  '<!doctype html><link rel="stylesheet" href="/page.css"><body><script type="module" src="/page.js"></script>'
