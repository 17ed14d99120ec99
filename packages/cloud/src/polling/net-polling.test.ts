import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { FieldDevice } from '../directory/net.ts'
import { netOf } from '../field/testing.ts'
import { NetPolling } from './net-polling.ts'

const deviceOf = (unit: number): FieldDevice => ({
  orgId: 1,
  netId: 7,
  id: unit * 10,
  name: 'Meter',
  unit,
  periodSec: 60,
  readGroupSize: 64,
  retries: 0,
  params: [],
})

const setUp = () => {
  const clock = new VirtualClock()
  const net = new NetPolling(netOf({ devices: [deviceOf(1), deviceOf(2)] }), clock)
  const poll = (unit: number, hasAnswered: boolean, silentMs = 0): void =>
    net.end(unit, net.begin(unit), { hasAnswered, silence: hasAnswered ? null : 'Timeout', silentMs })
  return { clock, net, poll }
}

test('a silent unit is left alone longer each time, and after an answer begins with the shortest again', () => {
  const { clock, net, poll } = setUp()
  const until = (): number | undefined => net.silenceOf(1)?.untilMs
  poll(1, false)
  assert.deepEqual([until(), net.restraintOf(1), net.restraintOf(2)], [2000, 'Timeout', null])
  clock.advance(1999)
  assert.equal(net.restraintOf(1), 'Timeout')
  clock.advance(1)
  assert.equal(net.restraintOf(1), null)
  poll(1, false)
  assert.deepEqual(until(), 2000 + 4000)
  clock.advance(4000)
  poll(1, true)
  assert.deepEqual([until(), net.restraintOf(1)], [undefined, null])
  poll(1, false)
  assert.equal(until(), 6000 + 2000)
})

test('an answer ends the silence even where a later part was not answered: that is the first failure', () => {
  const { net, poll } = setUp()
  poll(1, false)
  poll(1, false)
  net.end(1, net.begin(1), { hasAnswered: true, silence: 'Timeout', silentMs: 0 })
  assert.equal(net.silenceOf(1)?.failures, 1)
})

test('one poll at a time probes a silent unit, and of two that began before only one failure counts', () => {
  const { clock, net, poll } = setUp()
  const [one, other] = [net.begin(1), net.begin(1)]
  net.end(1, one, { hasAnswered: false, silence: 'Timeout', silentMs: 0 })
  net.end(1, other, { hasAnswered: false, silence: 'Timeout', silentMs: 0 })
  assert.equal(net.silenceOf(1)?.failures, 1)
  clock.advance(2000)
  const probe = net.begin(1)
  assert.equal(net.restraintOf(1), 'Timeout', 'somebody asks already')
  net.end(1, probe, null)
  assert.deepEqual([net.restraintOf(1), net.silenceOf(1)?.failures], [null, 1], 'it was called off')
  poll(1, false)
  assert.equal(net.silenceOf(1)?.failures, 2)
})

test('what asking a silent unit took from its neighbours is waited for twenty times', () => {
  const { net, poll } = setUp()
  poll(1, false, 99)
  poll(2, false, 500)
  assert.deepEqual([net.silenceOf(1)?.untilMs, net.silenceOf(2)?.untilMs], [2000, 10_000])
  net.net = netOf({ devices: [deviceOf(1)] })
  net.forgive(deviceOf(1))
  poll(1, false, 500)
  assert.equal(net.silenceOf(1)?.untilMs, 2000, 'who is alone takes nobody’s time')
})

test('one silent unit is asked at a time, and after a vain probe none for ten times as long as that took', () => {
  const { clock, net, poll } = setUp()
  poll(1, false)
  poll(2, false)
  clock.advance(2000)
  assert.deepEqual([net.restraintOf(1), net.restraintOf(2)], [null, null])
  const probe = net.begin(1)
  assert.equal(net.restraintOf(2), 'Timeout')
  net.end(1, probe, { hasAnswered: false, silence: 'Timeout', silentMs: 300 })
  clock.advance(2999)
  assert.equal(net.restraintOf(2), 'Timeout')
  clock.advance(1)
  assert.equal(net.restraintOf(2), null)
})

test('a unit that is set up anew is tried at once', () => {
  const { net, poll } = setUp()
  poll(1, false)
  poll(2, false)
  net.forgive(deviceOf(1))
  assert.deepEqual([net.restraintOf(1), net.restraintOf(2)], [null, 'Timeout'])
})

test('units that nobody asks any more are forgotten, and others are not', () => {
  const { net, poll } = setUp()
  poll(1, false)
  poll(2, false)
  net.prune()
  assert.deepEqual([net.silenceOf(1)?.failures, net.silenceOf(2)?.failures], [1, 1])
  net.net = netOf({ devices: [deviceOf(2)] })
  net.prune()
  assert.deepEqual([net.silenceOf(1), net.silenceOf(2)?.failures], [undefined, 1])
})

test('the mean of exchanges follows slowly', () => {
  const { net } = setUp()
  assert.equal(net.meanExchangeMs, null)
  net.exchanged(100)
  assert.equal(net.meanExchangeMs, 100)
  net.exchanged(200)
  assert.equal(net.meanExchangeMs, 105)
})
