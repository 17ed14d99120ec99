import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { contract, errorFields } from '@busbar/cloud/contract'
import { layReadyCluster } from '@busbar/database/testing'
import { type ApiResult, client } from '@busbar/wire'
import { start } from './testing/program.ts'

interface ReadyLine {
  cloud: { url: string; callBack: string; setupCode: string }
}
interface PlantReport {
  mac: string
  code: number | null
}

const need = <Value>(outcome: ApiResult<Value>): Value => {
  assert.ok('ok' in outcome, JSON.stringify(outcome))
  return outcome.ok
}

/** Returns the next reading of a device from the live stream. */
const nextReading = async (url: string, authorization: string, deviceId: number) => {
  const response = await fetch(url, { headers: { 'content-type': 'application/json', authorization } })
  assert.ok(response.body)
  let text = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part
    for (const [, data = ''] of text.matchAll(/event: readings\ndata: (.*)\n\n/g)) {
      const reading = JSON.parse(data) as { deviceId: number; values: Record<string, string> }
      if (reading.deviceId === deviceId) return reading
    }
  }
  return assert.fail('the stream ended')
}

test('gateways call in, their codes are entered, and their devices are read', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'busbar-field-'))
  layReadyCluster(data)
  const service = start('cloud', '--data', data, '--http', '127.0.0.1:0', '--callback', '127.0.0.1:0', '--json')
  t.after(async () => {
    service.program.kill()
    assert.equal(await service.exit, 0)
    rmSync(data, { recursive: true })
  })
  const { cloud } = JSON.parse(await service.line()) as ReadyLine
  let token = ''
  const api = client(contract, { baseUrl: cloud.url, errorFields, authorization: () => token && `token ${token}` })
  const owner = { orgName: 'Mill', name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }
  token = need(await api.orgs.setup({ ...owner, code: cloud.setupCode })).token
  const [org] = need(await api.sessions.userOrgs())
  const orgId = org?.orgId ?? 0
  const { id: templateId } = need(await api.templates.idBySku({ sku: 'em3p' }))

  for (const [name = '', ...more] of [['plain'], ['TLS', '--call-back-tls', '--seed', 'another gateway']]) {
    await t.test(name, async (one) => {
      const plant = start('simulate', '--listen', '127.0.0.1:0', '--json', '--call-back', cloud.callBack, ...more)
      one.after(async () => {
        plant.program.kill()
        assert.equal(await plant.exit, 0)
      })
      await plant.line()
      const { mac, code } = JSON.parse(await plant.line()) as PlantReport
      assert.ok(code)
      assert.equal(need(await api.codes.activationCode({ code })).mac, mac)
      const connection = { kind: 'activation-code', code } as const
      const net = need(await api.nets.create({ orgId, name, connection }))
      assert.ok(net.result === 'success')
      assert.deepEqual(JSON.parse(await plant.line()), { id: 'workshop', mac, code: null })

      const devices = [{ name: 'Meter', modbusUnitId: 1, templateId, updatePeriodSec: 1 }]
      const [deviceId = 0] = need(await api.devices.create({ netId: net.id, devices })).deviceIds
      const { values } = await nextReading(`${cloud.url}org/${orgId}/live/`, `token ${token}`, deviceId)
      const paramId = Number(Object.keys(values)[0])
      const last = need(await api.values.lastReadings({ paramIds: [paramId], lang: 'en' }))
      assert.ok('value' in (last[paramId] ?? {}))
      const status = need(await api.links.status({ netId: net.id }))
      assert.deepEqual([status.connected, status.lid], [true, { backward: mac }])
    })
  }
})
