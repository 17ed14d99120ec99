import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fineClock } from './clocks.ts'

test('no wait is too short, and what is cancelled does not happen', async () => {
  for (const delayMs of [0, 0.3, 1.75, 4.01, 9.5, 11]) {
    const dueMs = fineClock.now() + delayMs
    const cancel = fineClock.after(delayMs, () => assert.fail(`after ${delayMs} ms`))
    await new Promise<void>((resolve) => {
      fineClock.after(delayMs, resolve)
      cancel()
    })
    assert.ok(fineClock.now() >= dueMs, String(delayMs))
  }
})

test('it can be cancelled while it looks', async () => {
  for (let isInTime = false; !isInTime; ) {
    let hasRung = false
    const dueMs = fineClock.now() + 0.9
    const cancel = fineClock.after(0.9, () => {
      hasRung = true
    })
    await new Promise(setImmediate)
    cancel()
    // A busy machine may have been away for longer than that.
    isInTime = fineClock.now() < dueMs
    await new Promise<void>((resolve) => void fineClock.after(2, resolve))
    if (isInTime) assert.equal(hasRung, false)
  }
})
