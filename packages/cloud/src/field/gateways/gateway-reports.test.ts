import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { packReport, reportOffsetIn, reportPart, updateAnswer } from '@busbar/uplink/report'
import { newKey } from '../call-back/testing/gateway.ts'
import { startCallBack } from '../call-back/testing/start.ts'
import { GatewayReports } from './gateway-reports.ts'

const minuteMs = 60_000
const report = {
  fwUpdate: {
    updateState: 'SAVED_FILE_UNKNOWN',
    downloadState: 'SERVER_FILE_UNKNOWN',
    progress: null,
    errorCode: null,
    availableVersion: null,
    savedVersion: null,
    currentVersion: 103,
  },
  time: { timeLocal: '2026-11-14T02:00:09', timeUtc: '2026-11-14T00:00:09Z' },
}
type GatewayView = { told?: { on: string; by: string; report: object }; problem?: string; reachedBy?: string }

/** A bound gateway with a reverse connection; `world` defines its responses. */
const setUp = async (t: TestContext, hasVpn = false) => {
  const calling = await startCallBack(t)
  const { api, field, call, codeOf, bind } = calling
  const world = { told: JSON.stringify(report), isOld: false, problem: null as string | null, asked: 0 }
  const gateway = call(1, newKey(), {
    answer: (pdu, own) => {
      const isProof = pdu[0] !== 0x42 || (pdu[1] ?? 0) < 4
      if (isProof) return own()
      if (world.isOld) return Buffer.of(0xc2, 1)
      if (pdu[1] === 5) return Buffer.from(updateAnswer(world.problem))
      world.asked += 1
      return Buffer.from(reportPart(packReport(world.told), reportOffsetIn(pdu) ?? 0))
    },
  })
  const netId = await bind({ kind: 'activation-code', code: await codeOf(gateway) })
  await until(() => field.link(netId)?.gatewayUnit === 255)
  const { now } = api.service
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  const { sql } = api.service.db
  const reports = new GatewayReports({ sql, clock: api.clock, now, log, field, hasVpn })
  api.service.gatewayReports = reports
  t.after(() => reports.stop())
  const path = `/net/${netId}/gateway/`
  const get = async (): Promise<GatewayView> => (await api.call('viewer', 'GET', path)).body as GatewayView
  const ask = async (): Promise<GatewayView> =>
    (await api.call('viewer', 'POST', `${path}ask/`, {})).body as GatewayView
  return { ...calling, gateway, netId, world, reports, path, get, ask }
}

test('a report is stored with its time; an old value never gets a new time', async (t) => {
  const { api, get, ask, world, gateway, field, netId } = await setUp(t)
  assert.deepEqual([(await get()).told, (await get()).reachedBy], [undefined, 'call-back'])
  const first = await ask()
  const on = '2026-11-14T00:00:00.000Z'
  assert.deepEqual(first.told, { on, by: 'call-back', clockOffSec: 9, report })
  await ask()
  assert.equal(world.asked, 1, 'asked just now')
  await api.clock.advanceAsync(minuteMs)
  world.isOld = true
  const later = await ask()
  assert.deepEqual([later.told, later.problem], [first.told, 'this gateway does not support this request'])
  world.isOld = false
  world.told = '{"time":"soon"}'
  assert.deepEqual([(await ask()).told, (await get()).problem], [first.told, 'it told nothing'])
  gateway.hangUp()
  await until(() => field.link(netId)?.gatewayUnit === null)
  const gone = await ask()
  assert.deepEqual([gone.told, gone.reachedBy], [first.told, undefined])
})

test('a report of many parts arrives whole', async (t) => {
  const { ask, world } = await setUp(t)
  const noise = Array.from({ length: 900 }, (_, i) => (i * 7919) % 9973).join('-')
  world.told = JSON.stringify({ ...report, noise })
  assert.deepEqual((await ask()).told?.report, report)
  assert.ok(world.asked > 3, String(world.asked))
})

