import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeviceState } from '@busbar/polling'
import { startApi } from '../../testing/api.ts'
import { makeDevice, pollOf, recordPolls } from '../testing/polls.ts'

const start = Date.UTC(2026, 10, 14)
const minute = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()
/** Units stand behind a space that does not break. */

test('last values', async (t) => {
  const states = new Map<number, DeviceState>()
  const idle: DeviceState = { state: 'disabled', nextReadOn: null, lastPollOn: null, lastDurationMs: null }
  const api = await startApi(t, {
    polling: { netStatistics: () => null, deviceState: (deviceId) => states.get(deviceId) ?? idle },
  })
  const { call, orgId, otherOrgId, service } = api
  const { sql } = service.db
  const ours = await makeDevice(api, orgId, 'a', [
    { valueType: 'f64', precision: 1, unitName: 'V', label: 'U1' },
    { valueType: 'enum', enum: { 1: { en: 'On', pl: 'Włączony' } } },
    { valueType: 'u64', unitName: 'Wh' },
    { valueType: 'string' },
    { valueType: 'u16' },
  ])
  const other = await makeDevice(api, otherOrgId, 'b', [{ valueType: 'u16' }])
  const [volts = 0, mode = 0, energy = 0, word = 0, never = 0] = ours.params.map(({ id }) => id)
  const [theirs = 0] = other.params.map(({ id }) => id)
  const all = [volts, mode, energy, word, never, theirs, 999_999]
  const digits = { number: 2 ** 63, text: '9223372036854775809' }
  await recordPolls(api, [
    pollOf(ours, ours.params, start, { [volts]: 1230, [mode]: 1, [energy]: digits, [word]: '=x' }),
    pollOf(ours, ours.params, start + minute, { [mode]: 0, [energy]: 7, [word]: 'y' }),
    pollOf(ours, ours.params, start + 2 * minute, 'NoConnection'),
    pollOf(other, other.params, start, { [theirs]: 1 }),
  ])
  api.clock.advance(20 * minute)

  await t.test('last-readings: the last good value with its own time', async () => {
    const ask = async (as: 'viewer' | 'stranger' | 'demo', ids: readonly number[], lang = 'en') =>
      (await call(as, 'GET', `/params/last-readings/?paramIds=${ids.join(',')}&lang=${lang}`)).body
    const at = iso(start + minute)
    assert.deepEqual(await ask('viewer', all), {
      [volts]: { value: '1230', readOn: iso(start), formattedValue: '1,230.0 V' },
      [mode]: { value: '0', readOn: at, formattedValue: '0' },
      [energy]: { value: '7', readOn: at, formattedValue: '7 Wh' },
      [word]: { value: 'y', readOn: at, formattedValue: 'y' },
      [never]: { err: 'no-value' },
    })
    assert.deepEqual(await ask('stranger', all), { [theirs]: { value: '1', readOn: iso(start), formattedValue: '1' } })
    assert.deepEqual(await ask('demo', all), {})
    const polish = (await ask('viewer', [volts, volts], 'pl')) as Record<number, { formattedValue: string }>
    assert.equal(polish[volts]?.formattedValue, '1230,0 V')
    for (const query of [`paramIds=${volts}`, 'lang=en', `paramIds=${volts}&lang=de`, 'paramIds=&lang=en']) {
      assert.equal((await call('viewer', 'GET', `/params/last-readings/?${query}`)).status, 400, query)
    }
    const many = Array.from({ length: 1001 }, (_, place) => volts + place).join(',')
    assert.equal((await call('viewer', 'GET', `/params/last-readings/?paramIds=${many}&lang=en`)).status, 400)
  })

  await t.test('last-states: the latest failure stands beside it', async () => {
    const { body } = await call('viewer', 'POST', '/params/last-states/', { paramIds: [volts, never, theirs] })
    const error = { reason: 'NoConnection', on: iso(start + 2 * minute) }
    assert.deepEqual(body, {
      [volts]: { value: '1230', readOn: iso(start), formattedValue: '1,230.0 V', error },
      [never]: { error },
    })
  })

  await t.test('readings-on-time', async () => {
    const ask = (tillDate: string, as: 'viewer' | 'stranger' | 'demo' = 'viewer', of = orgId) =>
      call(as, 'POST', '/params/readings-on-time/', { orgId: of, tillDate, paramIds: all })
    assert.deepEqual((await ask('2026-11-14T00:00:59')).body, {
      [volts]: { value: '1230', readOn: iso(start) },
      [mode]: { value: '1', readOn: iso(start) },
      [energy]: { value: '9223372036854775809', readOn: iso(start) },
      [word]: { value: '=x', readOn: iso(start) },
      [never]: null,
    })
    const later = (await ask('2026-11-14T02:01:00+02:00')).body as Record<number, object>
    assert.deepEqual(later[energy], { value: '7', readOn: iso(start + minute) })
    const before = (await ask('2026-11-13T23:59:59.999999Z')).body as object
    assert.deepEqual(Object.values(before), [null, null, null, null, null])
    assert.deepEqual((await ask(iso(start), 'stranger', otherOrgId)).body, {
      [theirs]: { value: '1', readOn: iso(start) },
    })
    assert.equal((await ask(iso(start), 'stranger')).status, 404)
    assert.equal((await ask(iso(start), 'demo')).status, 401)
    assert.equal((await ask('now')).status, 400)
  })

  await t.test('widgets', async () => {
    const ask = async (query: string) =>
      (await call('viewer', 'GET', `/device/${ours.deviceId}/widgets/?${query}`)).body
    const values = [
      { lastValue: '1230', formatedLastValue: '1230,0 V', lastReadOn: iso(start) },
      { lastValue: '0', formatedLastValue: '0', lastReadOn: iso(start + minute) },
      { lastValue: '7', formatedLastValue: '7 Wh', lastReadOn: iso(start + minute) },
      { lastValue: 'y', formatedLastValue: 'y', lastReadOn: iso(start + minute) },
      {},
    ]
    const bare = values.map((value, i) => ({ id: ours.params[i]?.id, paramId: ours.params[i]?.id, ...value }))
    assert.deepEqual(await ask('lang=pl&onlyParamsValues=true'), bare)
    const [first, second] = (await ask('lang=pl')) as object[]
    const names = { name: 'P0', fullName: 'Meter: P0 [U1], V', label: 'U1', unitName: 'V', isProgrammable: false }
    assert.deepEqual(first, { ...bare[0], ...names })
    assert.deepEqual(second, { ...bare[1], name: 'P1', fullName: 'Meter: P1', isProgrammable: false })
    await sql`update param set is_tracked = false where id = ${volts}`
    assert.equal(((await ask('lang=en&onlyParamsValues=0')) as object[]).length, 4)
    await sql`update param set is_tracked = true where id = ${volts}`
  })

  await t.test('next-read-time', async () => {
    const ask = async () => (await call('viewer', 'GET', `/device/${ours.deviceId}/next-read-time/`)).body
    const lastReadOn = iso(start + minute)
    assert.deepEqual(await ask(), { msg: 'The device is not read at the moment.', lastReadOn })
    const planned = { nextReadOn: start + 3 * minute, lastPollOn: start, lastDurationMs: 5 }
    states.set(ours.deviceId, { state: 'ok', ...planned })
    assert.deepEqual(await ask(), { nextReadDate: iso(start + 3 * minute), lastReadOn })
    states.set(ours.deviceId, { state: 'backing-off', ...planned, until: start, failures: 2 })
    assert.deepEqual(await ask(), {
      msg: 'The device does not answer. It is asked as often as its line can spare.',
      nextReadDate: iso(start + 3 * minute),
      lastReadOn,
    })
    await sql`update net set disabled_on = now(), disabled_by = 'user' where id = ${ours.netId}`
    assert.deepEqual(await ask(), { msg: 'The network is disabled.', lastReadOn })
    await sql`update device set disabled_on = now() where id = ${ours.deviceId}`
    assert.deepEqual(await ask(), { msg: 'The device is disabled.', lastReadOn })
    states.clear()
    const idleDevice = await makeDevice(api, orgId, 'c', [])
    const { body } = await call('viewer', 'GET', `/device/${idleDevice.deviceId}/next-read-time/`)
    assert.deepEqual(body, { msg: 'The device is not read at the moment.' })
  })

  await t.test('dashboard-widget-data', async () => {
    const ask = async (paramId: number) =>
      (await call('viewer', 'GET', `/param/${paramId}/dashboard-widget-data/`)).body as Record<string, unknown>
    const { deviceDisabledOn, ...shown } = await ask(volts)
    assert.equal(typeof deviceDisabledOn, 'string')
    assert.deepEqual(shown, {
      id: volts,
      name: 'P0',
      fullName: 'Meter: P0 [U1], V',
      lastValue: 1230,
      lastReadOn: iso(start),
      deviceId: ours.deviceId,
      readingReportUrl: `https://busbar.example/readings?paramIds=${volts}`,
      isProgrammable: false,
      unitName: 'V',
      label: 'U1',
    })
    assert.deepEqual('lastValue' in (await ask(word)), false)
    assert.equal((await call('stranger', 'GET', `/param/${volts}/dashboard-widget-data/`)).status, 404)
  })

  await t.test('dashboard-data: quarters of an hour, the current one last', async () => {
    const ask = async (paramId: number) =>
      (await call('viewer', 'GET', `/param/${paramId}/dashboard-data/`)).body as (number | null)[]
    await recordPolls(api, [
      pollOf(ours, ours.params, start - 86_400_000 + 15 * minute, { [volts]: 5 }),
      pollOf(ours, ours.params, start - 86_400_000 + 30 * minute - 100, { [volts]: 6 }),
      pollOf(ours, ours.params, start - 86_400_000 + 30 * minute, { [volts]: 7 }),
      pollOf(ours, ours.params, start + 14 * minute, { [volts]: 1240 }),
    ])
    // It is 00:20: the current quarter has begun at 00:15, and the first one at 00:30 of the day before.
    const means = await ask(volts)
    assert.equal(means.length, 96)
    assert.deepEqual([means[0], means[1], means[94], means[95]], [7, null, 1235, null])
    assert.equal(means.filter((mean) => mean !== null).length, 2)
    assert.deepEqual(await ask(word), Array(96).fill(null))
  })
})
