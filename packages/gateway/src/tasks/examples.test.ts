import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { compile } from './compile/compile.ts'
import { compileAll } from './compile-all.rules.ts'
import { Task } from './running/task.ts'
import { TestUnits } from './testing/test-units.ts'

const folder = new URL('../../../../docs/examples/tasks/', import.meta.url)
const bytesOf = (file: string): Uint8Array => readFileSync(new URL(file, folder))

/** An example at work, on units that the test plays. Monday, 16 November 2026. */
function setUp(t: TestContext, file: string, startHour = 12) {
  const compiled = compile(bytesOf(file))
  if ('problem' in compiled) assert.fail(JSON.stringify(compiled.problem))
  const { periodMs } = compiled.ok
  const clock = new VirtualClock(0)
  const units = new TestUnits()
  const startMs = Date.UTC(2026, 10, 16, startHour)
  const task = new Task({
    sourceFile: file,
    program: compiled.ok,
    gate: units,
    clock,
    now: () => new Date(startMs + clock.now()),
    localNow: () => new Date(startMs + clock.now()),
    sun: () => ({ sunriseSec: 7 * 3600, sunsetSec: 16 * 3600 }),
    sendSms: () => 'EXC_ACTION_UNKNOWN',
    wentSafe: () => {},
    missed: () => {},
    failed: (error) => assert.fail(String(error)),
  })
  t.after(() => task.stop())
  task.start()
  return {
    units,
    shown: (address: number, count = 1) => Array.from({ length: count }, (_, at) => task.registerAt(address + at)),
    input: (unit: number, address: number, ...words: number[]) => units.bank(unit).input.set(words, address),
    contact: (unit: number, address: number, on: 0 | 1) => {
      units.bank(unit)['discrete-input'][address] = on
    },
    coils: (unit: number, count: number) => Array.from(units.bank(unit).coil.subarray(0, count)),
    silence: (unit: number) => units.instead.set(unit, () => undefined),
    answer: (unit: number) => units.instead.delete(unit),
    async seconds(count: number): Promise<void> {
      for (let ms = 0; ms < count * 1000; ms += periodMs) {
        clock.advance(periodMs)
        do await setImmediate()
        while (task.status().state === 'running')
      }
    },
  }
}

test('all examples compile, and can lie on one card', () => {
  const files = readdirSync(folder)
  const { loaded, faulty } = compileAll(files.map((file) => ({ file, bytes: bytesOf(file) })))
  assert.deepEqual([loaded.length, faulty], [5, []])
})

test('thermostat: a dead band, nights, and a sensor that dies', async (t) => {
  const on = setUp(t, 'THERMO.TSK', 21)
  on.input(10, 0, 190)
  await on.seconds(4)
  assert.deepEqual(on.coils(11, 2), [1, 0])
  on.input(10, 0, 212)
  await on.seconds(4)
  assert.deepEqual([on.coils(11, 2), on.shown(2041)], [[1, 0], [210]])
  on.input(10, 0, 216)
  await on.seconds(4)
  assert.deepEqual(on.coils(11, 2), [0, 0])
  on.input(10, 0, 190)
  await on.seconds(4)
  assert.deepEqual(on.coils(11, 2), [1, 0])
  // Bridged for two minutes, then off, with the lamp; back when it answers.
  on.silence(10)
  await on.seconds(116)
  assert.deepEqual(on.coils(11, 2), [1, 0])
  await on.seconds(8)
  assert.deepEqual(on.coils(11, 2), [0, 1])
  on.answer(10)
  await on.seconds(4)
  assert.deepEqual(on.coils(11, 2), [1, 0])
  await on.seconds(3600)
  assert.deepEqual([on.coils(11, 2), on.shown(2041)], [[0, 0], [180]])
})

