import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { FieldDevice, FieldNet } from './net.ts'
import { type Arrival, device, net, param, registers, setUp, startMs } from './testing/fake-line.ts'

const begin = (nets: FieldNet[]) => {
  const world = setUp(nets)
  world.poller.start()
  return world
}

test('the shown time of the next poll is that of the next request', async () => {
  const { clock, link, poller, polls } = begin([net([device(1), device(2), device(3, { periodSec: 7 })])])
  for (let round = 0; round < 50; round++) {
    const next = new Map([1, 2, 3].map((id) => [id, poller.nextReadOn(id) ?? assert.fail()]))
    link.requests.length = 0
    await clock.advanceAsync(1_000)
    for (const { unit, atMs } of link.requests) assert.equal(next.get(unit), startMs + atMs)
  }
  assert.ok(polls.length > 14)
  for (const { deviceId, readOn } of polls.slice(-3)) {
    assert.ok(readOn <= startMs + clock.now() && readOn > startMs + clock.now() - 10_000, `${deviceId} ${readOn}`)
  }
})

test('many networks are added in slices, and a stop ends that', async () => {
  const devicesOf = (netId: number) => Array.from({ length: 1500 }, (_, at) => device(10_000 * netId + at))
  const nets = [1, 2, 3].map((id) => net(devicesOf(id), { id }))
  const { poller } = begin(nets)
  const known = (): boolean[] => [1, 2, 3].map((id) => poller.nextReadOn(10_000 * id) !== null)
  assert.deepEqual(known(), [true, true, false])
  await setImmediate()
  assert.deepEqual(known(), [true, true, true])
  const other = begin(nets).poller
  other.stop()
  await setImmediate()
  assert.equal(other.nextReadOn(30_000), null)
})

test('setting the wall clock changes the shown time, but not the polling rate', async () => {
  const { clock, link, poller, wall } = begin([net([device(1)])])
  await clock.advanceAsync(20_000)
  const before = poller.nextReadOn(1) ?? assert.fail()
  wall.aheadMs += 3_600_000
  assert.equal(poller.nextReadOn(1), before + 3_600_000)
  await clock.advanceAsync(20_000)
  const [first, ...others] = link.requests.map(({ atMs }) => atMs)
  assert.deepEqual(
    others,
    [1, 2, 3].map((k) => (first ?? 0) + k * 10_000),
  )
})

test('a poll longer than the period skips polls instead of queueing them', async () => {
  const { clock, link, poller, polls } = begin([net([device(1)])])
  let running = 0
  link.answer = async (request) => {
    running += 1
    assert.equal(running, 1)
    const outcome = await link.later(25_000, request)
    running -= 1
    return outcome
  }
  await clock.advanceAsync(300_000)
  assert.equal(link.requests.length, 10)
  assert.ok(polls.length >= 9)
  assert.equal(poller.totals().skipped, 20)
  assert.equal(poller.netStatistics(1)?.skipped, 20)
})

test('an address counts as reached when a value was read over a connection that lasted', async () => {
  const { clock, link, proofs } = begin([net([device(1)])])
  const at = (address: string): Arrival => ({ endpoint: { name: `${address} 502` } })
  const rows: [what: string, arrival: Arrival | null, answer: typeof link.answer, gives: string[]][] = [
    ['called in', null, link.answer, []],
    ['silent', at('192.0.2.1'), () => link.timeout(), []],
    ['refuses all', at('192.0.2.2'), async () => ({ err: 'ServerDeviceFailure' }), []],
    ['reads', at('192.0.2.3'), link.answer, ['1 192.0.2.3 502']],
    [
      'is elsewhere by then',
      at('192.0.2.4'),
      async (request) => {
        link.arrival = at('192.0.2.4')
        return link.later(1, request)
      },
      [],
    ],
  ]
  for (const [what, arrival, answer, gives] of rows) {
    Object.assign(link, { arrival, answer })
    proofs.length = 0
    // An unresponsive unit is polled again after a while.
    await clock.advanceAsync(600_000)
    assert.deepEqual([...new Set(proofs)], gives, what)
  }
})

/** Polls with values, by device. */
const readBy = (polls: readonly { deviceId: number; errors: unknown }[]): Map<number, number> => {
  const counts = new Map<number, number>()
  for (const { deviceId, errors } of polls) if (errors === null) counts.set(deviceId, (counts.get(deviceId) ?? 0) + 1)
  return counts
}

test('one unresponsive unit of five costs the others little, with one request at a time', async () => {
  for (const [periodSec, minutes] of [
    [1, 10],
    [2, 10],
    [5, 5],
    [10, 2],
  ] as const) {
    const devices = [1, 2, 3, 4, 5].map((id) => device(id, { periodSec }))
    const { clock, link, polls } = begin([net(devices)])
    link.answer = (request) => (request.unit === 3 ? link.timeout(1_000) : link.later(20, request))
    await clock.advanceAsync(minutes * 60_000)
    const counts = readBy(polls)
    assert.equal(counts.has(3), false)
    for (const id of [1, 2, 4, 5]) {
      const share = ((counts.get(id) ?? 0) * periodSec) / (minutes * 60)
      assert.ok(share >= 0.95, `unit ${id} every ${periodSec} s: ${share}`)
    }
  }
})

