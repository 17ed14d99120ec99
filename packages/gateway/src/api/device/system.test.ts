import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import { system } from './system.contract.ts'

describe('system commands', () => {
  test('a restart comes after so many seconds', async (t) => {
    const { call, clock, happened } = await startApi(t, 'B')
    const { status, body } = await call('admin', 'POST', '/api/cmd/reboot/', { rebootSec: 5 })
    assert.deepEqual([status, body], [200, {}])
    clock.advance(4999)
    assert.deepEqual(happened, [])
    clock.advance(1)
    assert.deepEqual(happened, ['reboot at 5000'])
    for (const rebootSec of [-1, 181, 0.5]) {
      assert.equal((await call('admin', 'POST', '/api/cmd/reboot/', { rebootSec })).status, 400)
    }
  })

  test('the clock is set in UTC', async (t) => {
    const { call } = await startApi(t, 'A')
    for (const [time, utc] of [
      ['2031-05-06T07:08:09Z', '2031-05-06T07:08:09Z'],
      ['2031-05-06T07:08:09', '2031-05-06T07:08:09Z'],
      ['2031-05-06T07:08:09+02:00', '2031-05-06T05:08:09Z'],
    ] as const) {
      assert.deepEqual((await call('admin', 'POST', '/api/cmd/time/set/', { time })).body, {})
      const { body } = await call('user', 'GET', '/api/state/get/?time')
      assert.equal((body as { time: { timeUtc: string } }).time.timeUtc, utc)
    }
    for (const time of ['', 'now', '2031-02-30T00:00:00Z', '2031-05-06T25:00:00Z']) {
      assert.equal((await call('admin', 'POST', '/api/cmd/time/set/', { time })).status, 400, time)
    }
  })

  test('without an answer of a time server it is 503', async (t) => {
    const { call, world } = await startApi(t, 'B')
    const { status, body } = await call('admin', 'POST', '/api/cmd/time/sync/', {})
    assert.deepEqual([status, (body as { error: string }).error], [503, 'ERROR_TIME_SERVERS'])
    world.hasTimeServer = true
    assert.deepEqual((await call('admin', 'POST', '/api/cmd/time/sync/', {})).body, {})
  })

  test('sets an activation only through the VPN, and revokes it with a null end', async (t) => {
    const { call, world } = await startApi(t, 'A')
    const { activation } = system.activate.example.body
    const activate = (changes: object) =>
      call('admin', 'POST', '/api/activation/', { activation: { ...activation, ...changes } })
    const state = async () => (await call('user', 'GET', '/api/state/get/?activation')).body
    const refused = await activate({})
    assert.deepEqual([refused.status, (refused.body as { error: string }).error], [409, 'ERROR_CONFLICT'])
    world.isVpnUp = true
    assert.deepEqual((await activate({})).body, {})
    assert.deepEqual(await state(), { activation: { ...activation, activeTill: '2027-11-15T00:00:00.000Z' } })
    await activate({ activeTill: null })
    assert.equal(((await state()) as { activation: { pin: string } }).activation.pin, '')
    for (const pin of ['1234567', '123456789', 'abcdefgh', 12_345_678]) {
      const { status, body } = await activate({ pin })
      assert.equal(status, 400)
      assert.match((body as { message: string }).message, /^body\.activation\.pin/)
    }
  })
})
