import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { monotonicClock } from './clock.ts'

const rings = (delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    monotonicClock.after(delayMs, resolve)
  })

test('runs a timer that is already due in another turn, without a warning', async () => {
  const warnings: Error[] = []
  const hear = (warning: Error): void => void warnings.push(warning)
  process.on('warning', hear)
  let isDone = false
  const done = rings(-5).then(() => (isDone = true))
  assert.equal(isDone, false)
  await done
  // A warning that is meant to be heard comes after those before it.
  const lastWarning = once(process, 'warning')
  process.emitWarning('the last one')
  await lastWarning
  process.off('warning', hear)
  assert.deepEqual(
    warnings.map(({ name }) => name),
    ['Warning'],
  )
})

test('never fires early', async () => {
  const from = monotonicClock.now()
  await rings(3)
  assert.ok(monotonicClock.now() - from >= 3)
})