test('a single unresponsive unit is probed at each due time, gaps are recorded, and its first response triggers a whole poll', async () => {
  const { clock, link, poller, polls } = begin([
    net([device(1, { periodSec: 1, retries: 2, params: [param(1, 0), param(2, 500)] })]),
  ])
  let isDead = true
  link.prompt = 60
  link.answer = (request) => (isDead ? { err: 'timeout' } : link.later(0, request))
  await clock.advanceAsync(30_000)
  const [first] = link.requests
  const shown = link.requests.map(
    ({ address, count, atMs, timeoutMs }) => `${(atMs - (first?.atMs ?? 0)) / 1000}: ${address}+${count} ${timeoutMs}`,
  )
  // Three attempts, then one short request at each due time, alternating between the groups, with a length that no poll
  // uses.
  assert.deepEqual(shown.slice(0, 5), [
    '0: 0+1 undefined',
    '0: 0+1 undefined',
    '0: 0+1 undefined',
    '1: 500+2 60',
    '2: 0+2 60',
  ])
  // Now and then the poll itself is tried with the full timeout, in case the unit became slow or ignores probes.
  assert.deepEqual(
    shown.filter((one) => one.includes('undefined')),
    [...shown.slice(0, 3), '20: 0+1 undefined'],
  )
  assert.equal(shown.length, 32)
  assert.equal(polls.length, 30)
  assert.ok(polls.every(({ errors, values }) => errors === 'Timeout' && values.every((value) => value === null)))
  const { state, failures, until, nextReadOn } = poller.deviceState(1)
  assert.deepEqual([state, failures, until], ['backing-off', 30, startMs + clock.now()])
  assert.deepEqual(poller.netStatistics(1)?.backingOff, [{ deviceId: 1, unit: 1, failures: 30, until }])
  isDead = false
  link.requests.length = 0
  await clock.advanceAsync((nextReadOn ?? 0) - startMs - clock.now())
  assert.deepEqual(
    link.requests.map(({ address, count, atMs }) => [address, count, startMs + atMs]),
    [
      [0, 2, nextReadOn],
      [0, 1, nextReadOn],
      [500, 1, nextReadOn],
    ],
  )
  assert.equal(polls.at(-1)?.errors, null)
  assert.equal(poller.deviceState(1).state, 'ok')
  await clock.advanceAsync(5_000)
  assert.equal(link.requests.length, 13)
})

test('devices with the same unit share its state, and one of them is polled', async () => {
  const { clock, link, polls } = begin([net([1, 2, 3].map((id) => device(id, { unit: 9, retries: 0, periodSec: 1 })))])
  let running = 0
  link.answer = async () => {
    running += 1
    assert.equal(running, 1)
    const outcome = await link.timeout(600)
    running -= 1
    return outcome
  }
  await clock.advanceAsync(3_000)
  polls.length = 0
  const before = link.requests.length
  await clock.advanceAsync(60_000)
  assert.ok(link.requests.length - before <= 100, `${link.requests.length - before} requests`)
  assert.equal(polls.length, 180, 'and each has its gaps')
})

test('sends nothing without a connection', async () => {
  const { clock, link, poller, polls } = begin([net([device(1)])])
  link.isConnected = false
  await clock.advanceAsync(20_000)
  assert.deepEqual(
    polls.map(({ errors }) => errors),
    ['NoConnection', 'NoConnection'],
  )
  assert.equal(poller.deviceState(1).state, 'no-connection')
  assert.equal(link.requests.length, 0)
  link.isConnected = true
  await clock.advanceAsync(10_000)
  assert.equal(polls.at(-1)?.errors, null)
})

test('unit 0 is a broadcast on a serial line and the gateway itself over Modbus TCP', async () => {
  for (const [protocol, errors] of [
    ['rtu-over-tcp', 'Unreadable'],
    ['ascii-over-tcp', 'Unreadable'],
    ['modbustcp', null],
  ] as const) {
    const { clock, polls } = begin([net([device(1, { unit: 0 })], { protocol })])
    await clock.advanceAsync(10_000)
    assert.deepEqual(
      polls.map((poll) => poll.errors),
      [errors],
    )
  }
})