test('pumps: the one with fewer hours first, help, a failure, a dead level', async (t) => {
  const on = setUp(t, 'PUMPS.TSK')
  const obey = (): void => {
    on.contact(21, 0, on.units.bank(21).coil[0] === 1 ? 1 : 0)
    on.contact(22, 0, on.units.bank(22).coil[0] === 1 ? 1 : 0)
  }
  const run = async (seconds: number, level: number): Promise<number[]> => {
    on.input(20, 0, level)
    for (let n = 0; n < seconds; n += 1) {
      await on.seconds(1)
      obey()
    }
    return [...on.coils(21, 1), ...on.coils(22, 1)]
  }
  assert.deepEqual(await run(5, 60), [0, 0])
  assert.deepEqual(await run(20, 130), [1, 0])
  assert.deepEqual(await run(5, 170), [1, 1])
  assert.deepEqual(await run(5, 80), [1, 0])
  assert.deepEqual(await run(5, 30), [0, 0])
  // It has run longer: the other is first now.
  assert.deepEqual(await run(5, 130), [0, 1])
  // A pump that does not run within ten seconds is replaced by the first.
  on.input(20, 0, 130)
  for (let n = 0; n < 14; n += 1) {
    await on.seconds(1)
    on.contact(22, 0, 0)
    on.contact(21, 0, on.units.bank(21).coil[0] === 1 ? 1 : 0)
  }
  assert.deepEqual([...on.coils(21, 1), ...on.shown(2004, 2)], [1, 0, 1])
  on.silence(20)
  await on.seconds(50)
  assert.deepEqual(on.coils(21, 1), [1])
  await on.seconds(15)
  assert.deepEqual([...on.coils(21, 1), ...on.coils(22, 1)], [0, 0])
})

test('load shedding: one after the other, back when there is room, nothing on by a guess', async (t) => {
  const on = setUp(t, 'SHED.TSK')
  const watts = (value: number): void => on.input(30, 12, value & 0xffff, value >>> 16)
  watts(45_000)
  await on.seconds(3)
  assert.deepEqual(on.coils(31, 3), [1, 1, 1])
  watts(70_000)
  await on.seconds(7)
  assert.deepEqual(on.coils(31, 3), [0, 1, 1])
  watts(45_000)
  await on.seconds(90)
  assert.deepEqual(on.coils(31, 3), [0, 1, 1])
  watts(39_000)
  await on.seconds(63)
  assert.deepEqual(on.coils(31, 3), [1, 1, 1])
  on.silence(30)
  await on.seconds(40)
  assert.deepEqual([on.coils(31, 3), on.shown(2012)], [[0, 0, 0], [3]])
})

test('daylight: by the light, not by a headlight, and by the sun when the sensor dies', async (t) => {
  const on = setUp(t, 'LIGHT.TSK', 15)
  on.input(40, 0, 500)
  await on.seconds(20)
  assert.deepEqual(on.coils(41, 1), [0])
  on.input(40, 0, 10)
  await on.seconds(70)
  assert.deepEqual(on.coils(41, 1), [1])
  on.input(40, 0, 900)
  await on.seconds(30)
  assert.deepEqual(on.coils(41, 1), [1])
  await on.seconds(60)
  assert.deepEqual(on.coils(41, 1), [0])
  // Dead: the sun sets at 16:00.
  on.silence(40)
  await on.seconds(50 * 60)
  assert.deepEqual(on.coils(41, 1), [0])
  await on.seconds(20 * 60)
  assert.deepEqual(on.coils(41, 1), [1])
  await on.seconds(7 * 3600)
  assert.deepEqual(on.coils(41, 1), [0])
})

test('pulses: over the end of the register, over a power cut of the module, over silence', async (t) => {
  const on = setUp(t, 'PULSES.TSK')
  const total = (): number => on.shown(2030, 4).reduce<number>((sum, word) => sum * 65_536 + (word ?? 0), 0)
  const count = async (pulses: number): Promise<number> => {
    on.input(50, 0, pulses)
    await on.seconds(2)
    return total()
  }
  assert.equal(await count(65_000), 0)
  assert.equal(await count(65_500), 500)
  assert.equal(await count(100), 636)
  assert.equal(await count(5000), 5536)
  assert.equal(await count(7), 5543)
  on.silence(50)
  assert.equal(await count(30), 5543)
  assert.deepEqual(on.shown(2038), [0])
  on.answer(50)
  assert.equal(await count(40), 5576)
})
