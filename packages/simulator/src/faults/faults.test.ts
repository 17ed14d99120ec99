import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { Client } from '@busbar/modbus'
import { SerialLine } from '../line/serial-line.ts'
import { Plant } from '../plant/plant.ts'
import { workshop } from '../plants/workshop.ts'
import { serveLine } from '../serve/serial.ts'
import { faultKinds } from './faults.ts'

const startMs = Date.UTC(2026, 4, 4, 12)

/** The workshop on a simulated line of 19,200 baud, and a master at its other end. */
const setUp = (envelope: 'rtu' | 'ascii' = 'rtu') => {
  const clock = new VirtualClock()
  const plant = new Plant(workshop, { clock, startMs, speed: 0 })
  const site = plant.site('workshop')
  const line = new SerialLine({ clock, baud: 19_200 })
  serveLine(plant, site, line, { baud: 19_200, envelope })
  const client = new Client(line.attach(), { envelope, clock, timeoutMs: 500 })
  const ask = (unit: number, address = 0, count = 2) =>
    client.ask(unit, { fn: 4, address, count }).then((outcome) => ('ok' in outcome ? 'ok' : outcome.err))
  const read = (unit: number, address = 0, count = 2) => clock.runUntil(ask(unit, address, count))
  return { clock, plant, site, client, ask, read }
}

describe('the effect of each fault on a master', () => {
  for (const [name, params, outcome] of [
    ['dead', {}, 'timeout'],
    ['slow', { ms: 400 }, 'ok'],
    ['slow', { ms: 600 }, 'timeout'],
    ['late', { ms: 600 }, 'timeout'],
    ['wrong-unit', {}, 'timeout'],
    ['bad-crc', {}, 'crc'],
    ['exception', { code: 6 }, 'ServerDeviceBusy'],
    ['illegal-range', { from: 1, till: 1 }, 'IllegalDataAddress'],
    ['illegal-range', { from: 2, till: 9 }, 'ok'],
    ['noise', { bytes: 5 }, 'ok'],
    ['half-open', {}, 'timeout'],
    ['drip', { ms: 10 }, 'ok'],
    ['drip', { ms: 100 }, 'timeout'],
    ['flapping', { upMs: 0, downMs: 1000 }, 'timeout'],
    ['flapping', { upMs: 1000, downMs: 1000 }, 'ok'],
  ] as const) {
    for (const target of ['workshop', 'workshop/1']) {
      test(`${name} ${JSON.stringify(params)} on ${target}: ${outcome}`, async () => {
        const { plant, clock, read } = setUp()
        plant.faults.set(target, name, params)
        assert.equal(await read(1), outcome)
        if (target !== 'workshop') assert.equal(await read(2), 'ok', 'its neighbour is well')
        plant.faults.clear(target, name)
        await clock.advanceAsync(3000)
        assert.equal(await read(1), 'ok', 'and so is it when the fault is gone')
      })
    }
  }

  test('every fault is among them', () => {
    assert.deepEqual(Object.keys(faultKinds).toSorted(), [
      'bad-crc',
      'dead',
      'drip',
      'exception',
      'flapping',
      'half-open',
      'illegal-range',
      'late',
      'noise',
      'slow',
      'wrong-unit',
    ])
  })
})

test('ASCII lines are spoilt the same', async () => {
  const { plant, read } = setUp('ascii')
  assert.equal(await read(1), 'ok')
  plant.faults.set('workshop/1', 'bad-crc')
  assert.equal(await read(1), 'crc')
})

test('a late answer is never another request\u2019s', async () => {
  const { plant, clock, client, site } = setUp()
  plant.faults.set('workshop/1', 'late', { ms: 700 })
  const lateRead = client.ask(1, { fn: 4, address: 0, count: 2 })
  const nextRead = client.ask(1, { fn: 4, address: 2, count: 2 })
  assert.deepEqual(await clock.runUntil(lateRead), { err: 'timeout' })
  plant.faults.clear('workshop/1')
  const next = await clock.runUntil(nextRead)
  const words = site.device(1)?.read('input', 2, 2)
  assert.ok('ok' in next && typeof words === 'object')
  assert.deepEqual(Array.from(next.ok.words), Array.from(words))
  await clock.advanceAsync(1000)
  assert.equal(client.counters.late, 1)
})

test('faults add up', async () => {
  const { plant, clock, read } = setUp()
  plant.faults.set('workshop', 'slow', { ms: 200 })
  plant.faults.set('workshop/1', 'exception', { code: 2 })
  const before = clock.now()
  assert.equal(await read(1), 'IllegalDataAddress')
  assert.ok(clock.now() - before >= 200)
  assert.deepEqual(plant.faults.list(), [
    { target: 'workshop', name: 'slow', params: { ms: 200 } },
    { target: 'workshop/1', name: 'exception', params: { code: 2 } },
  ])
  plant.faults.clear('workshop')
  plant.faults.clear('workshop/1', 'exception')
  assert.deepEqual(plant.faults.list(), [])
})

test('an idle line with noise on it makes stray bytes', async () => {
  const { plant, clock, client, read } = setUp()
  plant.faults.set('workshop', 'noise', { perSec: 5 })
  await clock.advanceAsync(10_000)
  plant.faults.clear('workshop')
  await clock.advanceAsync(100)
  assert.equal(await read(1), 'ok')
  assert.equal(client.counters.timeouts, 0)
})

describe('refuses an impossible fault and names the possible ones', () => {
  for (const [target, name, params, message] of [
    ['factory', 'dead', {}, /nothing called factory; a target is SITE or SITE\/UNIT/],
    ['workshop/9', 'dead', {}, /nothing called workshop\/9/],
    ['workshop', 'broken', {}, /no fault broken; known are dead, slow/],
    ['workshop', 'slow', { sec: 3 }, /slow has no number sec; it has ms/],
    ['workshop', 'dead', { ms: 3 }, /dead has no number ms$/],
    ['workshop', 'slow', { ms: -1 }, /ms must be a number from 0/],
    ['workshop', 'slow', { ms: Number.NaN }, /ms must be a number from 0/],
    ['workshop', 'constructor', {}, /no fault constructor/],
  ] as const) {
    test(`${target} ${name} ${JSON.stringify(params)}`, () => {
      const { plant } = setUp()
      assert.throws(() => plant.faults.set(target, name, params), message)
      assert.deepEqual(plant.faults.list(), [])
    })
  }
})
