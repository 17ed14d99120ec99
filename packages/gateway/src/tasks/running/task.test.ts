import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { UnitGate } from '../../bus/gate/requester.ts'
import { TestUnits } from '../testing/test-units.ts'
import type { TaskOptions } from './task.ts'
import { taskOf } from './testing/program.ts'

/** Answers after so long. */
const slowly = (units: TestUnits, clock: VirtualClock, delayMs: () => number, atMs: number[]): UnitGate => ({
  async ask(requester, unit, pdu) {
    atMs.push(clock.now())
    await new Promise<void>((done) => void clock.after(delayMs(), done))
    return units.ask(requester, unit, pdu)
  },
})

test('runs begin every period, without drift, and those that were missed are left out', async () => {
  const clock = new VirtualClock(1000)
  const atMs: number[] = []
  const delays = [30, 30, 1200, 30, 500, 30]
  const missed: object[] = []
  const task = taskOf(
    'DEF a U16 AT 1:H 0',
    clock,
    slowly(new TestUnits(), clock, () => delays.shift() ?? 30, atMs),
    { missed: (facts) => void missed.push(facts) },
  )
  task.start()
  await clock.advanceAsync(5200)
  await task.stop()
  await clock.advanceAsync(5000)
  // The third took more than two periods, the fifth exactly one.
  assert.deepEqual(atMs, [1000, 1500, 2000, 3500, 4000, 5000, 5500, 6000])
  assert.equal(task.missedRuns, 3)
  assert.deepEqual(missed, [
    { tookMs: 1200, periodMs: 500 },
    { tookMs: 500, periodMs: 500 },
  ])
})

test('a clock that rings a hair early starts no run twice', async () => {
  const clock = new VirtualClock(1000)
  const early = {
    now: () => clock.now(),
    after: (ms: number, act: () => void) => clock.after(Math.max(0, ms - 1e-6), act),
  }
  const units = new TestUnits()
  const task = taskOf('DEF a U16 AT 1:H 0', clock, units, { clock: early })
  task.start()
  await clock.advanceAsync(2000)
  assert.deepEqual([units.asked.length, task.missedRuns], [5, 0])
  await task.stop()
})

test('the gate is open to it, and tells it of failures in the standard\u2019s codes', async () => {
  const clock = new VirtualClock(1000)
  const units = new TestUnits()
  const requesters: object[] = []
  const gate: UnitGate = {
    ask(requester, unit, pdu) {
      requesters.push(requester)
      return units.ask(requester, unit, pdu)
    },
  }
  const task = taskOf('DEF a U16 AT 1:H 0', clock, gate)
  task.start()
  await clock.advanceAsync(0)
  assert.partialDeepStrictEqual(requesters, [{ name: 'task T.TSK', isLoggedIn: true, usesStandardCodes: true }])
  await task.stop()
})

test('the state reports activity and the outcome of the last run', async () => {
  const clock = new VirtualClock(1000)
  const units = new TestUnits()
  const task = taskOf(
    'DEF a U16 AT 1:H 0\nPUT a = 1 / a',
    clock,
    slowly(units, clock, () => 100, []),
  )
  const facts = { sourceFile: 'T.TSK', periodMs: 500 }
  assert.deepEqual(task.status(), { ...facts, state: 'idle', lastRunOn: null, lastErrorCode: null })
  task.start()
  await clock.advanceAsync(50)
  const lastRunOn = '1970-01-01T00:00:01.000Z'
  assert.deepEqual(task.status(), { ...facts, state: 'running', lastRunOn, lastErrorCode: null })
  await clock.advanceAsync(100)
  assert.deepEqual(task.status(), { ...facts, state: 'idle', lastRunOn, lastErrorCode: 'EXC_RESULT_INFINITY' })
  units.bank(1).holding[0] = 1
  await clock.advanceAsync(500)
  assert.equal(task.status().lastErrorCode, null)
  await task.stop()
})

const trips = [
  'DEF alarm BIT AT 1:D 0',
  'DEF relay BIT AT 2:C 0',
  'DEF count U16 AT 3:H 0',
  'DEF n U16',
  'DEF lost STR[20]',
  'IF ERR(count) <> 0 DO CALL note',
  'IF RISE(alarm) DO CALL trip',
  'DO RETURN',
  'note: PUT lost = lost & STR(ERR(count)) & ";"',
  'DO SMS 2 lost',
  'DO RETURN',
  'trip: PUT relay = NOT relay',
  'PUT n = n + 1',
  'PUT count = n',
  'DO SMS 1 "tripped"',
  'DO RETURN',
].join('\n')

