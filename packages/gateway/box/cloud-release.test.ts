import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type Box, missing, startBox } from './bed.ts'
import { Administrator, install, makePackage, makeRelease, until } from './packaged.ts'

/*
 * A cloud and a gateway, each as its package has it, under one systemd. An owner updates the gateway from its page in the cloud's console, which a
 * real browser shows.
 */

const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const script = new URL('../../../scripts/package-cloud-deb.mjs', import.meta.url).pathname
const own = generateKeyPairSync('ed25519')
/** The one of the package, whatever else this machine has. */
const busbar = '/usr/bin/busbar'
const cloud = 'http://127.0.0.1:8080'
const owner = { email: 'ann@example.org', password: 'correct horse battery' }
/** A folder is its card. A release that does not start is judged while one waits, and one that does is on trial for a minute. */
const quick = '[Service]\nReadWritePaths=/card\nRestartSec=100ms\n[Unit]\nStartLimitIntervalSec=0\n'
const gatewayOptions = 'BUSBAR_GATEWAY_CARD=/card\nBUSBAR_GATEWAY_TRIAL=1\n'
const settings = {
  firmware: { checkPeriodSec: null, downloadPeriodHr: null, updateHour: null, url: `${cloud}/firmware/gateway/` },
  download: { connMode: 1 },
  cbCloud: { hostname: '127.0.0.1', connPort: 20_502, connMode: 1 },
}

const problem = missing() ?? (chromiumPath === undefined ? 'there is no Chromium' : undefined)

