import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { contract, errorFields } from '@busbar/cloud/contract'
import { Plant, type ServedSite, serveTcp, workshop } from '@busbar/simulator'
import { client } from '@busbar/wire'
import { apiOf as demoApi } from '../src/demo/api.ts'
import { makeDevices, makeNets } from '../src/demo/networks.ts'
import { demoOrg, signInOwner, withKey } from '../src/demo/owner.ts'
import { demoSecrets } from '../src/demo/secrets.ts'
import { start } from '../src/testing/program.ts'
import { LiveLog } from './live-log.ts'

const kills = Number(process.env['BUSBAR_TEST_KILLS'] ?? 50)
const readyMsMax = 5000
const flags = [
  '--http',
  '127.0.0.1:0',
  '--callback',
  'off',
  '--raw-allow',
  '127.0.0.0/8:1-65535',
  '--quota',
  '0',
  '--json',
]

interface Ready {
  cloud: { url: string; setupCode?: string }
}

/** The service as it is run by people, on the same data each time. */
const startService = async (folder: string) => {
  const beganAt = performance.now()
  const running = start('cloud', '--data', join(folder, 'cloud'), ...flags)
  const { cloud } = JSON.parse(await running.line()) as Ready
  return { ...running, url: cloud.url, setupCode: cloud.setupCode ?? null, readyMs: performance.now() - beganAt }
}

/** An organization with the workshop's devices, and a key. */
const prepare = async (
  service: { url: string; setupCode: string | null },
  folder: string,
  sites: readonly ServedSite[],
) => {
  const secrets = demoSecrets(folder)
  const { api, signIn } = demoApi(service)
  signIn(await signInOwner(api, service, secrets))
  const orgId = await demoOrg(api, secrets, folder)
  const nets = await makeNets(api, orgId, sites)
  for (const { site } of sites) await makeDevices(api, nets.get(site.id) ?? 0, site)
  return { orgId, key: await withKey(api, orgId, folder, secrets) }
}

test(`${kills} kills while it polls: what was told is stored, once`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-crash-'))
  const served = await serveTcp(new Plant(workshop), { port: 0 })
  t.after(async () => {
    await served.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  let service = await startService(folder)
  const demo = await prepare(service, folder, served.sites)
  let token = ''
  const apiOf = (baseUrl: string) =>
    client(contract, { baseUrl, errorFields, authorization: () => token && `token ${token}` })
  const signIn = async (): Promise<void> => {
    const session = await apiOf(service.url).sessions.authenticate(demo.key)
    assert.ok('ok' in session)
    token = session.ok.token
  }
  await signIn()
  const [net] = await apiOf(service.url)
    .nets.list({ orgId: demo.orgId })
    .then((nets) => ('ok' in nets ? nets.ok : []))
  const devices = await apiOf(service.url).nets.devices({ netId: net?.id ?? 0 })
  assert.ok('ok' in devices)
  for (const { id: deviceId } of devices.ok) await apiOf(service.url).devices.change({ deviceId, updatePeriodSec: 1 })

  const log = new LiveLog()
  const ready: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const headers = { 'content-type': 'application/json', authorization: `token ${token}` }
    // A different moment each time: from the first poll after the start to some that are under way.
    await log.listen(`${service.url}org/${demo.orgId}/live/`, headers, 1 + ((kill * 7) % 23))
    service.program.kill('SIGKILL')
    await service.exit
    service = await startService(folder)
    ready.push(service.readyMs)
    await signIn()
  }

  const { stored, missing, twice } = await log.compare(async (paramId, till, pointsLimit) => {
    const page = await apiOf(service.url).readings.get({ paramId, ...(till && { till }), pointsLimit })
    assert.ok('ok' in page)
    return page.ok
  })
  service.program.kill('SIGTERM')
  await service.exit
  ready.sort((a, b) => a - b)
  t.diagnostic(
    `told ${log.told.size}, stored ${stored}; ready after ${Math.round(ready[kills >> 1] ?? 0)} ms, at worst ${Math.round(ready.at(-1) ?? 0)} ms`,
  )
  assert.ok(log.told.size > kills)
  assert.deepEqual([missing, twice, log.doubled], [[], 0, 0])
  assert.ok((ready.at(-1) ?? 0) < readyMsMax)
})