test('a failed write is not repeated, others in the same run are not affected, and the next run sees the error', async () => {
  const clock = new VirtualClock()
  const units = new TestUnits()
  const sent: string[] = []
  const logged: (number | undefined)[][] = []
  const log: TaskOptions['log'] = {
    isFailing: false,
    add: ({ numbers }) => void logged.push([numbers[1], numbers[2]]),
    stop: async () => undefined,
  }
  const task = taskOf(trips, clock, units, { sendSms: ({ phone, text }) => void sent.push(`${phone} ${text}`), log })
  units.bank(1)['discrete-input'][0] = 1
  // The relay is set, the count is refused.
  units.bank(3).write = () => 4
  task.start()
  await clock.advanceAsync(100)
  assert.equal(task.status().lastErrorCode, 'EXC_MB_SLAVE_DEVICE_FAILURE')
  await clock.advanceAsync(2000)
  assert.equal(task.status().lastErrorCode, null)
  const writes = units.asked.filter((one) => / fn (?:5|6|15|16) /.test(one))
  assert.deepEqual(writes, ['2 fn 5 @0=65280', '3 fn 6 @0=1'])
  assert.deepEqual(sent, ['1 tripped', '2 4;'], 'told once')
  assert.deepEqual(logged.slice(0, 2), [
    [1, 0],
    [1, 0],
  ])
  await task.stop()
})

test('an edge waits for units that do not answer: a run that needs one of them has not been', async () => {
  const clock = new VirtualClock()
  const units = new TestUnits()
  const task = taskOf(trips, clock, units, { sendSms: () => undefined })
  units.refuse(2, 11)
  task.start()
  await clock.advanceAsync(100)
  assert.equal(task.status().lastErrorCode, 'EXC_PARAM_TARGET_FAILED')
  units.bank(1)['discrete-input'][0] = 1
  await clock.advanceAsync(1000)
  assert.deepEqual([units.bank(2).coil[0], units.bank(3).holding[0]], [0, 0])
  units.instead.clear()
  await clock.advanceAsync(2000)
  assert.equal(task.status().lastErrorCode, null)
  assert.deepEqual([units.bank(2).coil[0], units.bank(3).holding[0]], [1, 1], 'tripped once, when it could')
  await task.stop()
})

test('a dead unit stops what uses it, and a task that looks goes on without it', async () => {
  const clock = new VirtualClock()
  const units = new TestUnits()
  const text = [
    'DEF level U16 AT 1:H 0',
    'DEF pump BIT AT 1:C 0',
    'DEF lamp BIT AT 2:C 0',
    'DEF name STR[4] AT 2:H 0',
    'PUT pump = level > 5',
    'IF ERR(lamp) <> 0 DO RETURN',
    'PUT lamp = pump',
  ].join('\n')
  const records: number[] = []
  const log: TaskOptions['log'] = {
    isFailing: false,
    add: () => void records.push(clock.now()),
    stop: async () => undefined,
  }
  const task = taskOf(text, clock, units, { log })
  const logging = taskOf(`${text}\nDEF seen U16 AT 2:H 8 LOG`, clock, units, { log })
  units.instead.set(2, () => undefined)
  units.bank(1).holding[0] = 7
  task.start()
  await clock.advanceAsync(100)
  assert.equal(task.status().lastErrorCode, 'EXC_PARAM_TARGET_FAILED', 'told, though the rest was done')
  assert.equal(units.bank(1).coil[0], 1)
  assert.deepEqual(
    units.asked.filter((one) => one.startsWith('2 ')),
    ['2 fn 3 @0+2'],
    'who is silent is asked once a run',
  )
  await task.stop()
  assert.equal(records.length, 1)
  logging.start()
  await clock.advanceAsync(100)
  assert.equal(records.length, 1, 'what was not read is not logged')
  units.instead.clear()
  await clock.advanceAsync(500)
  assert.deepEqual([units.bank(2).coil[0], logging.status().lastErrorCode, records.length], [1, null, 2])
  await logging.stop()
})

test('a message without a modem is reported and affects nothing else', async () => {
  const clock = new VirtualClock()
  const text = 'DEF relay BIT AT 2:C 0\nPUT relay = 1\nDO SMS 1 "tripped"'
  const units = new TestUnits()
  const task = taskOf(text, clock, units)
  task.start()
  await clock.advanceAsync(100)
  assert.deepEqual([task.status().lastErrorCode, units.bank(2).coil[0]], ['EXC_ACTION_UNKNOWN', 1])
  await task.stop()
  const sent: string[] = []
  const other = taskOf(text, clock, units, { sendSms: (message) => void sent.push(`${message.phone} ${message.text}`) })
  other.start()
  await clock.advanceAsync(100)
  assert.deepEqual([other.status().lastErrorCode, sent], [null, ['1 tripped']])
  await other.stop()
})

test('a stopped task sends no more requests', async () => {
  const clock = new VirtualClock()
  const units = new TestUnits()
  const signals: AbortSignal[] = []
  const gate: UnitGate = {
    ask(requester, unit, pdu) {
      signals.push(requester.signal)
      return slowly(units, clock, () => 100, []).ask(requester, unit, pdu)
    },
  }
  const task = taskOf('DEF a U16 AT 1:H 0\nPUT a = a + 1', clock, gate)
  task.start()
  await clock.advanceAsync(50)
  await task.stop()
  assert.equal(signals[0]?.aborted, true)
  await clock.advanceAsync(5000)
  assert.deepEqual([units.asked.length, units.bank(1).holding[0]], [1, 0])
})
