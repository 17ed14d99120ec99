import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { layReadyCluster } from '@busbar/database/testing'
import { createLog } from '@busbar/kit/log'
import { until } from '@busbar/kit/testing'
import { answerFrom, MemoryBank } from '@busbar/modbus'
import { listen } from '@busbar/modbus/net'
import { type ApiResult, client } from '@busbar/wire'
import { readSettings } from '../settings/env.ts'
import { contract, errorFields } from './contract.ts'
import { startCloud } from './start.ts'

const need = <Value>(outcome: ApiResult<Value>): Value => {
  assert.ok('ok' in outcome, JSON.stringify(outcome))
  return outcome.ok
}

test('from a shipped template to the chart: what a device has not is a gap, and a sign comes from its register', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'busbar-no-value-'))
  const [meter, inverter] = [new MemoryBank(), new MemoryBank()]
  // A B23 on one phase that exports nothing: all ones, and 7FFF for signed numbers.
  meter.holding.fill(0xffff, 20_480, 23_400)
  meter.holding.set([0, 0, 1, 0xe240], 20_480)
  meter.holding.set([0, 2305], 23_296)
  for (const at of [23_318, 23_320, 23_322, 23_354, 23_355]) meter.holding[at] = 0x7fff
  // A Solis that discharges 3 kW.
  inverter.input[33_135] = 1
  inverter.input[33_150] = 3000
  const banks = new Map([
    [1, meter],
    [2, inverter],
  ])
  const server = await listen({
    port: 0,
    envelope: 'tcp',
    handler: (unit, pdu) => answerFrom(banks.get(unit) ?? meter, pdu),
  })
  const settings = readSettings({ data, http: '127.0.0.1:0', callback: 'off', 'raw-allow': '127.0.0.0/8:1-65535' }, {})
  layReadyCluster(data)
  const cloud = await startCloud(settings, createLog('silent'))
  t.after(async () => {
    await cloud.stop()
    await server.close()
    rmSync(data, { recursive: true })
  })

  let token = ''
  const api = client(contract, { baseUrl: cloud.url, errorFields, authorization: () => token && `token ${token}` })
  const owner = { orgName: 'Mill', name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }
  token = need(await api.orgs.setup({ ...owner, code: cloud.setupCode ?? '' })).token
  const orgId = need(await api.sessions.userOrgs())[0]?.orgId ?? 0
  const connection = { kind: 'direct', ip: '127.0.0.1', port: server.port } as const
  const net = need(await api.nets.create({ orgId, name: 'Hall', connection }))
  assert.ok(net.result === 'success')
  const skus = ['abb-b23', 'solis-hybrid']
  const templateIds = await Promise.all(skus.map(async (sku) => need(await api.templates.idBySku({ sku })).id))
  const devices = templateIds.map((templateId, i) => ({
    name: `Device ${i + 1}`,
    modbusUnitId: i + 1,
    templateId,
    updatePeriodSec: 1,
  }))
  const { deviceIds } = need(await api.devices.create({ netId: net.id, devices }))
  const params = (await Promise.all(deviceIds.map((deviceId) => api.devices.trackedParams({ deviceId })))).flatMap(need)
  const idOf = (label: string): number => params.find((one) => one.label === label)?.id ?? 0
  const day = { from: new Date('2000-01-01'), till: new Date('2100-01-01') }
  const readings = async (label: string) => need(await api.readings.get({ paramId: idOf(label) }))

  const missing = ['E_exp', 'E_exp1', 'I2', 'P1', 'PF1'].map(idOf)
  // Until both devices were read.
  await until(async () => (await readings('U1')).length > 0 && (await readings('P_bat')).length > 0)
  const gaps = need(await api.readings.gaps({ paramIds: missing, ...day }))
  for (const id of missing) assert.deepEqual([gaps[id]?.length, gaps[id]?.[0]?.reason], [1, 'NoValue'])
  assert.deepEqual(need(await api.readings.minMaxRange({ paramIds: missing, ...day })), {})
  assert.deepEqual(
    (await Promise.all(['U1', 'E_imp', 'P_bat'].map(readings))).map(([first]) => first?.[1]),
    [230.5, 1234.56, -3000],
  )
})
