import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { TestUnits } from '../testing/test-units.ts'
import { taskOf } from './testing/program.ts'

const head = 'TASK 2 PERIOD 1000 SAFE 30'
/** A heater by a sensor: a run fails while the sensor does not answer. */
const heater = ['DEF temp S16 AT 1:H 0', 'DEF heat BIT AT 2:C 0 SAFE 0', 'PUT heat = temp < 20'].join('\n')
const dead = (): undefined => undefined

function setUp(t: TestContext, text = heater, header = head) {
  const clock = new VirtualClock(1000)
  const units = new TestUnits()
  const wentSafe: string[] = []
  const task = taskOf(text, clock, units, { wentSafe: (code) => void wentSafe.push(code) }, header)
  t.after(() => task.stop())
  /** Lets runs begin and end, one period after the other. */
  const periods = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      clock.advance(1000)
      await until(() => task.status().state !== 'running')
    }
  }
  return { task, clock, units, wentSafe, periods, heat: () => units.bank(2).coil[0] }
}

const writes = (units: TestUnits): string[] => units.asked.filter((line) => / fn (5|6|15|16) /.test(line))

test('outputs go into their safe state when no run has gone well for so long, and back with the next that does', async (t) => {
  const { task, units, wentSafe, periods, heat } = setUp(t)
  task.start()
  await periods(2)
  assert.equal(heat(), 1)
  units.instead.set(1, dead)
  await periods(29)
  assert.deepEqual([heat(), wentSafe], [1, []])
  await periods(2)
  assert.deepEqual([heat(), wentSafe], [0, ['EXC_PARAM_TARGET_FAILED']])
  assert.equal(task.status().lastErrorCode, 'EXC_PARAM_TARGET_FAILED')
  units.instead.clear()
  await periods(1)
  assert.equal(heat(), 1)
})

test('an output in its safe state is left alone, and put back if it leaves it', async (t) => {
  const { task, units, periods, heat } = setUp(t)
  units.instead.set(1, dead)
  task.start()
  await periods(40)
  assert.deepEqual(writes(units), [])
  units.bank(2).coil[0] = 1
  await periods(2)
  assert.deepEqual([heat(), writes(units)], [0, ['2 fn 5 @0=0']])
})

test('retries an output that does not respond every ten seconds, not in every period', async (t) => {
  const { task, units, periods } = setUp(t)
  units.instead.set(1, dead)
  units.instead.set(2, dead)
  task.start()
  await periods(51)
  assert.deepEqual(writes(units), new Array<string>(3).fill('2 fn 5 @0=0'))
})

test('a task that ends leaves its outputs safe, but those that another writes now', async (t) => {
  const text = [heater, 'DEF levels U16[2] AT 3:H 4 SAFE 7', 'PUT levels[0] = 1'].join('\n')
  const { task, units, periods, heat } = setUp(t, text)
  task.start()
  await periods(2)
  assert.equal(heat(), 1)
  await task.stop([{ unit: 2, area: 'C', address: 0, count: 1 }])
  assert.deepEqual([heat(), Array.from(units.bank(3).holding.subarray(4, 6))], [1, [7, 7]])
})

test('a task that ends waits two seconds for its outputs at most', async (t) => {
  const { task, clock, units, periods } = setUp(t)
  task.start()
  await periods(2)
  const signals: AbortSignal[] = []
  units.ask = (requester) =>
    new Promise((answer) => {
      const { signal } = requester as { signal: AbortSignal }
      signals.push(signal)
      signal.addEventListener('abort', () => answer(undefined))
    })
  const stopped = task.stop()
  await setImmediate()
  assert.equal(signals.length, 1)
  clock.advance(2000)
  await stopped
})

test('without SAFE nothing is ever written that no run has put', async (t) => {
  const { task, units, periods } = setUp(t, heater.replace(' SAFE 0', ''))
  task.start()
  await periods(2)
  units.instead.set(1, dead)
  units.asked.length = 0
  await periods(60)
  await task.stop()
  assert.deepEqual(writes(units), [])
})
