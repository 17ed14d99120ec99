import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { makeCertificate } from '@busbar/kit/certificate'
import { until } from '@busbar/kit/testing'
import { TestBroker } from '@busbar/mqtt/testing'
import { dump } from '../accounts/sealing/testing/test-secrets.ts'
import { makeDevice, pollOf, recordPolls } from '../history/testing/polls.ts'
import { connectorMetrics } from '../operations/health/connector-metrics.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { markDeleted, retainedTopicsOf, setRetainedTopics } from './connectors.sql.ts'
import { DeletedConnectors } from './deleted-connectors.ts'

interface ConnectorAnswer {
  id: number
  hasPassword: boolean
  hasClientKey: boolean
  state: { isConnected: boolean; lastError: string | null; sent: number } | null
}

describe('connectors', () => {
  const broker = new TestBroker()
  let api: TestApi
  let url = ''
  let device: Awaited<ReturnType<typeof makeDevice>>
  const path = (rest = ''): string => `/org/${api.orgId}/connectors/${rest}`
  const create = async (settings: object, more: object = {}): Promise<number> => {
    const body = { name: `C${Math.random()}`, settings: { url, ...settings }, ...more }
    const answer = await api.call('owner', 'POST', path('create/'), body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return (answer.body as { id: number }).id
  }
  const remove = (id: number) => api.call('owner', 'POST', path(`${id}/delete/`), null)
  const shown = async (id: number): Promise<ConnectorAnswer | undefined> =>
    ((await api.call('owner', 'GET', path())).body as ConnectorAnswer[]).find((one) => one.id === id)
  const poll = (value: number) => {
    const [param] = device.params
    const readOn = api.service.now().getTime()
    return pollOf(device, device.params.slice(0, 1), readOn, { [param?.id ?? 0]: value })
  }

  before(async () => {
    url = await broker.start()
  })
  after(() => broker.stop())
  shareApi(
    async (started) => {
      api = started
      device = await makeDevice(api, api.orgId, 'a', [{ valueType: 'u16', unitName: 'V' }])
      await api.service.db.sql`update param set is_programmable = true where id = ${device.params[0]?.id ?? 0}`
    },
    { find: (host) => Promise.resolve(host) },
  )

  test('publishes recorded polls to the broker; after an outage the newest one', async () => {
    const id = await create({ root: 'a' })
    assert.equal(await broker.next('a/$state'), 'online')
    api.service.live.publishReadings([poll(230)])
    assert.deepEqual(JSON.parse(await broker.next('a/hall-a/meter-a')), { p0: 230, t: '2026-11-14T00:00:00.000Z' })
    assert.equal(await broker.next('a/hall-a/meter-a/$state'), 'online')
    broker.drop()
    await until(async () => (await shown(id))?.state?.isConnected !== true)
    for (const value of [231, 232, 233]) api.service.live.publishReadings([poll(value)])
    api.clock.advance(1000)
    assert.equal(await broker.next('a/$state'), 'online')
    assert.deepEqual(JSON.parse(await broker.next('a/hall-a/meter-a')), { p0: 233, t: '2026-11-14T00:00:00.000Z' })
    const metrics = connectorMetrics(api.service.connectors.states())
    const coalesced = metrics.find(({ name }) => name === 'busbar_connector_coalesced_total')
    assert.ok((coalesced?.samples[0]?.value ?? 0) >= 2)
    await remove(id)
    assert.equal(await broker.next('a/$state'), 'offline')
  })

  test('publishes missed polls as history if that is enabled', async () => {
    const id = await create({ root: 'r', replay: true }, { isEnabled: false })
    const stored = poll(240)
    await recordPolls(api, [stored])
    const earlier = new Date(stored.readOn - 1000)
    await api.service.db.sql`update connector set position_on = ${earlier} where id = ${id}`
    await api.service.db.sql`update connector set is_enabled = true where id = ${id}`
    await api.service.connectors.apply(api.orgId, id)
    const missed = JSON.parse(await broker.next('r/hall-a/meter-a/history')) as { p0: number; replay: boolean }
    assert.deepEqual([missed.p0, missed.replay], [240, true])
    await remove(id)
  })

  for (const what of ['of this device', 'of any'] as const) {
    test(`publishes polls that another node stored without notification as history: ${what}`, async () => {
      const root = `m${what.length}`
      const id = await create({ root, replay: true })
      assert.equal(await broker.next(`${root}/$state`), 'online')
      api.service.live.publishReadings([poll(250)])
      await broker.next(`${root}/hall-a/meter-a`)
      api.clock.advance(1000)
      await recordPolls(api, [poll(251)])
      api.clock.advance(1000)
      const newer = poll(252)
      await recordPolls(api, [newer])
      api.service.live.missed(api.orgId, what === 'of any' ? null : device.deviceId)
      api.service.live.publishReadings([newer])
      const missed = JSON.parse(await broker.next(`${root}/hall-a/meter-a/history`)) as { p0: number; replay: boolean }
      assert.deepEqual([missed.p0, missed.replay], [251, true])
      await remove(id)
    })
  }

  test('clears topics of removed objects at the next start, and all topics when the connector is deleted', async () => {
    const { connectors, db } = api.service
    const id = await create({ root: 'k' })
    assert.equal(await broker.next('k/$state'), 'online')
    const stored = async () => (await retainedTopicsOf(db.sql, id)).toSorted()
    const own = ['k/$state', 'k/hall-a/$state', 'k/hall-a/meter-a', 'k/hall-a/meter-a/$state']
    await until(async () => (await stored()).length !== 0)
    assert.deepEqual(await stored(), own)
    await connectors.stop()
    // As if a device of this name had been published, and deleted while the service was away.
    await setRetainedTopics(db.sql, id, [...own, 'k/hall-a/gone'])
    await connectors.start()
    assert.equal(await broker.next('k/hall-a/gone'), '')
    await remove(id)
    assert.equal(await shown(id), undefined)
    for (const topic of own.slice(1)) assert.equal(await broker.next(topic), '')
    await until(async () => (await db.sql`select from connector where id = ${id}`).length <= 0)
  })

  test('the broker of a deleted connector is tried for a week; its name is free at once', async () => {
    const { db } = api.service
    const id = await create({ root: 'w' }, { name: 'Away', isEnabled: false })
    await setRetainedTopics(db.sql, id, ['w/$state', 'w/old'])
    let now = api.service.now().getTime()
    const clock = new VirtualClock()
    const clearedTopics: (readonly string[])[] = []
    const clearRetained = (_row: object, topics: readonly string[]): Promise<void> => {
      clearedTopics.push(topics)
      return Promise.reject(new Error('away'))
    }
    const log = { info: () => {} }
    const deleted = new DeletedConnectors({
      sql: db.sql,
      clock,
      now: () => new Date(now),
      clearRetained,
      log,
    })
    await db.tx((tx) => markDeleted(tx, id, new Date(now)))
    const other = await create({ root: 'w' }, { name: 'Away', isEnabled: false })
    await setRetainedTopics(db.sql, other, ['w/$state', 'w/new'])
    const isThere = async () => (await db.sql`select from connector where id = ${id}`).length > 0
    deleted.start()
    await until(() => clearedTopics.length >= 1)
    assert.deepEqual(clearedTopics, [['w/old']], 'what another has now is left alone')
    now += 7 * 86_400_000
    assert.equal(await isThere(), true)
    clock.advance(3_600_000)
    await until(async () => !(await isThere()))
    await deleted.stop()
    assert.equal(clearedTopics.length, 2)
    await remove(other)
  })

  test('Home Assistant hears of devices, and again when it comes back', async () => {
    const id = await create({ root: 'h', discovery: true })
    const topic = `homeassistant/device/busbar_${api.orgId}_${device.deviceId}/config`
    assert.match(await broker.next(topic), /"unit_of_measurement":"V"/)
    broker.deliver('homeassistant/status', 'online')
    await until(() => broker.acknowledged !== 0)
    api.clock.advance(5000)
    assert.match(await broker.next(topic), /busbar_/)
    await remove(id)
  })

  describe('commands', () => {
    const topic = 'c/hall-a/meter-a/p0/set'
    const audit = async (): Promise<number> =>
      (await api.service.db.sql`select from audit where action like 'command%' or from_address = 'mqtt'`).length

    test('are answered once, refused where they are not meant, and never done twice', async () => {
      const id = await create({ root: 'c', user: 'busbar', commands: ['hall-a/+/p0'] }, { password: 'secret' })
      await broker.next('c/$state')
      await until(async () => (await shown(id))?.state?.isConnected === true)
      const ask = async (payload: string, more = {}): Promise<unknown> => {
        broker.deliver(topic, payload, more)
        return JSON.parse(await broker.next(`${topic}/result`))
      }
      // The device is offline, which the write path reports.
      assert.deepEqual(await ask('{"v":21,"id":"a7"}'), { id: 'a7', err: 'NoConnection' })
      assert.deepEqual(await ask('21', { dup: true }), { err: 'Delivered twice: it is not done again.' })
      const late = '{"v":1,"until":"2020-01-01T00:00:00Z"}'
      assert.deepEqual(await ask(late), { err: 'Too late: its time is over.' })
      broker.deliver(topic, '22', { retain: true })
      broker.deliver('c/hall-a/meter-a/p9/set', '22')
      assert.match(await broker.next('c/hall-a/meter-a/p9/set/result'), /not written by messages/)
      assert.equal(await audit(), 0, 'nothing was sent')
      await remove(id)
    })

    test('need a user', async () => {
      const answer = await api.call('owner', 'POST', path('create/'), {
        name: 'x',
        settings: { url, commands: ['#'] },
      })
      assert.equal(answer.status, 400)
    })
  })

  test('a password is sealed, never shown, and stays when it is left out', async () => {
    const id = await create({ user: 'busbar' }, { password: 'very secret word', isEnabled: false })
    assert.equal((await shown(id))?.hasPassword, true)
    const change = { name: 'Other', isEnabled: false, settings: { url, user: 'busbar' } }
    assert.equal((await api.call('owner', 'POST', path(`${id}/change/`), change)).status, 200)
    assert.equal((await shown(id))?.hasPassword, true)
    assert.ok(!(await dump(api.service.db.sql)).includes('very secret word'))
    assert.ok(!JSON.stringify((await api.call('owner', 'GET', path())).body).includes('very secret word'))
    await api.call('owner', 'POST', path(`${id}/change/`), { ...change, password: null })
    assert.equal((await shown(id))?.hasPassword, false)
    await remove(id)
  })

  test('how alerts stand is kept by the broker under their slugs, and goes with them', async () => {
    const { sql } = api.service.db
    const [alert] = await sql<[{ id: number; slug: string }]>`
      insert into alert (org_id, name, slug, condition_logic, log_as, created_on)
      values (${api.orgId}, 'Too hot', 'too-hot', 'all', 'warning', now()) returning id, slug`
    const alertId = alert.id
    const episode = { startedOn: Date.UTC(2026, 10, 14), closedOn: null, confirmed: null }
    await sql`insert into alert_state (org_id, alert_id, state) values (${api.orgId}, ${alertId}, ${sql.json({ episode })})
      on conflict (org_id, alert_id) do update set state = excluded.state`
    const id = await create({ root: 'al' })
    const topic = `al/$alerts/${alert.slug}`
    const t = '2026-11-14T00:00:00.000Z'
    assert.deepEqual(JSON.parse(await broker.next(topic)), { active: true, t, confirmed: false })
    await sql`delete from alert where id = ${alertId}`
    api.service.live.publishAlert({ orgId: api.orgId, alertId, isActive: false, on: 0, recordId: null })
    assert.equal(await broker.next(topic), '')
    await remove(id)
  })

  test('a device that has another name takes what the broker kept with it', async () => {
    const { sql } = api.service.db
    const id = await create({ root: 'g' })
    assert.equal(await broker.next('g/$state'), 'online')
    api.service.live.publishReadings([poll(1)])
    assert.match(await broker.next('g/hall-a/meter-a'), /"p0":1/)
    await sql`update device set slug = 'other' where id = ${device.deviceId}`
    const gone = broker.next('g/hall-a/meter-a')
    const closed = { isYet: false }
    void gone.then(() => (closed.isYet = true))
    // It looks once a minute; a question of ours in between leaves the broker time for its answers.
    while (!closed.isYet) {
      api.clock.advance(5_000)
      await shown(id)
    }
    assert.equal(await gone, '')
    await sql`update device set slug = 'meter-a' where id = ${device.deviceId}`
    await remove(id)
  })

  test('publishes nothing on devices outside its filters, however often it refreshes', async () => {
    const id = await create({ root: 'e', devices: ['elsewhere/#'] })
    assert.equal(await broker.next('e/$state'), 'online')
    for (let seconds = 0; seconds < 150; seconds += 5) {
      api.clock.advance(5_000)
      await shown(id)
    }
    const { state } = (await shown(id)) ?? {}
    assert.deepEqual([state?.isConnected, state?.lastError, state?.sent], [true, null, 0])
    await remove(id)
  })

  test('the key to a client certificate is sealed and never shown, and fits its certificate', async () => {
    const [own, other] = [1, 2].map((one) => makeCertificate(`client ${one}`, new Date()))
    assert.ok(own !== undefined && other !== undefined)
    const tls = { url: 'mqtts://broker.example.org', clientCert: own.cert }
    const wrong: [settings: object, clientKey: string | null, says: RegExp][] = [
      [tls, null, /clientKey: is needed/],
      [{ url: tls.url }, own.key, /clientCert: is needed/],
      [tls, other.key, /does not belong/],
      [{ ...tls, url }, own.key, /needs mqtts/],
      [tls, 'nonsense', /private key in PEM/],
    ]
    for (const [settings, clientKey, says] of wrong) {
      const { status, body } = await api.call('owner', 'POST', path('create/'), { name: 'k', settings, clientKey })
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), says)
    }
    const id = await create(tls, { clientKey: own.key, isEnabled: false })
    assert.equal((await shown(id))?.hasClientKey, true)
    const secret = own.key.split('\n')[1] ?? ''
    assert.ok(!(await dump(api.service.db.sql)).includes(secret))
    assert.ok(!JSON.stringify((await api.call('owner', 'GET', path())).body).includes(secret))
    const change = { name: 'Other', isEnabled: false, settings: tls }
    assert.equal((await api.call('owner', 'POST', path(`${id}/change/`), change)).status, 200)
    assert.equal((await shown(id))?.hasClientKey, true)
    const without = { ...change, settings: { url: tls.url } }
    assert.equal((await api.call('owner', 'POST', path(`${id}/change/`), without)).status, 200)
    assert.equal((await shown(id))?.hasClientKey, false)
    await remove(id)
  })

  test('retries a refusing broker rarely and shows the reason', async () => {
    broker.code = 135
    const id = await create({ root: 'x' })
    await until(async () => (await shown(id))?.state?.lastError != null)
    assert.equal((await shown(id))?.state?.lastError, 'The broker refused the connection: not authorized')
    broker.code = 0
    await remove(id)
  })

  test('a test is a message that comes back', async () => {
    const id = await create({ root: 't' }, { isEnabled: false })
    assert.deepEqual((await api.call('owner', 'POST', path(`${id}/test/`), null)).body, { ok: true })
    broker.code = 134
    const { body } = await api.call('owner', 'POST', path(`${id}/test/`), null)
    assert.deepEqual(body, { err: 'The broker refused the connection: the user or the password is wrong' })
    broker.code = 0
    await remove(id)
  })

  describe("a topic at a broker is one connector's", () => {
    const tryCreate = async (settings: object, more: object = {}, as: 'owner' | 'stranger' = 'owner') => {
      const orgId = as === 'owner' ? api.orgId : api.otherOrgId
      const body = { name: `C${Math.random()}`, settings, ...more }
      const answer = await api.call(as, 'POST', `/org/${orgId}/connectors/create/`, body)
      return answer.status === 200 ? (answer.body as { id: number }).id : JSON.stringify(answer.body)
    }
    /** Says nothing of the organization that has it. */
    const refusedTopic = JSON.stringify({
      errorCode: 'IncorrectRequest',
      errorMessage: 'body.settings.root: choose another topic',
    })
    const ids: number[] = []
    before(async () => {
      ids.push(await create({ root: 'one' }, { name: 'First' }))
      ids.push(await create({ url: 'mqtt://localhost', root: 'one' }))
    })
    after(() => Promise.all(ids.map(remove)))

    test('the default root of another organization is reserved for it', async () => {
      const theirs = { url, root: `busbar/${api.otherOrgId}` }
      assert.match(String(await tryCreate(theirs, { isEnabled: false })), /for the organization of that number/)
    })

    test('another that runs is refused, of the same organization and of others', async () => {
      assert.match(
        String(await tryCreate({ url, root: 'one' })),
        /root: the connector First has this topic at this broker/,
      )
      assert.equal(await tryCreate({ url, root: 'one' }, {}, 'stranger'), refusedTopic)
      assert.match(String(await tryCreate({ url: 'mqtts://LOCALHOST', root: 'one' })), /has this topic/)
      assert.match(String(await tryCreate({ url: 'mqtts://localhost.', root: 'one' })), /has this topic/)
    })

    test('another organization gets around it neither by a port nor by a dot', async () => {
      for (const other of ['mqtt://localhost:1999', 'mqtts://localhost.:8884', 'mqtt://LocalHost.']) {
        assert.equal(await tryCreate({ url: other, root: 'one' }, {}, 'stranger'), refusedTopic)
      }
    })

    test('other topics, ports and those that do not run are taken; they may not begin to', async () => {
      const below = await tryCreate({ url, root: 'one/two' })
      const elsewhere = await tryCreate({ url: 'mqtt://localhost:1884', root: 'one' })
      const off = await tryCreate({ url, root: 'one' }, { isEnabled: false, name: 'Off' })
      for (const id of [below, elsewhere, off]) {
        assert.ok(typeof id === 'number', String(id))
        ids.push(id)
      }
      const change = { name: 'Off', isEnabled: true, settings: { url, root: 'one' } }
      assert.equal((await api.call('owner', 'POST', path(`${off}/change/`), change)).status, 400)
      const own = { name: 'First', isEnabled: true, settings: { url, root: 'one', qos: 0 } }
      assert.equal((await api.call('owner', 'POST', path(`${ids[0]}/change/`), own)).status, 200)
    })
  })

  test('five of an organization, each with a name of its own', async () => {
    const ids = []
    for (let i = 0; i < 5; i += 1) ids.push(await create({}, { isEnabled: false, name: `N${i}` }))
    const sixth = { name: 'six', settings: { url } }
    assert.equal((await api.call('owner', 'POST', path('create/'), sixth)).status, 400)
    const same = { name: 'N1', isEnabled: false, settings: { url } }
    assert.equal((await api.call('owner', 'POST', path(`${ids[0]}/change/`), same)).status, 400)
    for (const id of ids) await remove(id)
  })
})
