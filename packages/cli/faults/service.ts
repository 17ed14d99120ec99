import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { contract, errorFields } from '@busbar/cloud/contract'
import { Plant, serveTcp, swarm } from '@busbar/simulator'
import { client } from '@busbar/wire'
import { LiveLog } from '../crash/live-log.ts'
import { apiOf } from '../src/demo/api.ts'
import { makeDevices, makeNets } from '../src/demo/networks.ts'
import { demoOrg, signInOwner, withKey } from '../src/demo/owner.ts'
import { demoSecrets } from '../src/demo/secrets.ts'
import { start } from '../src/testing/program.ts'

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

/** The service on a database by URL, polling this many devices once a second. */
export const startPolling = async (t: TestContext, url: string, devices: number, ...more: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-faults-'))
  const units = 20
  const served = await serveTcp(new Plant(swarm({ sites: Math.ceil(devices / units), units })), { port: 0 })
  const running = start('cloud', '--data', join(folder, 'cloud'), '--db', url, ...flags, ...more)
  t.after(async () => {
    running.program.kill('SIGTERM')
    await running.exit
    await served.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const { cloud } = JSON.parse(await running.line()) as Ready
  const service = { url: cloud.url, setupCode: cloud.setupCode ?? null }
  const secrets = demoSecrets(folder)
  const { api, signIn } = apiOf(service)
  signIn(await signInOwner(api, service, secrets))
  const orgId = await demoOrg(api, secrets, folder)
  const nets = await makeNets(api, orgId, served.sites)
  for (const { site } of served.sites) await makeDevices(api, nets.get(site.id) ?? 0, site)
  const key = await withKey(api, orgId, folder, secrets)
  let token = ''
  const user = client(contract, { baseUrl: service.url, errorFields, authorization: () => token && `token ${token}` })
  const session = await user.sessions.authenticate(key)
  assert.ok('ok' in session)
  token = session.ok.token
  for (const netId of nets.values()) {
    const list = await user.nets.devices({ netId })
    assert.ok('ok' in list)
    for (const { id: deviceId } of list.ok) await user.devices.change({ deviceId, updatePeriodSec: 1 })
  }
  const log = new LiveLog()
  const headers = (): Record<string, string> => ({
    'content-type': 'application/json',
    authorization: `token ${token}`,
  })
  /** Resolves when so many polls were told. */
  const listen = (polls: number): Promise<void> => log.listen(`${service.url}org/${orgId}/live/`, headers(), polls)

  const metrics = async (): Promise<Map<string, number>> => {
    const text = await (await fetch(new URL('/metrics', service.url))).text()
    return new Map(
      [...text.matchAll(/^([a-z_]+)(?:\{[^}]*\})? (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
    )
  }

  /** Told values that are not stored, and those stored twice. */
  const check = async (): Promise<{ told: number; missing: number; doubled: number }> => {
    const { missing, twice } = await log.compare(async (paramId, till, pointsLimit) => {
      const page = await user.readings.get({ paramId, ...(till && { till }), pointsLimit })
      assert.ok('ok' in page)
      return page.ok
    })
    return { told: log.told.size, missing: missing.length, doubled: twice + log.doubled }
  }
  return { ...running, service, user, orgId, listen, metrics, check }
}
