import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeviceState, LinkStatus, NetStatistics } from '@busbar/polling'
import { netOf } from '../../field/testing/test-field.ts'
import { makeObjects } from '../../server/testing/objects.ts'
import { startApi } from '../../testing/api.ts'

const at = Date.UTC(2026, 10, 14)
const statistics: NetStatistics = {
  polls: 10,
  readings: 90,
  failures: { Timeout: 3 },
  skipped: 1,
  lagP99Ms: 20,
  requestsPerCycle: 4,
  lastCycleMs: 120,
  predictedCycleMs: 130,
  periodSec: 60,
  load: 0.5,
  meanExchangeMs: null,
  backingOff: [],
}

const noConnection = () => Promise.resolve({ err: 'no-connection' as const })
const idleLink = {
  net: netOf(),
  waiting: 0,
  arrival: null,
  fence: null,
  gatewayUnit: null,
  counters: { requests: 0, answers: 0, exceptions: 0, timeouts: 0, crc: 0, busyMs: 0 },
  unitCounters: new Map(),
  load: () => 0,
  promptMs: () => null,
  meanExchangeMs: null,
  ask: noConnection,
  transact: noConnection,
}

test('links', async (t) => {
  const statuses = new Map<number, LinkStatus>()
  const polled = new Map<number, NetStatistics>()
  const states = new Map<number, DeviceState>()
  const idle: DeviceState = { state: 'disabled', nextReadOn: null, lastPollOn: null, lastDurationMs: null }
  const field = {
    link: (netId: number) => {
      const status = statuses.get(netId)
      return status && { ...idleLink, status: () => status, drop: () => 1 }
    },
  }
  const api = await startApi(t, {
    field,
    polling: {
      netStatistics: (netId) => polled.get(netId) ?? null,
      deviceState: (deviceId) => states.get(deviceId) ?? idle,
    },
  })
  const { call, orgId, service } = api
  const { sql } = service.db
  const { net, device } = await makeObjects(api, 'one')
  const path = (rest: string): string => `/net/${net}/${rest}/`

  await t.test('connection-status', async () => {
    const status = async () => (await call('viewer', 'POST', path('connection-status'))).body
    const lid = { direct: '192.0.2.7:502' }
    assert.deepEqual(await status(), { connected: false, lid })
    statuses.set(net, { isConnected: true, since: at, lastError: 'refused', lastErrorOn: at - 1000 })
    assert.deepEqual(await status(), {
      connected: true,
      lid,
      since: '2026-11-14T00:00:00.000Z',
      lastError: 'refused',
      lastErrorOn: '2026-11-13T23:59:59.000Z',
    })
    await sql`update net set ip = null, port = null, mac = '02005e100001' where id = ${net}`
    assert.deepEqual(((await status()) as { lid: object }).lid, { backward: '02:00:5e:10:00:01' })
  })

  await t.test('drop-connections', async () => {
    const drop = (as: 'operator' | 'viewer') => call(as, 'POST', path('drop-connections'))
    assert.equal((await drop('viewer')).status, 401)
    assert.deepEqual((await drop('operator')).body, { dropped: 1 })
    statuses.clear()
    assert.deepEqual((await drop('operator')).body, { dropped: 0 })
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) as count from audit where org_id = ${orgId} and action = 'net.drop-connections'`
    assert.equal(count, 2)
  })

  await t.test('statistics', async () => {
    const ask = async () => (await call('viewer', 'GET', path('statistics'))).body
    const idleDevice = { deviceId: device, name: 'Meter', modbusUnitId: 1, updatePeriodSec: 60, state: 'disabled' }
    assert.deepEqual(await ask(), { devices: [idleDevice] })
    polled.set(net, statistics)
    states.set(device, {
      state: 'backing-off',
      nextReadOn: at + 60_000,
      lastPollOn: at,
      lastDurationMs: 12,
      until: at + 4000,
      failures: 2,
    })
    await sql`
      insert into last_poll (org_id, device_id, errors, failed_on, version)
      values (${orgId}, ${device}, '{"": "Timeout"}', ${new Date(at)}, 1)`
    const { backingOff: _, load: busLoad, meanExchangeMs: __, ...others } = statistics
    assert.deepEqual(await ask(), {
      polling: { ...others, busLoad },
      devices: [
        {
          ...idleDevice,
          state: 'backing-off',
          nextReadOn: '2026-11-14T00:01:00.000Z',
          lastPollOn: '2026-11-14T00:00:00.000Z',
          lastDurationMs: 12,
          backOffTill: '2026-11-14T00:00:04.000Z',
          failures: 2,
          lastError: 'Timeout',
          lastErrorOn: '2026-11-14T00:00:00.000Z',
          trouble: { kind: 'no-answer', reason: 'Timeout' },
        },
      ],
    })
    await sql`update last_poll set read_on = ${new Date(at - 60_000)} where device_id = ${device}`
    await sql`update device set disabled_on = ${new Date(at)} where id = ${device}`
    const { devices } = (await ask()) as { devices: { trouble: object; lastGoodReadOn: string }[] }
    const [{ trouble, lastGoodReadOn } = { trouble: {}, lastGoodReadOn: '' }] = devices
    assert.deepEqual(trouble, { kind: 'paused', since: '2026-11-14T00:00:00.000Z' })
    assert.equal(lastGoodReadOn, '2026-11-13T23:59:00.000Z')
  })

  await t.test('link-settings', async () => {
    const get = async () => (await call('viewer', 'GET', path('link-settings'))).body
    const set = (as: 'owner' | 'manager' | 'operator', body: object) => call(as, 'POST', path('link-settings'), body)
    const initial = {
      timeoutMs: 1000,
      exchangeDepth: 1,
      isKeylessAllowed: false,
      isPasswordUnprovenAllowed: false,
      isWritingAllowed: true,
    }
    assert.deepEqual(await get(), initial)
    assert.equal((await set('operator', { timeoutMs: 500 })).status, 401)
    assert.deepEqual((await set('manager', { timeoutMs: 500, isKeylessAllowed: true })).body, {})
    assert.deepEqual(await get(), { ...initial, timeoutMs: 500, isKeylessAllowed: true })
    const refused = await set('manager', { exchangeDepth: 4, isPasswordUnprovenAllowed: true })
    assert.equal(refused.status, 401)
    assert.match(JSON.stringify(refused.body), /NotAuthorized.*Only an owner/)
    assert.equal((await set('manager', { isPasswordUnprovenAllowed: false })).status, 200)
    assert.equal((await set('owner', { isPasswordUnprovenAllowed: true })).status, 200)
    assert.deepEqual(await get(), {
      timeoutMs: 500,
      exchangeDepth: 1,
      isKeylessAllowed: true,
      isPasswordUnprovenAllowed: true,
      isWritingAllowed: true,
    })
    for (const isWritingAllowed of [false, true]) {
      const byManager = await set('manager', { isWritingAllowed })
      assert.match(JSON.stringify(byManager.body), /NotAuthorized.*Only an owner/)
      assert.equal((await set('owner', { isWritingAllowed })).status, 200)
      assert.equal(((await get()) as { isWritingAllowed: boolean }).isWritingAllowed, isWritingAllowed)
    }
    for (const body of [{ timeoutMs: 49 }, { timeoutMs: 60_001 }, { exchangeDepth: 0 }, { exchangeDepth: 17 }]) {
      assert.equal((await set('owner', body)).status, 400, JSON.stringify(body))
    }
    const [record] = await sql<{ before: object; after: object }[]>`
      select before, after from audit where action = 'net.change-link-settings' order by id limit 1`
    assert.deepEqual(record, {
      before: { timeoutMs: 1000, isKeylessAllowed: false },
      after: { timeoutMs: 500, isKeylessAllowed: true },
    })
  })

  await t.test('the keys of a gateway that calls in, to be compared', async () => {
    const shown = async () => ((await call('viewer', 'GET', path('link-settings'))).body as { keys?: object }).keys
    assert.equal(await shown(), undefined, 'a network that is dialled has none')
    const cloud = Buffer.from(service.publicKey ?? [])
      .toString('base64')
      .slice(0, 8)
    const mac = '02:00:5e:10:00:77'
    await sql`update net set ip = null, port = null, mac = ${mac} where org_id = ${orgId} and id = ${net}`
    for (const [key, gateway] of [
      [null, null],
      ['', null],
      ['fb'.repeat(32), '+/v7+/v7'],
    ] as const) {
      await sql`
        insert into gateway (mac, org_id, net_id, public_key) values (${mac}, ${orgId}, ${net}, decode(${key}, 'hex'))
        on conflict (mac) do update set public_key = excluded.public_key`
      assert.deepEqual(await shown(), { gateway, cloud })
    }
  })
})
