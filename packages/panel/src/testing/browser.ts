import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, type TestContext } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const isWhole = process.env['BUSBAR_JOURNEYS'] === 'all'
/** Without the browser around the engine a journey takes a quarter less. */
const shell = isWhole ? [] : ['/usr/bin/chromium-headless-shell']
const paths = [...shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const chromiumPath = process.env['BUSBAR_TEST_CHROMIUM'] ?? paths.find((path) => existsSync(path))

/** For `describe`: why there is nothing to run, or false. */
export const isBrowserMissing: string | false = chromiumPath === undefined && 'skipped: chromium not found'
/** Why further journeys are left out, or false. */
export const skipReason: string | false = !isWhole && 'npm run test:journeys has further journeys'

/** A machine that is busy with other things takes long; a test that fails may. */
const waitMs = 60_000

/** Shared by all test files of a process. */
let started: Promise<Browser> | undefined
after(async () => (await started)?.close())

/** A page in which any error fails the test: thrown, said on the console, or against the page's policy. */
export const openPage = async (t: TestContext, baseURL: string, options: BrowserContextOptions = {}): Promise<Page> => {
  assert.ok(chromiumPath !== undefined)
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  started ??= chromium.launch({ executablePath: chromiumPath, args, timeout: waitMs })
  const context = await (await started).newContext({ baseURL, locale: 'en-GB', timezoneId: 'Europe/Kyiv', ...options })
  context.setDefaultTimeout(waitMs)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (message) => {
    // The browser logs every refused request; tests check the reaction of the panel instead.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) problems.push(message.text())
  })
  t.after(async () => {
    await context.close()
    assert.deepEqual(problems, [], 'the page had errors')
  })
  return page
}

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Asserts that axe finds no barrier on the page. */
export const assertAccessible = async (page: Page): Promise<void> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axeSource}; 0`)
  const options = "{ resultTypes: ['violations'], selectors: false, preload: false }"
  const violations = (await page.evaluate(`axe.run(${options}).then((found) => found.violations)`)) as {
    id: string
    nodes: readonly { html: string; failureSummary?: string }[]
  }[]
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((one) => one.failureSummary ?? one.html) }))
  assert.deepEqual(found, [])
}
