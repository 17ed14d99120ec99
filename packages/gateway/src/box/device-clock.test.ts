import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { dataFolderIn, type TestDisk, testFolder } from '../testing/folder.ts'
import { DeviceClock } from './device-clock.ts'

/** A box whose clock goes with the virtual one, and can be moved by hand as the system's time service does. */
const startBox = (t: TestContext) => {
  const folder = testFolder(t)
  const clock = new VirtualClock(5)
  const disk: TestDisk = { fault: null }
  const warnings: object[] = []
  let baseMs = 1_000_000
  const now = () => new Date(baseMs + clock.now())
  const start = (): DeviceClock => {
    const device = new DeviceClock({
      folder: dataFolderIn(folder, clock, disk),
      now,
      clock,
      log: { warn: (details) => void warnings.push(details) },
    })
    device.start()
    t.after(() => device.stop())
    return device
  }
  return { clock, now, start, disk, warnings, step: (byMs: number) => void (baseMs += byMs) }
}

test('the time that was set goes on, over a restart too, and the system\u2019s is left alone', (t) => {
  const { clock, now, start } = startBox(t)
  const device = start()
  assert.deepEqual(device.now(), now())
  device.set(new Date(5_000_000))
  clock.advance(60_000)
  assert.equal(device.now().getTime(), 5_060_000)
  const again = start()
  assert.equal(again.now().getTime(), 5_060_000)
  again.set(new Date(now().getTime() + 500))
  assert.deepEqual(again.now(), now())
})

test('it is moved by little too, and that is kept', (t) => {
  const { now, start } = startBox(t)
  start().adjust(250)
  assert.equal(start().now().getTime() - now().getTime(), 250)
})

test('a step of the system\u2019s clock moves no time that was set', async (t) => {
  const { clock, start, step, now } = startBox(t)
  const device = start()
  device.adjust(3 * 3_600_000)
  const beforeMs = device.now().getTime()
  await clock.advanceAsync(90_000)
  step(3_600_000)
  assert.equal(device.now().getTime(), beforeMs + 90_000)
  step(2 * 3_600_000 + 400)
  await clock.advanceAsync(60_000)
  assert.deepEqual(device.now(), now(), 'the system is right by itself now')
  assert.deepEqual(start().now(), now(), 'and so it was kept')
})

test('while it is the system\u2019s time, it goes with the system', (t) => {
  const { start, step, now } = startBox(t)
  const device = start()
  step(-7_200_000)
  assert.deepEqual(device.now(), now())
})

test('stores a clock step of at least a second within a minute, once', async (t) => {
  const { clock, start, step } = startBox(t)
  let stepCount = 0
  const device = start()
  const end = device.onStep(() => void (stepCount += 1))
  await clock.advanceAsync(120_000)
  step(999)
  await clock.advanceAsync(120_000)
  assert.equal(stepCount, 0)
  step(-1000)
  await clock.advanceAsync(59_999)
  await clock.advanceAsync(1)
  assert.equal(stepCount, 1)
  await clock.advanceAsync(120_000)
  assert.equal(stepCount, 1)
  end()
  step(5000)
  await clock.advanceAsync(60_000)
  assert.equal(stepCount, 1)
})

test('a listener that throws is reported, and the clock is checked again', async (t) => {
  const { clock, start, step, warnings } = startBox(t)
  let stepCount = 0
  start().onStep(() => {
    stepCount += 1
    if (stepCount === 1) throw new Error('the listener failed')
  })
  step(5000)
  await clock.advanceAsync(60_000)
  assert.equal(warnings.length, 1)
  step(5000)
  await clock.advanceAsync(60_000)
  assert.equal(stepCount, 2)
})

test('a stop ends its looking', async (t) => {
  const { clock, start } = startBox(t)
  await start().stop()
  assert.equal(clock.pending, 0)
})

test('applies a correction that cannot be stored yet, and refuses a clock setting', async (t) => {
  const { clock, start, now, disk } = startBox(t)
  const device = start()
  disk.fault = 'ENOSPC'
  device.adjust(-2000)
  assert.throws(() => device.set(new Date(0)), /^NotSaved: the disk is full: nothing was kept; free some space/)
  assert.equal(device.now().getTime() - now().getTime(), -2000)
  assert.deepEqual(start().now(), now(), 'nothing is on the disk')
  disk.fault = null
  await clock.advanceAsync(60_000)
  assert.equal(start().now().getTime() - now().getTime(), -2000)
})
