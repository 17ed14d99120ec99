import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { type Answer, startApi } from '../../testing/api.ts'

const hourMs = 3_600_000

test('overview', async (t) => {
  const api = await startApi(t)
  const { orgId, otherOrgId, call } = api
  const { sql } = api.service.db
  const f32 = { valueType: 'f32' } as const
  const one = await makeDevice(api, orgId, 'one', [f32, f32, f32])
  const two = await makeDevice(api, orgId, 'two', [f32, f32])
  const bare = await makeDevice(api, orgId, 'bare', [])
  const foreign = await makeDevice(api, otherOrgId, 'foreign', [f32])
  const ask = (path: string, as: 'viewer' | 'stranger' = 'viewer'): Promise<Answer> =>
    call(as, 'GET', `/org/${orgId}/overview/${path}`)
  const change = async (netId: number, keyParamId: number | null) =>
    ((await call('manager', 'POST', `/net/${netId}/change/`, { keyParamId })).body as { errors: object }).errors
  const idAt = ({ params }: typeof one, place: number): number => params[place]?.id ?? assert.fail()
  const keys = async () =>
    ((await ask('key-params/')).body as { netId: number; paramId: number; isChosen: boolean }[]).map(
      ({ netId, paramId, isChosen }) => [netId, paramId, isChosen],
    )

  await t.test('how far an organization has come', async () => {
    const steps = async () => (await call('manager', 'GET', `/org/${orgId}/overview/first-steps/`)).body
    const none = { hasNet: true, hasReading: false, hasContact: false, hasAlert: false, hasMessage: false }
    assert.deepEqual(await steps(), none)
    const contact = { name: 'Anna', language: 'pl', channels: [{ type: 'telegram', address: '123456' }] }
    await call('manager', 'POST', `/org/${orgId}/contacts/create/`, contact)
    assert.deepEqual(await steps(), { ...none, hasContact: true })
    await sql`delete from contact where org_id = ${orgId}`
  })

  await t.test('strangers see nothing', async () => {
    for (const path of [
      'links/',
      'key-params/',
      'availability/',
      'alarms/',
      'energy/',
      'map/',
      'since/?from=2026-11-12T00:00:00Z',
      'first-steps/',
    ])
      assert.notEqual((await ask(path, 'stranger')).status, 200, path)
  })

  await t.test(
    'the first number stands for a network, one with a unit before it, power before that, a total first',
    async () => {
      assert.deepEqual(await keys(), [
        [one.netId, idAt(one, 0), false],
        [two.netId, idAt(two, 0), false],
      ])
      await sql`update param set unit_name = 'V' where id = ${idAt(one, 1)}`
      assert.deepEqual((await keys())[0], [one.netId, idAt(one, 1), false])
      await sql`update param set unit_name = 'kW' where id in (${idAt(one, 0)}, ${idAt(one, 2)})`
      assert.deepEqual((await keys())[0], [one.netId, idAt(one, 0), false])
      await sql`update param set name = '{"en": "Total active power"}' where id = ${idAt(one, 2)}`
      assert.deepEqual((await keys())[0], [one.netId, idAt(one, 2), false])
    },
  )

  await t.test('a chosen one is of that network; when it is deleted another stands for it', async () => {
    const foreignError = { keyParamId: 'is no parameter of this network' }
    assert.deepEqual(await change(one.netId, idAt(two, 0)), foreignError)
    assert.deepEqual(await change(one.netId, idAt(foreign, 0)), foreignError)
    assert.deepEqual(await change(one.netId, idAt(one, 1)), {})
    assert.deepEqual((await keys())[0], [one.netId, idAt(one, 1), true])
    const list = (await call('viewer', 'GET', `/org/${orgId}/nets/`)).body as { id: number; keyParamId?: number }[]
    assert.deepEqual(
      list.map(({ id, keyParamId }) => [id, keyParamId]),
      [
        [one.netId, idAt(one, 1)],
        [two.netId, undefined],
        [bare.netId, undefined],
      ],
    )
    await call('manager', 'POST', `/net/${one.netId}/change/`, { name: 'One' })
    assert.deepEqual((await keys())[0], [one.netId, idAt(one, 1), true], 'another change leaves it')
    assert.deepEqual(await change(one.netId, null), {})
    assert.deepEqual((await keys())[0], [one.netId, idAt(one, 2), false])
    assert.deepEqual(await change(two.netId, idAt(two, 1)), {})
    await sql`delete from param where id = ${idAt(two, 1)}`
    assert.deepEqual((await keys())[1], [two.netId, idAt(two, 0), false])
  })

  await t.test('reports the links of all networks, with their devices', async () => {
    const links = (await ask('links/')).body as { netId: number; connected: boolean; devices: { deviceId: number }[] }[]
    assert.deepEqual(
      links.map(({ netId, connected, devices }) => [netId, connected, devices.map(({ deviceId }) => deviceId)]),
      [one, two, bare].map(({ netId, deviceId }) => [netId, false, [deviceId]]),
    )
  })

  await t.test('availability is that of each network, by steps of 24 hours', async () => {
    const start = Date.UTC(2026, 10, 13) - hourMs
    const polls = Array.from({ length: 60 }, (_, minute) =>
      pollOf(
        { orgId, deviceId: one.deviceId },
        one.params,
        start + minute * 60_000,
        minute < 45 ? { [idAt(one, 0)]: 1 } : 'Timeout',
      ),
    )
    await recordPolls(api, polls)
    const { from, nets } = (await ask('availability/?days=3')).body as {
      from: string
      nets: { netId: number; share: number | null; shares: (number | null)[]; reasons: object }[]
    }
    assert.equal(from, '2026-11-11T00:00:00.000Z')
    assert.deepEqual(nets, [
      { netId: one.netId, share: 0.75, shares: [null, 0.75, null], reasons: { Timeout: 15 } },
      { netId: two.netId, share: null, shares: [null, null, null], reasons: {} },
      { netId: bare.netId, share: null, shares: [null, null, null], reasons: {} },
    ])
    const ofNet = (await call('viewer', 'GET', `/net/${one.netId}/availability/?days=3&steps=3`)).body as {
      share: number
    }
    assert.equal(ofNet.share, 0.75, 'as it is told of the network alone')
    assert.equal((await ask('availability/?days=93')).status, 400)
  })

  await t.test('a returning user sees outages, alerts and writes since the last visit', async () => {
    const since = (from: string) => ask(`since/?from=${from}`)
    const [began, long] = [new Date(Date.UTC(2026, 10, 12, 22)), new Date(Date.UTC(2026, 10, 10))]
    await sql`
      insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on, resolved_on)
      values (${orgId}, 7, 1, 'Too warm', 'warning', ${began}, ${began}, ${new Date(began.getTime() + hourMs)}),
             (${orgId}, 8, 1, 'Too cold', 'warning', ${long}, ${long}, null)`
    await sql`
      insert into audit (org_id, recorded_on, account_name, from_address, action, object_kind, object_id, before, after, hash)
      values (${orgId}, ${began}, 'Jan', '192.0.2.1', 'param.write', 'param', ${String(idAt(one, 0))},
              '{"value": "62 °C"}', '{"value": "60 °C"}', '')`
    const { body } = await since('2026-11-12T12:00:00Z')
    assert.deepEqual(body, {
      from: '2026-11-12T12:00:00.000Z',
      alerts: { began: 1, ended: 1, longest: { name: 'Too warm', seconds: 3600 } },
      outages: [{ deviceId: one.deviceId, deviceName: 'Meter', netName: 'One', from: '2026-11-12T23:45:00.000Z' }],
      writes: [
        {
          paramId: idAt(one, 0),
          name: { en: 'P0', pl: 'Parametr 0' },
          deviceName: 'Meter',
          netName: 'One',
          on: began.toISOString(),
          userName: 'Jan',
          before: '62 °C',
          value: '60 °C',
        },
      ],
    })
    const early = (await since('2020-01-01T00:00:00Z')).body as { from: string; alerts: object }
    assert.equal(early.from, '2026-10-14T00:00:00.000Z')
    assert.deepEqual(((await since('2027-01-01T00:00:00Z')).body as { outages: object[] }).outages, [])
  })

  await t.test('an alert that has begun is where its parameters are', async () => {
    const conditions = [one, two].map((made) => ({ paramId: idAt(made, 0), kind: 'g', value: 5 }))
    const body = { name: 'Both', conditionLogic: 'any', logAs: 'warning', conditions, actions: [], followUps: [] }
    const { id } = (await call('manager', 'POST', `/org/${orgId}/alerts/create/`, body)).body as { id: number }
    assert.deepEqual((await ask('alarms/')).body, [])
    const state = sql.json({ episode: { since: 1 } })
    await sql`insert into alert_state (org_id, alert_id, state) values (${orgId}, ${id}, ${state})
              on conflict (org_id, alert_id) do update set state = excluded.state`
    assert.deepEqual(
      ((await ask('alarms/')).body as Record<string, unknown>[]).map((row) => [
        row['alertId'],
        row['netId'],
        row['paramId'],
      ]),
      [
        [id, one.netId, idAt(one, 0)],
        [id, two.netId, idAt(two, 0)],
      ],
    )
  })

  await t.test('energy is that of the first tree, by the hours of its place', async () => {
    assert.deepEqual((await ask('energy/')).body, {})
    const tree = { orgId, name: 'Plant', timeZone: 'Europe/Kyiv' }
    const { id: treeId } = (await call('manager', 'POST', '/sense/hierarchy/tree/create/', tree)).body as { id: string }
    const branch = await call('manager', 'POST', `/sense/hierarchy/tree/${treeId}/branch/create/`, { name: 'All' })
    const sensor = { name: 'P', branchId: (branch.body as { id: string }).id, paramId: idAt(one, 0), kind: 'power' }
    await call('manager', 'POST', `/sense/hierarchy/tree/${treeId}/sensor/create/`, sensor)
    const { tree: found } = (await ask('energy/')).body as {
      tree: { unit?: string; today: { from: string; energy: number | null }[]; yesterday: { energy: number | null }[] }
    }
    assert.equal(found.unit, 'kWh')
    // It is two o'clock there, and the third hour begins.
    assert.deepEqual(
      found.today.map(({ from }) => from.slice(0, 13)),
      ['2026-11-13T22', '2026-11-13T23', '2026-11-14T00'],
    )
    assert.equal(found.yesterday.length, 24)
    const read = found.yesterday.filter(({ energy }) => energy !== null)
    assert.ok(
      read.length > 0 && read.every(({ energy }) => energy !== null && energy > 0),
      'a kilowatt was read for 44 minutes',
    )
  })

  await t.test('source of map tiles, if there is one', async () => {
    assert.deepEqual((await ask('map/')).body, {})
    api.service.map = { tiles: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: 'The survey' }
    assert.deepEqual((await ask('map/')).body, api.service.map)
  })
})
