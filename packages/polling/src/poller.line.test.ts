import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { Client } from '@busbar/modbus'
import { Plant, type PlantDescription, SerialLine, serveLine } from '@busbar/simulator'
import { AnswerTimes } from './answer-times.ts'
import type { PolledValues } from './poll.ts'
import { Poller } from './poller.ts'
import { device, net, param, startMs } from './testing/fake-line.ts'

const baud = 9600

/** Five meters on one RS-485 line, each polled with two requests. */
const setUp = ({ timeoutMs = 1000, periodSec = 5 } = {}) => {
  const clock = new VirtualClock()
  const units = [1, 2, 3, 4, 5]
  const description: PlantDescription = {
    name: 'line',
    seed: 'line',
    sites: [
      {
        id: 'line',
        name: 'Line',
        envelope: 'rtu',
        devices: units.map((unit) => ({ unit, sku: 'em1p', name: `Meter ${unit}` })),
      },
    ],
  }
  const plant = new Plant(description, { clock, startMs })
  const line = new SerialLine({ clock, baud })
  serveLine(plant, plant.site('line'), line, { baud })
  const times = new AnswerTimes()
  const client = new Client(line.attach(), {
    envelope: 'rtu',
    clock,
    timeoutMs,
    watch: {
      onSent: () => {},
      onSettled: (unit, outcome, sentMs, nowMs) => times.settled(unit, outcome, sentMs, nowMs, timeoutMs),
    },
  })
  const exchange = {
    promptMs: times.promptMs.bind(times),
    meanExchangeMs: null,
    ask: client.ask.bind(client),
    transact: client.transact.bind(client),
    status: () => ({ isConnected: true, since: null, lastError: null, lastErrorOn: null }),
  }
  const input = (id: number, address: number) => ({ ...param(id, address), kind: 'input' }) as const
  const params = [input(1, 0), input(2, 1)]
  const nets = [
    net(
      units.map((unit) => device(unit, { periodSec, params, readGroupSize: 1 })),
      { protocol: 'rtu-over-tcp', timeoutMs },
    ),
  ]
  const polls: PolledValues[] = []
  const poller = new Poller({
    clock,
    now: () => new Date(startMs + clock.now()),
    directory: { nets: () => nets, watch: () => () => {} },
    field: { link: () => exchange },
    recorder: { record: (poll) => polls.push(poll) },
    log: { error: (details) => assert.fail(JSON.stringify(details)) },
  })
  poller.start()
  const read = (unit: number): number =>
    polls.filter(({ deviceId, errors }) => deviceId === unit && errors === null).length
  return { clock, plant, polls, poller, read }
}

test('a unit that fails on a real line leaves its neighbours 95% of their polls, and recovers', async () => {
  const { clock, plant, polls, poller, read } = setUp()
  await clock.advanceAsync(60_000)
  for (const unit of [1, 2, 3, 4, 5]) assert.equal(read(unit), 12)
  const shown = plant.site('line').device(1)?.read('input', 0, 2)
  assert.equal(typeof shown, 'object')
  assert.ok(polls.every(({ values }) => values.every((value) => value !== null)))

  plant.faults.set('line/3', 'dead')
  polls.length = 0
  await clock.advanceAsync(300_000)
  assert.equal(read(3), 0)
  assert.ok(polls.every(({ deviceId, errors }) => errors === (deviceId === 3 ? 'Timeout' : null)))
  for (const unit of [1, 2, 4, 5]) assert.ok(read(unit) >= 0.95 * 60, `unit ${unit}: ${read(unit)} of 60`)
  assert.equal(poller.deviceState(3).state, 'backing-off')

  plant.faults.clear('line/3')
  await clock.advanceAsync(5_500)
  assert.equal(read(3), 1, 'within its period')
  assert.equal(poller.deviceState(3).state, 'ok')
})

for (const timeoutMs of [1000, 5000]) {
  test(`with a timeout of ${timeoutMs} ms an unresponsive unit costs one timeout per attempt, then a twentieth of the time`, async () => {
    const { clock, plant, polls, read } = setUp({ timeoutMs, periodSec: 1 })
    await clock.advanceAsync(10_000)
    plant.faults.set('line/3', 'dead')
    await clock.advanceAsync(1000 + 2 * timeoutMs)
    polls.length = 0
    await clock.advanceAsync(60_000)
    for (const unit of [1, 2, 4, 5]) assert.ok(read(unit) >= 0.95 * 60, `unit ${unit}: ${read(unit)} of 60`)
    polls.length = 0
    await clock.advanceAsync(240_000)
    for (const unit of [1, 2, 4, 5]) assert.ok(read(unit) >= 0.95 * 240, `unit ${unit}: ${read(unit)} of 240`)
  })
}

test('three unresponsive units of five use at most a twentieth of the line together, and each is retried', async () => {
  const { clock, plant, polls, read } = setUp({ timeoutMs: 2000, periodSec: 1 })
  await clock.advanceAsync(10_000)
  for (const unit of [1, 3, 4]) plant.faults.set(`line/${unit}`, 'dead')
  await clock.advanceAsync(1000 + 3 * 2 * 2000)
  polls.length = 0
  await clock.advanceAsync(200_000)
  for (const unit of [2, 5]) assert.ok(read(unit) >= 0.95 * 200, `unit ${unit}: ${read(unit)} of 200`)
  for (const unit of [1, 3, 4]) plant.faults.clear(`line/${unit}`)
  await clock.advanceAsync(10_000)
  for (const unit of [1, 3, 4]) assert.ok(read(unit) > 0, `unit ${unit} came back`)
})

test('damaged responses become gaps with that reason', async () => {
  const { clock, plant, polls } = setUp()
  plant.faults.set('line/2', 'bad-crc')
  await clock.advanceAsync(20_000)
  const errors = new Set(polls.filter(({ deviceId }) => deviceId === 2).map((poll) => poll.errors))
  assert.deepEqual(errors, new Set(['Crc']))
})