test('a disabled device stops at once, and no more of its readings are recorded', async () => {
  const one = device(1)
  const offs: [name: string, off: FieldNet | null][] = [
    ['device', net([], { id: 1 })],
    ['network', net([one], { isEnabled: false })],
    ['network deleted', null],
    ['another unit', net([{ ...one, unit: 77 }])],
  ]
  for (const [name, off] of offs) {
    const { clock, link, polls, poller, put, errors } = begin([net([one])])
    link.answer = (request) => link.later(500, request)
    await clock.advanceAsync((poller.nextReadOn(1) ?? 0) - startMs + 100)
    assert.equal(link.requests.length, 1)
    assert.equal(poller.deviceState(1).state, 'polling')
    put(off, 1)
    await clock.advanceAsync(5_000)
    assert.deepEqual(polls, [], name)
    await clock.advanceAsync(60_000)
    assert.equal(link.requests.length, name === 'another unit' ? 7 : 1, name)
    assert.equal(poller.deviceState(1).state, name === 'another unit' ? 'ok' : 'disabled')
    assert.deepEqual(errors, [])
    // Enabled again.
    put(net([one]), 1)
    await clock.advanceAsync(15_000)
    assert.notEqual(polls.at(-1), undefined)
  }
})

test('the next poll uses changed parameters', async () => {
  const one = device(1)
  const { clock, link, polls, put } = begin([net([one])])
  const then = async (changes: Partial<FieldDevice>) => {
    link.requests.length = 0
    put(net([{ ...one, ...changes }]))
    await clock.advanceAsync(10_000)
    return link.requests.map(({ unit, address, count }) => `${unit}: ${address}+${count}`).join(' ')
  }
  await clock.advanceAsync(10_000)
  const params = [param(1, 0), param(2, 40)]
  assert.equal(await then({ params }), '1: 0+1 1: 40+1')
  assert.equal(polls.at(-1)?.params, params)
  assert.deepEqual(polls.at(-1)?.values, [0, 40])
  assert.equal(await then({ readGroupSize: 8 }), '1: 0+8 1: 8+8 1: 16+4')
  assert.equal(await then({ unit: 5 }), '5: 0+20')
  assert.equal(await then({ params: [] }), '')
  assert.equal(await then({ periodSec: 5 }), '1: 0+20 1: 0+20')
})

test('adding or removing a device changes no other phase, and a device may move to another network', async () => {
  const { clock, link, poller, put } = begin([net([device(1), device(2), device(3)]), net([], { id: 2 })])
  const next = poller.nextReadOn(3)
  put(net([device(3), device(9)]))
  assert.equal(poller.nextReadOn(3), next)
  assert.equal(poller.nextReadOn(2), null)
  // The notifications of the two networks may arrive in either order.
  put(net([device(3, { netId: 2 })], { id: 2 }), 2)
  put(net([device(9)]))
  link.requests.length = 0
  await clock.advanceAsync(10_000)
  assert.deepEqual(new Set(link.requests.map(({ unit }) => unit)), new Set([3, 9]))
})

test('statistics show whether a network keeps up', async () => {
  const devices = [device(1), device(2, { params: [param(1, 0), param(2, 100)] }), device(3, { periodSec: 30 })]
  const { clock, link, poller } = begin([net(devices)])
  assert.equal(poller.netStatistics(1)?.predictedCycleMs, null)
  link.answer = (request) => (request.unit === 1 ? { err: 'ServerDeviceFailure' } : link.later(50, request))
  await clock.advanceAsync(30_000)
  link.answer = (request) => link.later(50, request)
  await clock.advanceAsync(600_000)
  const { meanExchangeMs, predictedCycleMs, load, ...told } = poller.netStatistics(1) ?? assert.fail()
  assert.ok(Math.abs((meanExchangeMs ?? 0) - 50) < 1)
  assert.ok(Math.abs((predictedCycleMs ?? 0) - 200) < 4)
  assert.ok(Math.abs((load ?? 0) - 0.0167) < 0.001)
  assert.deepEqual(told, {
    polls: 147,
    readings: 60 * 20 + 63 * 2 + 21 * 20,
    failures: { ServerDeviceFailure: 60 },
    skipped: 0,
    lagP99Ms: 1,
    requestsPerCycle: 4,
    lastCycleMs: 200,
    periodSec: 10,
    backingOff: [],
  })
  assert.deepEqual(poller.totals(), { polls: 147, readings: told.readings, failures: 60, skipped: 0, lagP99Ms: 1 })
  const { state, lastDurationMs, lastPollOn, nextReadOn } = poller.deviceState(2)
  assert.deepEqual([state, lastDurationMs, nextReadOn], ['ok', 100, (lastPollOn ?? 0) + 10_000])
  assert.equal(poller.netStatistics(99), null)
})

test('a stopped poller sends and records nothing', async () => {
  const { clock, link, polls, poller } = begin([net([device(1, { params: registers(3) })])])
  link.answer = (request) => link.later(500, request)
  await clock.advanceAsync((poller.nextReadOn(1) ?? 0) - startMs + 100)
  poller.stop()
  await clock.advanceAsync(60_000)
  assert.equal(link.requests.length, 1)
  assert.deepEqual(polls, [])
  assert.equal(clock.pending, 0)
})

test('an exception of the link is logged, and the next poll is tried', async () => {
  const { clock, link, polls, errors } = begin([net([device(1)])])
  link.ask = () => Promise.reject(new Error('broken'))
  await clock.advanceAsync(30_000)
  assert.equal(errors.length, 3)
  assert.deepEqual(polls, [])
})
