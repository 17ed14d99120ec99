import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { layReadyCluster } from '@busbar/database/testing'
import { createLog } from '@busbar/kit/log'
import { MailServer, WebServer } from '@busbar/messaging/testing'
import { Plant, serveTcp, workshop } from '@busbar/simulator'
import { type ApiResult, client } from '@busbar/wire'
import { readSettings } from '../settings/env.ts'
import { contract, errorFields } from './contract.ts'
import { startCloud } from './start.ts'

const need = <Value>(outcome: ApiResult<Value>): Value => {
  assert.ok('ok' in outcome, JSON.stringify(outcome))
  return outcome.ok
}

test('a value on the wire becomes a mail, and its link confirms the alert', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'busbar-monitoring-'))
  const mailServer = new MailServer()
  const arrived = new Promise<void>((resolve) => {
    mailServer.onContent = async () => resolve()
  })
  const smtp = await mailServer.start()
  const watcher = new WebServer()
  const heartbeat = new Promise<string>((resolve) => {
    watcher.answer = (response, { path }) => {
      response.end()
      resolve(path)
    }
  })
  const watchUrl = await watcher.start()
  const plant = await serveTcp(new Plant(workshop), { port: 0 })
  const settings = readSettings(
    {
      data,
      http: '127.0.0.1:0',
      callback: 'off',
      'raw-allow': '127.0.0.0/8:1-65535',
      smtp: smtp.href,
      'smtp-from': 'alerts@example.org',
      'heartbeat-url': `${watchUrl}/ping`,
    },
    {},
  )
  layReadyCluster(data)
  const cloud = await startCloud(settings, createLog('silent'))
  t.after(async () => {
    await cloud.stop()
    await plant.close()
    await mailServer.stop()
    await watcher.stop()
    rmSync(data, { recursive: true })
  })

  assert.equal(await heartbeat, '/ping', 'while the service does its work')
  let token = ''
  const api = client(contract, { baseUrl: cloud.url, errorFields, authorization: () => token && `token ${token}` })
  const owner = { orgName: 'Mill', name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }
  token = need(await api.orgs.setup({ ...owner, code: cloud.setupCode ?? '' })).token
  const orgId = need(await api.sessions.userOrgs())[0]?.orgId ?? 0
  const connection = { kind: 'direct', ip: '127.0.0.1', port: plant.sites[0]?.port ?? 0 } as const
  const net = need(await api.nets.create({ orgId, name: 'Hall', connection }))
  assert.ok(net.result === 'success')
  const { id: templateId } = need(await api.templates.idBySku({ sku: 'em3p' }))
  const devices = [{ name: 'Meter', modbusUnitId: 1, templateId, updatePeriodSec: 1 }]
  const [deviceId = 0] = need(await api.devices.create({ netId: net.id, devices })).deviceIds
  const voltage = need(await api.devices.trackedParams({ deviceId })).find(({ label }) => label === 'U1')
  assert.ok(voltage)
  const made = need(
    await api.alerts.create({
      orgId,
      name: 'There is voltage',
      conditionLogic: 'all',
      logAs: 'warning',
      conditions: [{ paramId: voltage.id, kind: 'g', value: 100 }],
      actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'night@example.org' }],
    }),
  )
  assert.ok(made.result === 'success')

  await arrived
  const [mail] = mailServer.mails
  assert.deepEqual(mail?.to, ['night@example.org'])
  // Long lines of a mail are broken after an equals sign.
  const text = mail.raw.replaceAll('=\r\n', '')
  assert.match(text, /There is voltage/)
  const [link] = /http:\/\/127\.0\.0\.1:\d+\/confirm\/[0-9a-f-]{36}/.exec(text) ?? []
  assert.ok(link)
  const alertId = made.id
  assert.equal(need(await api.alerts.status({ alertId })).confirmed, undefined)
  assert.equal((await fetch(link)).status, 200)
  assert.equal(need(await api.alerts.status({ alertId })).confirmed, undefined)
  assert.equal((await fetch(link, { method: 'POST' })).status, 200)
  assert.equal(need(await api.alerts.status({ alertId })).confirmed?.from, 'email')
  assert.equal((await fetch(link, { method: 'POST' })).status, 409)
  const [record] = need(await api.alerts.log({ alertId })).records
  assert.deepEqual([record?.status, record?.logAs], ['confirmed', 'warning'])
})
