import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { Recorder } from '@busbar/readings'
import { settleMs } from '@busbar/readings/testing'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { makeDevice, pollOf } from '../testing/polls.ts'

const [minuteMs, dayMs] = [60_000, 86_400_000]
let api: TestApi
let setMs = 0
let made = 0

describe('quarantined readings', () => {
  shareApi(
    async (started) => {
      api = started
      api.clock.advance(settleMs)
      // Requests before the clock changes keep the sessions known.
      for (const who of ['viewer', 'operator', 'manager', 'owner', 'stranger'] as const)
        await api.call(who, 'GET', '/clock/')
    },
    { setMs: () => setMs },
  )
  beforeEach(async () => {
    setMs = 0
    api.clock.advance(minuteMs)
    await api.service.clockWatch.believe()
    await api.service.db.sql`truncate poll, aside_poll, aside_chunk, aside_exact, audit`
  })

  /** A device of which one poll a minute is recorded while the clock is so far ahead. */
  const recorded = async (aheadMs: number, count = 3) => {
    made += 1
    const device = await makeDevice(api, api.orgId, `aside-${made}`, [{ valueType: 'u32' }, { valueType: 'string' }])
    const [number, text] = device.params.map(({ id }) => id) as [number, number]
    const { db, clock, now, clockWatch } = api.service
    const log = { error: () => {}, info: () => {} }
    const recorder = new Recorder({ db, clock, now, log, bufferBytesMax: 1e8, trusted: clockWatch.trusted })
    await recorder.start()
    const beganOn = now().getTime()
    setMs = aheadMs
    for (let at = 0; at < count; at += 1) {
      recorder.record(pollOf(device, device.params, now().getTime(), { [number]: at, [text]: `t${at}` }))
      api.clock.advance(minuteMs)
    }
    await recorder.stop()
    return { ...device, number, text, beganOn }
  }
  const rawOf = async (paramId: number): Promise<[number, number | undefined][]> => {
    const { times, values } = await api.service.history.raw(api.orgId, paramId, 0, Date.UTC(2200, 0))
    return Array.from(times, (time, at) => [time, values[at]])
  }
  const path = (rest = '') => `/org/${api.orgId}/readings-aside/${rest}`
  const audited = async () =>
    Array.from(await api.service.db.sql`select action, after from audit order by id`, (row) => ({ ...row }))

  test('are last values, and no part of history', async () => {
    const { deviceId, number, beganOn } = await recorded(30 * dayMs)
    assert.deepEqual(await rawOf(number), [])
    const { body } = await api.call('viewer', 'GET', `/params/last-readings/?paramIds=${number}&lang=en`)
    assert.match(JSON.stringify(body), /2026-12-14T/)
    const iso = (ms: number): string => new Date(beganOn + ms).toISOString()
    assert.deepEqual((await api.call('viewer', 'GET', path())).body, [
      {
        deviceId,
        deviceName: 'Meter',
        reason: 'clock-ahead',
        polls: 3,
        from: iso(30 * dayMs),
        till: iso(30 * dayMs + 2 * minuteMs),
        trustedFrom: iso(0),
        trustedTill: iso(2 * minuteMs),
      },
    ])
    assert.equal((await api.call('stranger', 'GET', path())).status, 404)
    assert.deepEqual((await api.call('viewer', 'GET', '/clock/')).body, {
      now: iso(30 * dayMs + 3 * minuteMs),
      state: 'ahead',
      aheadSec: (30 * dayMs) / 1000,
      since: iso(30 * dayMs),
      lastStep: { on: iso(30 * dayMs), bySec: (30 * dayMs) / 1000 },
      mayAccept: false,
    })
  })

  for (const { times, aheadMs } of [
    { times: 'shown', aheadMs: 30 * dayMs },
    { times: 'trusted', aheadMs: 0 },
  ]) {
    test(`become part of history at the ${times} times when an operator accepts them`, async () => {
      const { deviceId, number, text, beganOn } = await recorded(30 * dayMs)
      const other = await recorded(60 * dayMs, 1)
      const body = { deviceId, times }
      assert.equal((await api.call('operator', 'POST', path('accept/'), body)).status, 401)
      const { body: accepted } = await api.call('manager', 'POST', path('accept/'), body)
      assert.deepEqual(accepted, { polls: 3, days: 0, left: 0 })
      const expected = [0, 1, 2].map((at) => [beganOn + aheadMs + at * minuteMs, at])
      assert.deepEqual(await rawOf(number), expected)
      const exact = await api.service.db.sql`select text from exact where param_id = ${text} order by read_on`
      assert.deepEqual(
        exact.map((row) => row['text']),
        ['t0', 't1', 't2'],
      )
      assert.deepEqual(await audited(), [{ action: 'readings.accept', after: { deviceId, times, polls: 3, days: 0 } }])
      const { body: left } = await api.call('viewer', 'GET', path())
      assert.deepEqual(
        (left as { deviceId: number }[]).map((one) => one.deviceId),
        [other.deviceId],
      )
      assert.deepEqual((await api.call('manager', 'POST', path('accept/'), body)).body, { polls: 0, days: 0, left: 0 })
    })
  }

  test('take the next free time where theirs is taken', async () => {
    const { number, beganOn } = await recorded(30 * dayMs, 2)
    const { db } = api.service
    await db.sql`insert into aside_poll (org_id, device_id, read_on, layout_id, narrow, reason)
      select org_id, device_id, read_on, layout_id, '{7}', reason from aside_poll order by id limit 1`
    const accept = () => api.call('manager', 'POST', path('accept/'), { times: 'shown' })
    assert.deepEqual((await accept()).body, { polls: 3, days: 0, left: 0 })
    const from = beganOn + 30 * dayMs
    assert.deepEqual(await rawOf(number), [
      [from, 0],
      [from + 100, 7],
      [from + minuteMs, 1],
    ])
  })

  test('are deleted permanently when an operator discards them', async () => {
    const { deviceId, number } = await recorded(30 * dayMs)
    assert.equal((await api.call('operator', 'POST', path('discard/'), { deviceId })).status, 401)
    const { body } = await api.call('manager', 'POST', path('discard/'), { deviceId })
    assert.deepEqual(body, { polls: 3, days: 0 })
    assert.deepEqual([(await api.call('viewer', 'GET', path())).body, await rawOf(number)], [[], []])
    assert.deepEqual(await audited(), [{ action: 'readings.discard', after: { deviceId, polls: 3, days: 0 } }])
  })

  /** Marks the account as an administrator, like `busbar admin`. */
  const markAdmin = (who: 'owner' | 'viewer', isAdmin = true) =>
    api.service.db.sql`update account set is_installation_admin = ${isAdmin} where id = ${api.accounts[who]}`

  test('records new readings after an administrator has confirmed that the clock is correct', async () => {
    await recorded(30 * dayMs, 1)
    const acceptClock = (as: 'owner' | 'viewer' | 'stranger') =>
      api.call(as, 'POST', `/org/${api.orgId}/accept-clock/`, {})
    // There is another organization, whose clock it is as well.
    assert.equal((await acceptClock('owner')).status, 401)
    assert.equal((await acceptClock('stranger')).status, 404)
    await markAdmin('viewer')
    const { body: shown } = await api.call('viewer', 'GET', '/clock/')
    assert.equal((shown as { mayAccept: boolean }).mayAccept, true)
    assert.deepEqual((await acceptClock('viewer')).body, { polls: 0, days: 0 })
    await markAdmin('viewer', false)
    assert.equal((await acceptClock('viewer')).status, 401)
    const { number } = await recorded(30 * dayMs, 1)
    assert.equal((await rawOf(number)).length, 1)
    const [record] = await audited()
    assert.deepEqual(record, {
      action: 'org.accept-clock',
      after: { state: 'ahead', aheadSec: (30 * dayMs) / 1000, polls: 0, days: 0 },
    })
  })

  test('quarantines readings ahead of a clock that was set back and confirmed', async () => {
    await markAdmin('owner')
    setMs = 20 * dayMs
    await api.service.clockWatch.believe()
    const { number, deviceId } = await recorded(20 * dayMs, 2)
    assert.equal((await rawOf(number)).length, 2)
    setMs = 0
    assert.equal(((await api.call('viewer', 'GET', '/clock/')).body as { state: string }).state, 'behind')
    const { body } = await api.call('owner', 'POST', `/org/${api.orgId}/accept-clock/`, {})
    assert.deepEqual([body, await rawOf(number)], [{ polls: 2, days: 0 }, []])
    const accept = await api.call('manager', 'POST', path('accept/'), { deviceId, times: 'trusted' })
    assert.deepEqual(accept.body, { polls: 0, days: 0, left: 0 }, 'nobody knows what time it was')
    const shown = await api.call('manager', 'POST', path('accept/'), { deviceId, times: 'shown' })
    assert.deepEqual([shown.body, (await rawOf(number)).length], [{ polls: 2, days: 0, left: 0 }, 2])
  })
})