describe('a release from the cloud to a box', { skip: problem ?? false, timeout: 900_000 }, () => {
  const work = mkdtempSync(join(tmpdir(), 'busbar-cloud-release-'))
  let box: Box
  let browser: Browser | undefined
  let page: Page
  let tree = ''

  const put = (path: string, text: string): void => writeFileSync(box.pathOf(path), text)
  const isReady = async (): Promise<boolean> =>
    (await box.run('curl', '-sf', `${cloud}/readyz`).catch(() => '')).includes('ready')
  const ask = async (path: string, body: object | null, token = ''): Promise<Record<string, unknown>> => {
    const sent = body === null ? [] : ['-d', JSON.stringify(body)]
    const headers = ['-H', 'content-type: application/json', '-H', `authorization: token ${token}`]
    return JSON.parse(await box.run('curl', '-s', ...headers, ...sent, `${cloud}/api/v1${path}`)) as never
  }
  /** A browser on this machine, at the network of the box. */
  const openBrowser = (): Promise<Browser> => {
    const path = join(work, 'chromium')
    writeFileSync(path, `#!/bin/sh\nexec nsenter -t ${box.pid} -n ${chromiumPath} "$@"\n`)
    chmodSync(path, 0o755)
    return chromium.launch({ executablePath: path, args: ['--no-sandbox'] })
  }
  const running = async (): Promise<number> => {
    const answer = await box.run('curl', '-s', 'http://127.0.0.1/api/version/').catch(() => '{}')
    return (JSON.parse(answer || '{}') as { firmwareVer?: number }).firmwareVer ?? 0
  }
  /** As the one who runs the cloud takes over what `npm run release` wrote. */
  const offer = async (number: string, main?: string): Promise<void> => {
    const { file, path, manifest, signature } = await makeRelease(tree, { number, main, work, key: own.privateKey })
    mkdirSync(box.pathOf(`/srv/given/${number}`))
    copyFileSync(path, box.pathOf(`/srv/given/${number}/${file}`))
    put(`/srv/given/${number}/manifest.json`, manifest.toString())
    put(`/srv/given/${number}/manifest.sig`, signature)
    const places = ['--firmware', '/srv/firmware', '--release-keys', '/usr/share/busbar-gateway/release-keys']
    assert.match(await box.run(busbar, 'admin', 'firmware', 'add', `/srv/given/${number}`, ...places), new RegExp(file))
  }
  /** Waits for a text and reports the visible text when it does not appear. */
  const shows = async (text: string | RegExp): Promise<void> => {
    const found = page.getByText(text).first()
    await found.waitFor().catch(async () => assert.fail(`no ${text} in: ${await page.locator('main').innerText()}`))
  }
  const update = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Update now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Update now' }).click()
    await shows('The update was started.')
  }

  before(async () => {
    const made = makePackage(work, own.publicKey)
    tree = made.tree
    const args = ['--disable-warning=ExperimentalWarning', script, '--uncompressed']
    const debs = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n')
    box = await startBox()
    for (const folder of ['/card', '/srv/firmware', '/srv/given', '/etc/systemd/system/busbar-gateway.service.d'])
      mkdirSync(box.pathOf(folder), { recursive: true })
    await box.run('chmod', '0777', '/card', '/srv/firmware')
    put('/etc/systemd/system/busbar-gateway.service.d/quick.conf', quick)
    for (const path of debs) copyFileSync(path, box.pathOf(`/srv/given/${basename(path)}`))
    await box.run('dpkg', '--force-depends', '-i', ...debs.map((path) => `/srv/given/${basename(path)}`))
    put('/etc/default/busbar-cloud', 'BUSBAR_FIRMWARE=/srv/firmware\n')
    await box.run('systemctl', 'restart', 'busbar-cloud')
    await install(box, made.deb)
    put('/etc/default/busbar-gateway', gatewayOptions)
    await box.run('systemctl', 'restart', 'busbar-gateway')
    await until('the cloud', isReady)
    await until('the gateway', async () => (await running()) === 100)
  })
  after(async () => {
    await browser?.close()
    await box.stop()
    rmSync(work, { recursive: true })
  })

  test('the gateway is bound to a network of the cloud', async () => {
    await box.run(busbar, 'admin', 'org', 'create', '--name', 'Mill')
    const words = `--org 1 --email ${owner.email} --name Ann --role owner --password-stdin`
    await box.run('sh', '-c', `echo '${owner.password}' | ${busbar} admin user create ${words}`)
    const administrator = new Administrator(box)
    assert.equal((await administrator.post('settings/saved/set/', settings)).status, 200)
    await administrator.post('cmd/reboot/', { rebootSec: 0 })
    const codeOf = async (): Promise<string> => {
      const state = await administrator.get('state/get/?mbTcpCallback').catch(() => ({}))
      return (state as { mbTcpCallback?: { activationCode?: string } }).mbTcpCallback?.activationCode ?? ''
    }
    await until('a code', async () => (await codeOf()) !== '')
    const { token } = await ask('/login/', owner)
    const connection = { kind: 'activation-code', code: Number(await codeOf()) }
    const net = await ask('/org/1/nets/create/', { name: 'Hall', connection }, String(token))
    assert.equal(net['result'], 'success', JSON.stringify(net))
    browser = await openBrowser()
    page = await (await browser.newContext({ baseURL: cloud, locale: 'en-GB' })).newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(`/nets/${String(net['id'])}/gateway`)
    await page.getByLabel('E-mail address').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await shows('0.1.0 (100)')
  })

  test('an owner updates it from its page, sees the trial, and that it stays', async (t) => {
    await offer('0.2.0')
    const beganMs = performance.now()
    await update()
    await shows(/^The new release is in its trial period. It is kept if no problem occurs for another/)
    assert.equal(await running(), 200)
    t.diagnostic(`on trial after ${((performance.now() - beganMs) / 1000).toFixed(0)} s`)
    // Its settings have it ask the server only when an update is wanted.
    await shows('not checked for updates yet')
    await shows('0.2.0 (200)')
    assert.equal(existsSync(box.pathOf('/var/lib/busbar-gateway-releases/trial')), false)
    t.diagnostic(`stays after ${((performance.now() - beganMs) / 1000).toFixed(0)} s`)
  })

  test('rolls back a release that does not start and reports it on the page', async (t) => {
    await offer('0.3.0', 'process.exit(1)\n')
    const beganMs = performance.now()
    await update()
    await shows('Rolled back after a failed trial: 300.')
    await shows('0.2.0 (200)')
    assert.equal(await running(), 200)
    t.diagnostic(`told as taken back after ${((performance.now() - beganMs) / 1000).toFixed(0)} s`)
    await update()
    await shows('this release was rolled back before')
    assert.equal(await running(), 200)
  })
})