test('it is asked every five minutes, and when it calls in', async (t) => {
  const { api, reports, get, world } = await setUp(t)
  reports.start()
  await api.clock.advanceAsync(5 * minuteMs - 1)
  assert.equal(world.asked, 0)
  await api.clock.advanceAsync(1)
  await until(async () => (await get()).told !== undefined)
  await api.clock.advanceAsync(5 * minuteMs)
  await until(async () => (await get()).told?.on === '2026-11-14T00:10:00.000Z')
  assert.equal(world.asked, 2)
})

test('an owner starts an update, which is recorded; other users may not, and a failure has its reason', async (t) => {
  const { api, path, sql, world, gateway, field, netId, ask, get } = await setUp(t)
  await ask()
  const start = (as: 'owner' | 'manager') => api.call(as, 'POST', `${path}update/`, {})
  assert.equal((await start('manager')).status, 401)
  const under = { ...report, fwUpdate: { ...report.fwUpdate, downloadState: 'DOWNLOADER_BUSY' } }
  world.told = JSON.stringify(under)
  assert.deepEqual((await start('owner')).body, { status: 'begun' })
  assert.deepEqual((await get()).told?.report, under, 'what was told just before is told anew')
  const [record] = await sql`select action, object_id from audit order by id desc limit 1`
  assert.deepEqual([record?.['action'], record?.['object_id']], ['gateway.update', String(netId)])
  world.problem = 'a release needs a card, and none is there'
  assert.deepEqual((await start('owner')).body, { status: 'error', errorMessage: world.problem })
  gateway.hangUp()
  await until(() => field.link(netId)?.gatewayUnit === null)
  assert.deepEqual((await start('owner')).body, { status: 'error', errorMessage: 'NoConnection' })
})

test('a gateway that has a tunnel is asked by it', async (t) => {
  const { api, sql, netId, ask, path } = await setUp(t, true)
  const asked: string[] = []
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url?.split('?')[0]}`)
    const isUpdate = method === 'POST'
    response.statusCode = isUpdate ? 409 : 200
    const { time } = report
    response.end(JSON.stringify(isUpdate ? { message: 'no card' } : url === '/api/firmware/' ? {} : { time }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  await sql`
    insert into vpn_peer (address, gateway_id, public_key, api_port, last_handshake_on)
    select '127.0.0.1', id, ${Buffer.alloc(32, 1)}, ${port}, ${api.service.now()} from gateway where net_id = ${netId}`
  await sql`update gateway set vpn_ip = '127.0.0.1' where net_id = ${netId}`
  const { told } = await ask()
  assert.deepEqual([told?.by, told?.report], ['vpn', { time: report.time }])
  const { body } = await api.call('owner', 'POST', `${path}update/`, {})
  assert.deepEqual(body, { status: 'error', errorMessage: 'no card' })
  assert.deepEqual(asked, [
    'GET /api/state/get/',
    'GET /api/firmware/',
    'GET /api/tasks/',
    'GET /api/units/',
    'GET /api/https/',
    'POST /api/cmd/firmware/update/',
  ])
  await api.clock.advanceAsync(4 * minuteMs)
  assert.equal((await ask()).reachedBy, 'call-back', 'the tunnel is silent for more than three minutes')
})

test('a network without a gateway has none', async (t) => {
  const { api } = await startCallBack(t)
  const made = await api.call('manager', 'POST', `/org/${api.orgId}/nets/create/`, {
    name: 'Dialled',
    connection: { kind: 'direct', ip: '192.0.2.7', port: 502 },
  })
  const { id } = made.body as { id: number }
  for (const [method, rest] of [
    ['GET', ''],
    ['POST', 'ask/'],
    ['POST', 'update/'],
  ] as const)
    assert.equal((await api.call('owner', method, `/net/${id}/gateway/${rest}`, {})).status, 404, rest)
})
