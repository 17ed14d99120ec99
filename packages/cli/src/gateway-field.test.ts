import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startCloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import { readSettings } from '@busbar/cloud/env'
import { layReadyCluster } from '@busbar/database/testing'
import { readStatus } from '@busbar/gateway/local-commands'
import { until } from '@busbar/kit/testing'
import { type ApiResult, client } from '@busbar/wire'
import { logInAsAdmin } from './testing/administrator.ts'
import { start } from './testing/program.ts'

const need = <Value>(outcome: ApiResult<Value>): Value => {
  assert.ok('ok' in outcome, JSON.stringify(outcome))
  return outcome.ok
}

test('plant, gateway and cloud: what is on the serial line is read in the cloud', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-whole-'))
  const line = join(folder, 'line')
  const plant = start('simulate', '--listen', '127.0.0.1:0', '--json', '--pty', line)
  const chosen = { data: join(folder, 'c'), http: '127.0.0.1:0', callback: '127.0.0.1:0', 'log-level': 'silent' }
  layReadyCluster(chosen.data)
  const cloud = await startCloud(readSettings(chosen, {}))
  await plant.line()
  const places = ['--http', '127.0.0.1:0', '--modbus', '127.0.0.1:0', '--log-level', 'error']
  const startGateway = () => start('gateway', '--data', join(folder, 'g'), '--port', line, ...places, '--json')
  let box = startGateway()
  t.after(async () => {
    for (const { program } of [box, plant]) program.kill()
    assert.deepEqual([await box.exit, await plant.exit], [0, 0])
    await cloud.stop()
    rmSync(folder, { recursive: true })
  })
  interface ReadyLine {
    gateway: { url: string; password: string }
  }
  const first = (JSON.parse(await box.line()) as ReadyLine).gateway
  const [hostname, port] = cloud.callBack?.split(':') ?? []
  const ask = await logInAsAdmin(first.url, first.password)
  const cbCloud = { hostname, connPort: Number(port), connMode: 3 }
  await ask('settings/saved/set/', { cbCloud, protect: { mbGateReadEnable: true } })
  box.program.kill()
  assert.equal(await box.exit, 0)
  box = startGateway()
  const { url } = (JSON.parse(await box.line()) as ReadyLine).gateway
  const again = await logInAsAdmin(url, first.password)
  interface CallBackState {
    mbTcpCallback: { activationWithCode: string | null; activationCode: string }
  }
  const state = async () => ((await again('state/get/?mbTcpCallback')) as CallBackState).mbTcpCallback
  await until(async () => (await state()).activationWithCode === 'set')
  const code = Number((await state()).activationCode)

  let token = ''
  const api = client(contract, { baseUrl: cloud.url, errorFields, authorization: () => token && `token ${token}` })
  const owner = { orgName: 'Mill', name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }
  token = need(await api.orgs.setup({ ...owner, code: cloud.setupCode ?? '' })).token
  const orgId = need(await api.sessions.userOrgs())[0]?.orgId ?? 0
  const net = need(await api.nets.create({ orgId, name: 'Hall', connection: { kind: 'activation-code', code } }))
  assert.ok(net.result === 'success')
  await until(async () => (await state()).activationWithCode === 'activated')
  const { keys } = await readStatus(join(folder, 'g'))
  assert.deepEqual(
    { gateway: keys.gateway, cloud: keys.cloud, cloudIs: keys.cloudIs },
    { ...need(await api.links.settings({ netId: net.id })).keys, cloudIs: 'pinned' },
    'who reads both to each other finds them the same',
  )
  const { id: templateId } = need(await api.templates.idBySku({ sku: 'em3p' }))
  const devices = [{ name: 'Meter', modbusUnitId: 1, templateId, updatePeriodSec: 1 }]
  const [deviceId = 0] = need(await api.devices.create({ netId: net.id, devices })).deviceIds
  const paramIds = need(await api.devices.trackedParams({ deviceId })).map(({ id }) => id)
  const read = async () => Object.values(need(await api.values.lastReadings({ paramIds, lang: 'en' })))
  await until(async () => (await read()).some((reading) => 'value' in reading))
})
