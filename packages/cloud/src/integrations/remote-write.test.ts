import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { until as turnsUntil } from '@busbar/kit/testing'
import { makeDevice, pollOf, recordPolls } from '../history/testing/polls.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { type ReceivedSample, TestReceiver } from './testing/receiver.ts'

interface ConnectorAnswer {
  id: number
  settings: { url: string }
  state: {
    isConnected: boolean
    lastError: string | null
    sent: number
    dropped: number
    replayed: number
  } | null
}

describe('remote-write', () => {
  const receiver = new TestReceiver()
  let api: TestApi
  let url = ''
  let device: Awaited<ReturnType<typeof makeDevice>>
  const path = (rest = ''): string => `/org/${api.orgId}/connectors/${rest}`
  const post = (rest: string, body: unknown) => api.call('owner', 'POST', path(rest), body)
  const create = async (settings: object, more: object = {}): Promise<number> => {
    const body = { name: 'P', kind: 'prometheus', settings: { url, ...settings }, ...more }
    const answer = await post('create/', body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return (answer.body as { id: number }).id
  }
  const state = async (id: number): Promise<NonNullable<ConnectorAnswer['state']>> => {
    const found = ((await api.call('owner', 'GET', path())).body as ConnectorAnswer[]).find((one) => one.id === id)
    assert.ok(found?.state)
    return found.state
  }
  const poll = (read: number | string, seconds = 0) => {
    const readOn = api.service.now().getTime() + seconds * 1000
    const params = device.params.slice(0, 1)
    return pollOf(device, params, readOn, typeof read === 'string' ? read : { [params[0]?.id ?? 0]: read })
  }
  /** Recorded, and told as it is then. */
  const read = async (...polls: ReturnType<typeof poll>[]): Promise<void> => {
    await recordPolls(api, polls)
    api.service.live.publishReadings(polls)
  }
  /** Advances the clock until the condition holds. */
  const until = (isSo: () => boolean | Promise<boolean>): Promise<void> =>
    turnsUntil(async () => {
      if (await isSo()) return true
      api.clock.advance(100)
      return false
    })
  const readings = (): ReceivedSample[] => receiver.samples.filter(({ series }) => series.startsWith('busbar_reading'))
  const values = (): number[] => readings().map(({ value }) => value)

  before(async () => {
    url = await receiver.start()
  })
  after(() => receiver.stop())
  beforeEach(() => {
    receiver.samples.length = 0
    receiver.status = null
  })
  shareApi(
    async (started) => {
      api = started
      device = await makeDevice(api, api.orgId, 'w', [{ valueType: 'u16', unitName: 'V' }])
    },
    { find: (host) => Promise.resolve(host) },
  )

  test("sends recorded polls; a failure ends the value's series", async () => {
    const settings = { user: 'busbar', tenant: 'mill', labels: { site: 'north' } }
    const id = await create(settings, { password: 'secret' })
    const first = poll(230.5)
    await read(first)
    await until(() => readings().length === 1)
    api.clock.advance(60_000)
    await read(poll('Timeout'))
    await until(() => readings().length === 2)
    const series = `busbar_reading{device=meter-w,name=P0,net=hall-w,org=${api.orgId},param=p0,site=north,unit=V}`
    assert.deepEqual(readings()[0], { series, time: first.readOn, value: 230.5 })
    assert.deepEqual(values(), [230.5, Number.NaN])
    const up = receiver.samples.filter((one) => one.series.startsWith('busbar_device_up'))
    assert.deepEqual(
      up.map(({ value }) => value),
      [1, 0],
    )
    const { authorization, 'x-scope-orgid': tenant, 'content-encoding': encoding } = receiver.headers
    const basic = `Basic ${Buffer.from('busbar:secret').toString('base64')}`
    assert.deepEqual([authorization, tenant, encoding], [basic, 'mill', 'snappy'])
    assert.equal((await state(id)).isConnected, true)
    await post(`${id}/delete/`, null)
  })

  test('sends polls that were recorded during an outage from the database, in order and once', async () => {
    const id = await create({})
    api.clock.advance(60_000)
    await read(poll(1))
    await until(() => values().length === 1)
    receiver.status = 503
    await read(poll(2, 10))
    await until(async () => !(await state(id)).isConnected)
    assert.match((await state(id)).lastError ?? '', /^HTTP 503/)
    // It ends, and another begins: what waited in memory is gone.
    const change = { name: 'P', kind: 'prometheus', isEnabled: false, settings: { url } }
    assert.equal((await post(`${id}/change/`, change)).status, 200)
    await recordPolls(api, [poll(3, 20), poll('Timeout', 30), poll('Timeout', 40), poll(4, 50)])
    api.clock.advance(60_000)
    receiver.status = null
    assert.equal((await post(`${id}/change/`, { ...change, isEnabled: true })).status, 200)
    await until(() => values().length === 5)
    await read(poll(5))
    await until(() => values().length === 6)
    assert.deepEqual(values(), [1, 2, 3, Number.NaN, 4, 5])
    const { replayed, dropped, lastError } = await state(id)
    assert.deepEqual([replayed, dropped, lastError], [4, 0, null])
    await post(`${id}/delete/`, null)
  })

  for (const what of ['of this device', 'of any'] as const) {
    test(`sends polls that another node stored without notification before newer ones: ${what}`, async () => {
      const id = await create({})
      api.clock.advance(60_000)
      await read(poll(1))
      await until(() => values().length === 1)
      await recordPolls(api, [poll(2, 10)])
      const newer = poll(3, 20)
      await recordPolls(api, [newer])
      api.clock.advance(60_000)
      api.service.live.missed(api.orgId, what === 'of any' ? null : device.deviceId)
      api.service.live.publishReadings([newer])
      await until(() => values().length === 3)
      await read(poll(4))
      await until(() => values().length === 4)
      assert.deepEqual(values(), [1, 2, 3, 4])
      assert.deepEqual([(await state(id)).replayed, (await state(id)).dropped], [2, 0])
      await post(`${id}/delete/`, null)
    })
  }

  for (const sent of [1, 30]) {
    test(`samples that it does not take are found, dropped and counted; the others arrive: ${sent}`, async () => {
      const id = await create({})
      api.clock.advance(60_000)
      const first = Array.from({ length: sent }, (_, at) => poll(1 + at, at))
      await read(...first)
      await until(() => values().length === sent)
      // As if it had been stopped before it could keep how far it was.
      await api.service.db.sql`update connector set is_enabled = false where id = ${id}`
      await api.service.connectors.apply(api.orgId, id)
      const positions = { [device.deviceId]: (first[0]?.readOn ?? 0) - 1 }
      await api.service.db.sql`
        update connector set is_enabled = true, device_positions = ${api.service.db.sql.json(positions)} where id = ${id}`
      await recordPolls(api, [poll(1 + sent, 40), poll(2 + sent, 50)])
      api.clock.advance(60_000)
      await api.service.connectors.apply(api.orgId, id)
      await until(() => values().length === sent + 2)
      assert.deepEqual(
        values(),
        Array.from({ length: sent + 2 }, (_, at) => 1 + at),
      )
      const { dropped, lastError } = await state(id)
      assert.equal(dropped, sent)
      assert.match(lastError ?? '', /^HTTP 400: it refused these samples/)
      await post(`${id}/delete/`, null)
    })
  }

  test('a test shows whether samples would be accepted', async () => {
    const id = await create({}, { isEnabled: false, password: 'token' })
    assert.deepEqual((await post(`${id}/test/`, null)).body, { ok: true })
    assert.equal(receiver.headers.authorization, 'Bearer token')
    receiver.status = 401
    const { body } = await post(`${id}/test/`, null)
    assert.deepEqual(body, { err: 'HTTP 401: user or password is wrong' })
    await post(`${id}/delete/`, null)
  })

  for (const [says, settings] of [
    ['no address of the web', { url: 'mqtt://broker' }],
    ['a password in the address', { url: 'http://a:b@host/write' }],
    ['a label of ours', { labels: { device: 'x' } }],
    ['a label that is no name', { labels: { '1a': 'x' } }],
    ['eleven labels', { labels: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`l${at}`, 'x'])) }],
    ['more than a week', { catchUpHours: 169 }],
  ] as const) {
    test(`refused: ${says}`, async () => {
      const body = { name: 'x', kind: 'prometheus', settings: { url, ...settings } }
      const answer = await post('create/', body)
      assert.equal(answer.status, 400)
      assert.match((answer.body as { errorMessage: string }).errorMessage, /^body\.settings\./)
    })
  }

  test('it stays of its kind', async () => {
    const id = await create({}, { isEnabled: false })
    const change = { name: 'P', isEnabled: false, settings: { url: 'mqtt://broker.example.org' } }
    assert.equal((await post(`${id}/change/`, change)).status, 400)
    await post(`${id}/delete/`, null)
  })
})
