import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fineClock } from './fine-clock.ts'

test('no wait is too short, and what is called off does not happen', async () => {
  for (const delayMs of [0, 0.3, 1.75, 4.01, 9.5, 11]) {
    const dueMs = fineClock.now() + delayMs
    const callOff = fineClock.after(delayMs, () => assert.fail(`after ${delayMs} ms`))
    await new Promise<void>((resolve) => {
      fineClock.after(delayMs, resolve)
      callOff()
    })
    assert.ok(fineClock.now() >= dueMs, String(delayMs))
  }
})

test('it can be called off while it looks', async () => {
  const callOff = fineClock.after(0.9, () => assert.fail('too late'))
  await new Promise(setImmediate)
  callOff()
  await new Promise<void>((resolve) => void fineClock.after(2, resolve))
})
