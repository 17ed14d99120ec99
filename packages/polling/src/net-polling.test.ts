import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { DevicePolling, NetPolling } from './net-polling.ts'
import { device, net as netOf } from './testing/fake-line.ts'

/** Units 1 to 3 on one line with a timeout of one second. */
const setUp = (prompt: number | null = null) => {
  const clock = new VirtualClock()
  const asked: number[] = []
  const net = new NetPolling(netOf([device(1), device(2), device(3)]), {
    clock,
    promptMs: () => prompt,
    onSpare: ({ device: { unit } }) => {
      asked.push(unit)
      return poll(unit, false, prompt ?? 1000)
    },
  })
  const pollings = [1, 2, 3].map((id) => new DevicePolling(device(id), net, id))
  const poll = (unit: number, hasAnswered: boolean, silentMs = 0): true => {
    net.end(unit, net.begin(unit), { hasAnswered, silence: hasAnswered ? null : 'Timeout', silentMs })
    return true
  }
  const mayAsk = (unit: number): boolean => net.mayAsk(pollings[unit - 1] ?? assert.fail())
  const waitsMs = (unit: number): number => net.spareFromMs(unit) - clock.now()
  return { clock, net, poll, mayAsk, waitsMs, asked, pollings }
}

test('polls an unresponsive unit when the line has saved enough time, and responsive units at once', () => {
  const { clock, net, poll, mayAsk, waitsMs } = setUp()
  clock.advance(1_000_000)
  poll(1, false, 3000)
  assert.deepEqual([waitsMs(1), waitsMs(2), mayAsk(1), mayAsk(2)], [20_000, 0, false, true])
  poll(1, true)
  assert.deepEqual([net.silenceOf(1), mayAsk(1)], [undefined, true])
})

test('a unit that used to be fast costs less, and gets the full timeout now and then', () => {
  const { clock, net, poll, waitsMs } = setUp(60)
  poll(1, false, 1000)
  assert.equal(waitsMs(1), 1200)
  clock.advance(1200)
  assert.deepEqual(net.begin(1), { isProbe: true, timeoutMs: 60 })
  net.end(1, { isProbe: true, timeoutMs: 60 }, { hasAnswered: false, silence: 'Timeout', silentMs: 60 })
  assert.equal(waitsMs(1), 1200)
  clock.advance(18_800)
  assert.deepEqual(net.begin(1), { isProbe: true, timeoutMs: 60 }, 'not enough is saved')
  net.end(1, { isProbe: true, timeoutMs: 60 }, null)
  clock.advance(1200)
  assert.deepEqual(net.begin(1), { isProbe: false, timeoutMs: 1000 })
  net.end(1, { isProbe: false, timeoutMs: 1000 }, { hasAnswered: false, silence: 'Timeout', silentMs: 1000 })
  assert.equal(waitsMs(1), 1200)
  for (let n = 0; n < 66; n += 1) {
    clock.advance(1200)
    poll(1, false, 60)
  }
  clock.advance(1200)
  assert.equal(net.begin(1)?.isProbe, true)
  poll(1, false, 60)
  assert.equal(waitsMs(1), 20_000, 'nothing could be saved, and it is its turn')
})

test('polls one unresponsive unit at a time, in order, for a twentieth of the line time', () => {
  const { clock, net, poll, mayAsk, asked, pollings } = setUp(100)
  poll(1, false, 1000)
  poll(2, false, 1000)
  clock.advance(1000)
  assert.deepEqual([mayAsk(2), mayAsk(1), mayAsk(2)], [false, false, false])
  clock.advance(999)
  assert.deepEqual([asked, net.isWaiting(pollings[1] ?? assert.fail())], [[], true])
  clock.advance(1)
  assert.deepEqual(asked, [2])
  clock.advance(1999)
  assert.deepEqual(asked, [2])
  clock.advance(1)
  assert.deepEqual(asked, [2, 1])
  clock.advance(60_000)
  assert.deepEqual(asked, [2, 1], 'who had no turn since is not asked')
  const probe = net.begin(1)
  assert.equal(mayAsk(2), false, 'somebody is being asked')
  net.end(1, probe, null)
  clock.advance(0)
  assert.deepEqual(asked, [2, 1, 2])
})

test('does not limit an unresponsive unit on a line without responsive ones', () => {
  const { net, poll, waitsMs } = setUp()
  for (const unit of [1, 2, 3]) poll(unit, false, 1000)
  assert.deepEqual([1, 2, 3].map(waitsMs), [0, 0, 0])
  poll(3, true)
  assert.deepEqual([1, 2].map(waitsMs), [20_000, 20_000])
  net.net = netOf([device(1), device(3, { params: [] })])
  assert.equal(waitsMs(1), 0)
})

test('a response makes the unit responsive even if a later part fails, which counts as the first failure', () => {
  const { net, poll } = setUp()
  poll(1, false)
  poll(1, false)
  net.end(1, net.begin(1), { hasAnswered: true, silence: 'Timeout', silentMs: 0 })
  assert.equal(net.silenceOf(1)?.failures, 1)
})

test('counts one failure of two polls that began before the unit was unresponsive, and none for a cancelled one', () => {
  const { net } = setUp()
  const [one, other] = [net.begin(1), net.begin(1)]
  net.end(1, one, { hasAnswered: false, silence: 'Timeout', silentMs: 0 })
  net.end(1, other, { hasAnswered: false, silence: 'Timeout', silentMs: 0 })
  assert.equal(net.silenceOf(1)?.failures, 1)
  net.end(1, net.begin(1), null)
  assert.equal(net.silenceOf(1)?.failures, 1)
})

test('polls a unit at once after its settings have changed', () => {
  const { net, poll, mayAsk } = setUp()
  poll(1, false)
  poll(2, false)
  net.resetSilence(device(1))
  assert.deepEqual([mayAsk(1), mayAsk(2)], [true, false])
})

test('removed devices do not wait any longer, and none do when polling stops', () => {
  const { clock, net, poll, mayAsk, asked, pollings } = setUp(100)
  poll(1, false, 1000)
  poll(2, false, 1000)
  for (const unit of [1, 2]) assert.equal(mayAsk(unit), false)
  net.forget(pollings[0] ?? assert.fail())
  clock.advance(10_000)
  assert.deepEqual(asked, [2])
  mayAsk(2)
  net.stop()
  clock.advance(10_000)
  assert.deepEqual([asked, clock.pending], [[2], 0])
})

test('forgets units that are no longer polled, and no others', () => {
  const { net, poll } = setUp()
  poll(1, false)
  poll(2, false)
  net.prune()
  assert.deepEqual([net.silenceOf(1)?.failures, net.silenceOf(2)?.failures], [1, 1])
  net.net = netOf([device(2)])
  net.prune()
  assert.deepEqual([net.silenceOf(1), net.silenceOf(2)?.failures], [undefined, 1])
})
