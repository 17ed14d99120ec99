import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { apiOf } from '../src/demo/api.ts'
import { demoOrg, signInOwner } from '../src/demo/owner.ts'
import { demoSecrets } from '../src/demo/secrets.ts'
import { heavyDrawing, hostileDrawing, mark } from './drawings.ts'
import { SeededRandom, seed } from './seeded-random.ts'
import { startService } from './service.ts'

console.log(`BUSBAR_TEST_HOSTILE_SEED=${seed}`)

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env['BUSBAR_TEST_CHROMIUM'] ?? paths.find((path) => existsSync(path))
const skip = executablePath === undefined && 'skipped: chromium not found'

const tries = 600
const drawMsMax = 20_000

/**
 * Adds a drawing to a page in every possible way, triggers its events, and returns whether one of its scripts ran. It
 * runs in the browser.
 */
const script = `async (text, name) => {
  const read = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  const picture = new Image()
  const drawn = new Promise((resolve) => { picture.onload = picture.onerror = resolve })
  picture.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  const holder = document.createElement('div')
  holder.innerHTML = text
  document.body.replaceChildren(document.importNode(read, true), holder, picture)
  await drawn
  for (const element of document.body.querySelectorAll('*')) {
    for (const event of ['click', 'focus', 'mouseover', 'load', 'begin']) element.dispatchEvent(new Event(event))
  }
  await new Promise(requestAnimationFrame)
  return Object.hasOwn(globalThis, name)
}`

const look = (page: Page, source: string): Promise<boolean> =>
  page.evaluate<boolean>(`(${script})(${JSON.stringify(source)}, ${JSON.stringify(mark)})`)

describe('drawings that the service keeps, in a browser under the policy of its console', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-drawings-'))
  const ends: (() => unknown)[] = []
  let browser: Browser
  let page: Page
  let keep: (source: string) => Promise<string | null>
  let left: string[] = []
  before(async () => {
    const { cloud } = await startService({ after: (end) => ends.push(end as () => unknown) })
    const { api, signIn } = apiOf(cloud)
    const secrets = demoSecrets(folder)
    signIn(await signInOwner(api, { setupCode: cloud.setupCode ?? null }, secrets))
    const orgId = await demoOrg(api, secrets, folder)
    keep = async (source) => {
      const made = await api.visualizations.create({ orgId, name: 'Drawing', source, bindings: [] })
      if (!('ok' in made)) {
        assert.equal(made.err.status, 400, JSON.stringify(made))
        return null
      }
      const stored = await api.visualizations.get({ visId: made.ok.id })
      await api.visualizations.delete({ visId: made.ok.id })
      return 'ok' in stored ? stored.ok.source : null
    }
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
    page = await browser.newPage()
    const { origin } = new URL(cloud.url)
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(origin) && !/^(blob|data):/.test(url)) left.push(url)
    })
    page.on('dialog', (dialog) => left.push(dialog.message()))
    const answer = await page.goto(origin)
    assert.match(answer?.headers()['content-security-policy'] ?? '', /default-src 'none'/)
  })
  after(async () => {
    await browser.close()
    for (const end of ends) await end()
    rmSync(folder, { recursive: true, force: true })
  })

  test('no script runs, and no request leaves', async (t) => {
    const chance = new SeededRandom(4)
    let storedCount = 0
    for (let i = 0; i < tries; i += 1) {
      const source = hostileDrawing(chance)
      const clean = await keep(source)
      if (clean === null) continue
      storedCount += 1
      left = []
      const hasRun = await look(page, clean)
      assert.deepEqual([hasRun, left], [false, []], source)
    }
    t.diagnostic(`${storedCount} of ${tries} were kept`)
    assert.ok(storedCount > tries / 10)
  })

  test('heavy drawings are rendered in time, or refused', async (t) => {
    const chance = new SeededRandom(5)
    let storedCount = 0
    for (let i = 0; i < 40; i += 1) {
      const clean = await keep(heavyDrawing(chance))
      if (clean === null) continue
      storedCount += 1
      const beganAt = performance.now()
      await look(page, clean)
      assert.ok(performance.now() - beganAt < drawMsMax)
    }
    t.diagnostic(`${storedCount} of 40 were kept`)
  })
})
