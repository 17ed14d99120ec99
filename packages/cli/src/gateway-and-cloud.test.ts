import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startCloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import { readSettings } from '@busbar/cloud/env'
import { layReadyCluster } from '@busbar/database/testing'
import { startGateway } from '@busbar/gateway'
import { readEnv } from '@busbar/gateway/env'
import { until } from '@busbar/kit/testing'
import { openPty } from '@busbar/serial'
import { Plant, serveSerial, workshop } from '@busbar/simulator'
import { type ApiResult, client } from '@busbar/wire'
import { type GatewayClient, logInAsAdmin } from './testing/administrator.ts'

const need = <Value>(outcome: ApiResult<Value>): Value => {
  assert.ok('ok' in outcome, JSON.stringify(outcome))
  return outcome.ok
}

const [site = assert.fail('the workshop has a line')] = workshop.sites
const anywhere = '127.0.0.1:0'
/** Unit 3 was too slow, on a busy machine. */
const noReply = '03830b'

/** The workshop on a serial line, a gateway at its other end, and a cloud. */
const setUp = async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-chain-'))
  const pty = await openPty()
  const plant = new Plant(workshop)
  serveSerial(plant, plant.site(site.id), pty)
  const chosen = { data: join(folder, 'c'), http: anywhere, callback: anywhere, 'log-level': 'silent' }
  layReadyCluster(chosen.data)
  const cloud = await startCloud(readSettings(chosen, {}))
  const places = { http: anywhere, modbus: anywhere, port: pty.path, data: join(folder, 'g'), 'log-level': 'silent' }
  const start = () => startGateway(readEnv(places, {}))
  const box = { gateway: await start() }
  t.after(async () => {
    await box.gateway.stop()
    await cloud.stop()
    await pty.close()
    rmSync(folder, { recursive: true })
  })
  const password = box.gateway.firstPassword ?? assert.fail('a new gateway has a password to tell')
  const restart = async (): Promise<void> => {
    await box.gateway.stop()
    box.gateway = await start()
  }
  return { cloud, box, restart, enter: () => logInAsAdmin(box.gateway.url, password) }
}

interface DeviceSearch {
  status: 'DONE' | 'BUSY'
  uid: number
  foundDevices: { uid: number }[]
}

/** Units from 1 to `last` that answer. A busy machine may miss one: then it searches again. */
const search = async (ask: GatewayClient, last: number): Promise<number[]> => {
  for (;;) {
    await ask('modbus/find/start/', { baudRate: 9600, charFormat: 0, frameMode: 0 })
    const searchResult = async () => (await ask('modbus/find/result/?list')) as DeviceSearch
    await until(async () => (await searchResult()).uid > last)
    await until(async () => ((await ask('modbus/find/stop/', {})) as DeviceSearch).status === 'DONE')
    const units = (await searchResult()).foundDevices.map(({ uid }) => uid)
    if (units.length >= last) return units
  }
}

/** The answer to a raw request, in hex. */
const raw = async (ask: GatewayClient, reqData: string): Promise<string> => {
  const { tid } = (await ask('modbus/req/', { reqData })) as { tid: number }
  for (;;) {
    const response = (await ask(`modbus/resp/?tid=${tid}`)) as { respData: string; status: 'DONE' | 'BUSY' }
    if (response.status === 'DONE') return response.respData
  }
}

interface CallBackState {
  mbTcpCallback: { state: string; activationWithCode: string | null; activationCode: string }
}

const stateOf = async (ask: GatewayClient) => ((await ask('state/get/?mbTcpCallback')) as CallBackState).mbTcpCallback

test('the cloud reads units on the line of the gateway, also after a restart of the gateway', async (t) => {
  const { cloud, box, restart, enter: login } = await setUp(t)
  let ask = await login()
  const units = await search(ask, site.devices.length)
  assert.deepEqual(
    units,
    site.devices.map(({ unit }) => unit),
  )

  // No other may yet; an administrator is not asked for a Modbus password.
  let answer = await raw(ask, '030300000001')
  while (answer === noReply) answer = await raw(ask, '030300000001')
  assert.match(answer, /^030302[0-9a-f]{4}$/)

  const [hostname, port] = cloud.callBack?.split(':') ?? []
  const cbCloud = { hostname, connPort: Number(port), connMode: 3, delayForConnSec: 1 }
  await ask('settings/saved/set/', { cbCloud, protect: { mbGateReadEnable: true } })
  await box.gateway.reboot()
  ask = await login()
  await until(async () => (await stateOf(ask)).activationWithCode === 'set')
  const code = Number((await stateOf(ask)).activationCode)

  let token = ''
  const api = client(contract, { baseUrl: cloud.url, errorFields, authorization: () => token && `token ${token}` })
  const owner = { orgName: 'Mill', name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }
  token = need(await api.orgs.setup({ ...owner, code: cloud.setupCode ?? '' })).token
  const orgId = need(await api.sessions.userOrgs())[0]?.orgId ?? 0
  const net = need(await api.nets.create({ orgId, name: 'Hall', connection: { kind: 'activation-code', code } }))
  assert.ok(net.result === 'success')
  await until(async () => (await stateOf(ask)).activationWithCode === 'activated')

  const firstParams: number[] = []
  for (const { unit, sku, name } of site.devices) {
    const { id: templateId } = need(await api.templates.idBySku({ sku }))
    const devices = [{ name, modbusUnitId: unit, templateId, updatePeriodSec: 1 }]
    const [deviceId = 0] = need(await api.devices.create({ netId: net.id, devices })).deviceIds
    const [param] = need(await api.devices.trackedParams({ deviceId }))
    firstParams.push(param?.id ?? 0)
  }
  /** When every device was read for the last time, or undefined where one never was. */
  const readOn = async (): Promise<number[] | undefined> => {
    const last = Object.values(need(await api.values.lastReadings({ paramIds: firstParams, lang: 'en' })))
    const times = last.flatMap((reading) => ('readOn' in reading ? [Date.parse(reading.readOn)] : []))
    return times.length === units.length ? times : undefined
  }
  await until(async () => (await readOn()) !== undefined)

  // The report of the gateway over its connection, and an update without a memory card.
  const { told } = need(await api.gateways.ask({ netId: net.id }))
  assert.deepEqual([told?.by, told?.report.memCard?.isInserted], ['call-back', false])
  assert.match(told?.report.firmware?.version ?? '', /^\d+\.\d+\.\d+$/)
  assert.ok(Math.abs(told?.clockOffSec ?? 99) <= 2)
  assert.equal(Object.keys(told?.report ?? {}).length, 13)
  const update = need(await api.gateways.update({ netId: net.id }))
  assert.match(
    'errorMessage' in update ? update.errorMessage : '',
    /^no way out is allowed|^no web server|needs a card/,
  )

  await restart()
  const restartedMs = Date.now()
  await until(async () => (await readOn())?.every((time) => time > restartedMs) ?? false)
  const { state, activationWithCode } = await stateOf(await login())
  assert.deepEqual([state, activationWithCode], ['connected', 'activated'])
  assert.equal(need(await api.links.status({ netId: net.id })).connected, true)
})
