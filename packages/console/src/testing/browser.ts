import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { journeyBrowserPath } from './chromium-path.ts'
import type { Account, Installation } from './installation.ts'

/** For `describe`: why there is nothing to run, or false. */
export const isBrowserMissing: string | false = journeyBrowserPath === undefined && 'skipped: chromium not found'

/** A machine that is busy with other things takes long; a test that fails may. */
const waitMs = 60_000

/** Shared by all test files of a process. */
let started: Promise<Browser> | undefined
after(async () => (await started)?.close())

const launch = (): Promise<Browser> => {
  assert.ok(journeyBrowserPath !== undefined)
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  return chromium.launch({ executablePath: journeyBrowserPath, args, timeout: waitMs })
}

/** A page in which any error fails the test: thrown, said on the console, or against the page's policy. */
export interface TestPage {
  page: Page
  /** To be called when the test is done. */
  close: () => Promise<void>
}

/** For a test that changes what outlasts its page: the clock, what the browser emulates, what it runs in each page. */
export const ownContext: BrowserContextOptions = {}

/**
 * The page of a test that is done, which the next one gets that asks for no options: its process has compiled the console already,
 * which is half of what it computes for a page.
 */
let spare: { page: Page; url: string } | undefined

export const openPage = async (
  { url }: Pick<Installation, 'url'>,
  options?: BrowserContextOptions,
): Promise<TestPage> => {
  const isUsual = options === undefined
  const page = (isUsual && takeSpare(url)) || (await newPage(url, options))
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message))
  page.on('console', (message) => {
    // The browser logs every refused request; only the console's handling matters.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) problems.push(message.text())
  })
  return {
    page,
    async close() {
      if (isUsual && spare === undefined && (await isCleaned(page))) spare = { page, url }
      else await page.context().close()
      assert.deepEqual(problems, [], 'the page had errors')
    },
  }
}

const takeSpare = (url: string): Page | undefined => {
  if (spare?.url !== url) return undefined
  const { page } = spare
  spare = undefined
  return page
}

const newPage = async (url: string, options: BrowserContextOptions | undefined): Promise<Page> => {
  started ??= launch()
  const context = await (await started).newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'Europe/Kyiv',
    // Only tests of it need what it loads.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(waitMs)
  const page = await context.newPage()
  if (options === undefined) refuseWhatLasts(page)
  return page
}

/** Blocks storage that the page of the next test would see. */
const refuseWhatLasts = (page: Page): void => {
  const refuse = (): never => assert.fail('this outlasts the page: open it with ownContext')
  const context = page.context()
  Object.assign(page, { addInitScript: refuse, emulateMedia: refuse, exposeFunction: refuse, setViewportSize: refuse })
  Object.assign(page.clock, { install: refuse, setFixedTime: refuse, setSystemTime: refuse })
  Object.assign(context, { addInitScript: refuse, grantPermissions: refuse, newCDPSession: refuse, setOffline: refuse })
}

/** A file of the service that runs nothing and asks for nothing. */
const stillPath = '/icon.svg'

/** Leaves nothing of a test but what the browser keeps of files. False if the page cannot be left. */
const isCleaned = async (page: Page): Promise<boolean> => {
  const context = page.context()
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of ['pageerror', 'console', 'dialog', 'request', 'response', 'download', 'popup'])
      page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // It asks whether to leave when something is unsaved.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
    await page.goto(stillPath)
    page.removeAllListeners('dialog')
    await page.mouse.move(0, 0)
    await context.clearCookies()
    await page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      for (const { name = '' } of await indexedDB.databases())
        await new Promise((resolve, reject) => {
          const deletion = indexedDB.deleteDatabase(name)
          deletion.addEventListener('success', resolve)
          deletion.addEventListener('error', reject)
        })
    })
    return true
  } catch {
    return false
  }
}

/** Signs in past the form, as the owner unless another account is given, and waits for a page of the console. */
export const signIn = async (
  page: Page,
  { owner: { email, password } }: { owner: Account },
  path = '/overview',
): Promise<void> => {
  const answer = await page.request.post('/api/v1/login/', { data: { email, password }, timeout: waitMs })
  assert.equal(answer.status(), 200)
  const { token, expiresOn } = (await answer.json()) as { token: string; expiresOn: string }
  await page.goto(stillPath)
  await page.evaluate(
    (session) => {
      localStorage.setItem('busbar.session', JSON.stringify(session))
      sessionStorage.setItem('busbar.user', session.email)
    },
    { token, expiresOn, email },
  )
  await page.goto(path)
  await page.locator('main h1').first().waitFor()
}

/** Before a text is waited for that an earlier toast may have too. One that goes by itself meanwhile does no harm. */
export const dismissToasts = (page: Page): Promise<void> =>
  page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button')
    .evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click()
    })

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: readonly { html: string; failureSummary?: string }[]
}

const isEveryLookTaken = process.env['BUSBAR_JOURNEYS'] === 'all'
const looked = new Set<string>()

/** True once for each page of the console, and once for what opens over it: a look takes half a second of CPU. */
const isNew = async (page: Page): Promise<boolean> => {
  const isCovered = (await page.locator('dialog[open], [role=dialog]').count()) > 0
  const place = `${new URL(page.url()).pathname.replaceAll(/\d+/g, '#')} ${isCovered}`
  if (looked.has(place)) return false
  looked.add(place)
  return true
}

/** Asserts that axe finds no violation. All journeys check at every step, the main ones once per page. */
export const assertAccessible = async (page: Page): Promise<void> => {
  if (!isEveryLookTaken && !(await isNew(page))) return
  // Not as a script of the page, which its policy would refuse.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axeSource}; 0`)
  // Skips what is not reported: passed checks, selectors, and style sheets, which only experimental rules read.
  const options = "{ resultTypes: ['violations'], selectors: false, preload: false }"
  const violations = (await page.evaluate(`axe.run(${options}).then((found) => found.violations)`)) as Violation[]
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => node.failureSummary ?? node.html),
  }))
  assert.deepEqual(found, [])
}
