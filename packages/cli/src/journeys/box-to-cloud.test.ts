import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startCloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import { readSettings } from '@busbar/cloud/env'
import { consoleFolder } from '@busbar/console'
import { layReadyCluster } from '@busbar/database/testing'
import { startGateway } from '@busbar/gateway'
import { readEnv } from '@busbar/gateway/env'
import { panelFolder } from '@busbar/panel'
import { openPty } from '@busbar/serial'
import { Plant, serveSerial, workshop } from '@busbar/simulator'
import { type ApiResult, client } from '@busbar/wire'
import { type Browser, chromium, type Page } from 'playwright-core'

const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)
const skipReason =
  process.env['BUSBAR_JOURNEYS'] === 'all'
    ? chromiumPath === undefined && 'skipped: chromium not found'
    : 'npm run test:journeys has further journeys'
const anywhere = '127.0.0.1:0'
const [site = assert.fail('the workshop has a line')] = workshop.sites
const owner = { orgName: 'Mill', name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }

const need = <Value>(outcome: ApiResult<Value>): Value => {
  assert.ok('ok' in outcome, JSON.stringify(outcome))
  return outcome.ok
}

/**
 * Starts a line with the workshop, a new gateway on it, and a cloud with its console. The gateway has one release on
 * trial and one rolled back.
 */
const start = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-box-to-cloud-'))
  const releases = join(folder, 'releases')
  mkdirSync(releases)
  mkdirSync(join(folder, 'card'))
  writeFileSync(join(releases, 'bad'), '990\n')
  writeFileSync(join(releases, 'trial'), '100 1\n')
  const pty = await openPty()
  const plant = new Plant(workshop)
  serveSerial(plant, plant.site(site.id), pty)
  const settings = { data: join(folder, 'c'), http: anywhere, callback: anywhere, 'log-level': 'silent' }
  layReadyCluster(settings.data)
  const cloud = await startCloud(readSettings(settings, {}), undefined, consoleFolder)
  const panel = (await panelFolder()) ?? assert.fail('there is no panel')
  const places = { http: anywhere, modbus: anywhere, port: pty.path, data: join(folder, 'g'), 'log-level': 'silent' }
  const gateway = await startGateway(readEnv({ ...places, panel, releases, card: join(folder, 'card') }, {}))
  const stop = async (): Promise<void> => {
    await gateway.stop()
    await cloud.stop()
    await pty.close()
    rmSync(folder, { recursive: true })
  }
  return { cloud, gateway, stop }
}

describe('from a new box to readings in the cloud', { skip: skipReason }, () => {
  let world: Awaited<ReturnType<typeof start>>
  let browser: Browser
  let token = ''
  before(async () => {
    world = await start()
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  })
  after(async () => {
    await browser.close()
    await world.stop()
  })
  const api = () =>
    client(contract, { baseUrl: world.cloud.url, errorFields, authorization: () => token && `token ${token}` })
  const open = async (baseURL: string, isPhone: boolean): Promise<Page> => {
    const size = isPhone ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}
    const context = await browser.newContext({ baseURL, locale: 'en-GB', timezoneId: 'Europe/Kyiv', ...size })
    context.setDefaultTimeout(60_000)
    return context.newPage()
  }
  const logIn = async (page: Page, password: string): Promise<void> => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('a phone before the box: password, search, cloud, code; the check list ends when the cloud reads', async () => {
    const page = await open(world.gateway.url, true)
    const checks = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    await page.goto('/')
    await logIn(page, world.gateway.firstPassword ?? '')
    await page.getByLabel('New password').fill('mill-7!')
    await page.getByLabel('Repeat password').fill('mill-7!')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Serial port', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Unit IDs', { exact: true }).selectOption('16')
    await page.getByRole('button', { name: 'Start scan' }).click()
    await checks('Units respond').getByText('done').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Cloud address').fill(world.cloud.callBack ?? '')
    await page.getByRole('button', { name: 'Save and connect' }).click()
    await page.getByLabel('Password', { exact: true }).waitFor()
    await logIn(page, 'mill-7!')
    await page.getByText('Spoken:').waitFor()
    const code = Number(((await page.locator('.code').textContent()) ?? '').replaceAll(/\D/g, ''))
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied.').waitFor()

    token = need(await api().orgs.setup({ ...owner, code: world.cloud.setupCode ?? '' })).token
    const orgId = need(await api().sessions.userOrgs())[0]?.orgId ?? 0
    const net = need(await api().nets.create({ orgId, name: 'Hall', connection: { kind: 'activation-code', code } }))
    assert.ok(net.result === 'success')
    await page.getByText('This gateway is bound to a network of the cloud.').waitFor()
    for (const { unit, sku, name } of site.devices) {
      const { id: templateId } = need(await api().templates.idBySku({ sku }))
      const devices = [{ name, modbusUnitId: unit, templateId, updatePeriodSec: 1 }]
      need(await api().devices.create({ netId: net.id, devices }))
    }
    await checks('The cloud polls units').getByText('done').waitFor()
  })

  test('the page of the gateway shows release, trial, rollback, links, card and clock; an owner starts an update', async () => {
    const orgId = need(await api().sessions.userOrgs())[0]?.orgId ?? 0
    const netId = need(await api().nets.list({ orgId }))[0]?.id ?? 0
    const page = await open(world.cloud.url.replace(/api\/v1\/$/, ''), false)
    await page.goto(`/nets/${netId}/gateway`)
    await page.getByLabel('E-mail address').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('reported over the reverse connection').waitFor()
    await page.getByText(/^The new release is in its trial period/).waitFor()
    await page.getByText('Rolled back after a failed trial: 990.').waitFor()
    await page.getByText('This gateway cannot install releases').waitFor()
    await page.getByText(/ free of /).waitFor()
    const clock = page.locator('dt', { hasText: /^Clock$/ }).locator('xpath=following-sibling::dd[1]')
    assert.equal(await clock.textContent(), 'correct')
    await page.getByRole('button', { name: 'Update now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Update now' }).click()
    await page
      .getByText(/^The update was not started: no way out is allowed for releases|^The update was started\./)
      .waitFor()
    const [record] = need(await api().audit.list({ orgId })).records.filter(({ action }) => action === 'gateway.update')
    assert.equal(record?.objectId, String(netId))
    await world.gateway.stop()
    await page.getByText('The gateway is not connected. The last reported status is shown.').waitFor()
    await page.getByText('reported over the reverse connection').waitFor()
  })
})
