import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Holds } from './holds.ts'

const heldMs = (holds: Holds, unit: number, nowMs: number): number => {
  const untilMs = holds.nextMs(nowMs)
  assert.equal(holds.isHeld(unit, untilMs - 1), true)
  assert.equal(holds.isHeld(unit, untilMs), false)
  return untilMs - nowMs
}

test('a unit that is silent again and again is held longer, to a bound; an answer in time ends that', () => {
  const holds = new Holds()
  for (const [nowMs, wanted] of [
    [0, 200],
    [1000, 400],
    [2000, 400],
  ] as const) {
    holds.missed(7, nowMs, 100)
    assert.equal(heldMs(holds, 7, nowMs), wanted)
  }
  assert.equal(holds.isHeld(8, 3000), false)
  holds.answered(7)
  assert.equal(holds.isHeld(7, 3000), false)
  holds.missed(7, 4000, 100)
  assert.equal(heldMs(holds, 7, 4000), 200)
})

test('it is let go when all its answers came too late, and stays one that is late', () => {
  const holds = new Holds()
  holds.missed(7, 0, 100)
  holds.missed(7, 200, 100)
  holds.cameLate(7)
  assert.equal(holds.isHeld(7, 250), true, 'the second may still come')
  holds.cameLate(7)
  assert.equal(holds.isHeld(7, 250), false)
  assert.equal(holds.nextMs(250), Number.POSITIVE_INFINITY)
  holds.missed(7, 300, 100)
  assert.equal(heldMs(holds, 7, 300), 400)
})
