// Takes the pictures of docs/images: runs the demo on data of its own, signs in and looks at the main pages of the console and of the gateway's panel.
// `npm run screenshots`, with Chromium installed; `-- --only panel` for those whose name begins so. `npm run screenshots -- --all DIR` takes every page of
// the console, in the light, in the dark, on a phone and in Ukrainian, for people to look at.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { pages } from './console-pages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const images = join(root, 'docs/images')
const { all, only } = parseArgs({ options: { all: { type: 'string' }, only: { type: 'string', default: '' } } }).values
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }
/** A busy machine takes its time for figures of a month. */
const loading = { timeout: 90_000 }

/** Viewport and theme of each picture. */
const looks = [
  { suffix: 'light', viewport: desk },
  { suffix: 'dark', viewport: desk, colorScheme: 'dark' },
  { suffix: 'phone', viewport: phone },
  { suffix: 'phone-dark-uk', viewport: phone, colorScheme: 'dark', locale: 'uk-UA' },
]

/** Pages shown in docs/images. */
const pictures = [
  { name: 'overview', path: '/overview' },
  { name: 'overview-dark', path: '/overview', colorScheme: 'dark' },
  { name: 'device', path: '/devices/1' },
  { name: 'chart', path: '/params/1' },
  { name: 'alerts', path: '/alerts' },
  { name: 'dashboard', path: '/dashboards' },
  { name: 'map', path: '/overview?view=map' },
  { name: 'diagnostics', path: '/devices/1/diagnostics' },
  { name: 'energy', path: '/energy', follow: 'main a[href^="/energy/"]' },
  { name: 'picture', path: '/pictures/1' },
  { name: 'report', path: '/reports', follow: 'main a[href^="/reports/"]:not([href$="/new"])' },
  { name: 'phone', path: '/overview', viewport: phone },
]

/** And of the gateway's panel. */
const panelPictures = [
  { name: 'panel-status', path: '#/status' },
  { name: 'panel-bus', path: '#/bus', press: 'Start test', waitMs: 25_000 },
  { name: 'panel-settings', path: '#/settings' },
  { name: 'panel-tasks', path: '#/tasks/PUMPS.TSK' },
  { name: 'panel-phone', path: '#/status', viewport: phone, colorScheme: 'dark' },
]

const startDemo = async (folder) => {
  const anywhere = ['--http', '--gateway-http', '--listen', '--callback'].flatMap((flag) => [flag, '127.0.0.1:0'])
  const program = spawn(
    process.execPath,
    [join(root, 'packages/cli/src/main.ts'), 'demo', '--data', folder, '--json', '--no-library', ...anywhere],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const { value } = await createInterface({ input: program.stdout })[Symbol.asyncIterator]().next()
  return { program, ...JSON.parse(value) }
}

const signIn = async (page, { console: url, email, emailPassword }) => {
  await page.goto(url)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(emailPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
}

/** Uses one browser context for pictures with the same settings, which signs in once. */
const takeAll = async (browser, cloud, { viewport = desk, colorScheme = 'light', locale = 'en-GB' }, wanted) => {
  const context = await browser.newContext({ viewport, colorScheme, locale, timezoneId: 'Europe/Kyiv' })
  const page = await context.newPage()
  await signIn(page, cloud)
  for (const { file, path, follow, tab, isWhole = false } of wanted) {
    await page.goto(new URL(path, cloud.console).href)
    await page.waitForLoadState('load')
    if (follow !== undefined) await page.locator(follow).first().click()
    if (tab !== undefined) await page.goto(`${page.url().split('?')[0]}/${tab}`)
    // The page is there, charts are drawn and the first live values are in; then what still loads.
    await page.waitForTimeout(4000)
    await page.waitForFunction(() => document.querySelector('[data-skeleton]') === null, undefined, loading)
    // Visitors of the demo have no alert to set up.
    const hide = page.getByRole('button', { name: 'Hide', exact: true })
    if (all === undefined && (await hide.isVisible())) await hide.click()
    await page.waitForTimeout(500)
    await page.screenshot({ path: file, fullPage: isWhole })
    console.log(file)
  }
  await context.close()
}

/** The panel of the demo's gateway: its pages are behind the `#`, and draw themselves each second. */
const takePanel = async (
  browser,
  gateway,
  { viewport = desk, colorScheme = 'light', path, press, waitMs = 4000 },
  file,
) => {
  const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB', timezoneId: 'Europe/Kyiv' })
  const page = await context.newPage()
  await page.goto(gateway.url)
  await page.getByLabel('Password').fill(gateway.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.goto(new URL(path, gateway.url).href)
  if (press !== undefined) await page.getByRole('button', { name: press }).click()
  await page.waitForTimeout(waitMs)
  await page.screenshot({ path: file })
  console.log(file)
  await context.close()
}

const folder = mkdtempSync(join(tmpdir(), 'busbar-screenshots-'))
mkdirSync(all ?? images, { recursive: true })
const { program, cloud, gateway } = await startDemo(folder)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  if (all === undefined) {
    const isWanted = ({ name }) => name.startsWith(only)
    for (const { name, ...picture } of pictures.filter(isWanted)) {
      await takeAll(browser, cloud, picture, [{ ...picture, file: join(images, `${name}.png`) }])
    }
    for (const { name, ...picture } of panelPictures.filter(isWanted)) {
      await takePanel(browser, gateway, picture, join(images, `${name}.png`))
    }
  } else {
    for (const { suffix, ...look } of looks) {
      const wanted = pages.map(({ name, ...page }) => ({
        ...page,
        file: join(all, `${name}-${suffix}.png`),
        isWhole: true,
      }))
      await takeAll(browser, cloud, look, wanted)
    }
  }
} finally {
  await browser.close()
  program.kill()
  await once(program, 'exit')
  rmSync(folder, { recursive: true, force: true })
}
