import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { RateLimit } from './rate-limit.ts'
import { VirtualClock } from './time/virtual-clock.ts'

const setUp = (keysMax?: number) => {
  const clock = new VirtualClock()
  return { clock, limit: new RateLimit<string>({ clock, windowMs: 60_000, ...(keysMax !== undefined && { keysMax }) }) }
}

test('allows a burst up to the limit, then as many as time refills', () => {
  const { clock, limit } = setUp()
  for (let i = 0; i < 3; i += 1) assert.equal(limit.take('a', 3), 0)
  assert.equal(limit.peek('a', 3), 20_000)
  assert.equal(limit.take('a', 3), 20_000)
  assert.equal(limit.take('b', 3), 0)
  clock.advance(19_999)
  assert.equal(limit.take('a', 3), 1)
  clock.advance(1)
  assert.equal(limit.take('a', 3), 0)
})

test('in any window there are never more than twice the limit, and waiting as told is enough', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30_000), { maxLength: 100 }), fc.integer({ min: 1, max: 20 }), (pauses, perMinute) => {
      const { clock, limit } = setUp()
      const taken: number[] = []
      for (const pause of pauses) {
        clock.advance(pause)
        const waitMs = limit.take('a', perMinute)
        if (waitMs === 0) taken.push(clock.now())
        else {
          clock.advance(waitMs)
          assert.equal(limit.peek('a', perMinute), 0)
        }
      }
      for (const from of taken) {
        assert.ok(taken.filter((at) => at >= from && at < from + 60_000).length <= 2 * perMinute)
      }
    }),
    { examples: [[[0, 8610, 3260], 2]] },
  )
})

test('some things take more than others', () => {
  const { clock, limit } = setUp()
  assert.equal(limit.take('a', 10, 7), 0)
  assert.equal(limit.take('a', 10, 5), 12_000)
  assert.equal(limit.take('a', 10, 3), 0)
  clock.advance(60_000)
  assert.equal(limit.take('a', 10, 1000), 0)
  assert.equal(limit.peek('a', 10), 6000)
})

test('only so many keys are remembered', () => {
  const { limit } = setUp(2)
  limit.take('a', 1)
  limit.take('b', 1)
  limit.take('c', 1)
  assert.equal(limit.take('a', 1), 0)
  assert.notEqual(limit.take('c', 1), 0)
})

test('removes the key that was used longest ago when the table is full', () => {
  const { limit } = setUp(2)
  limit.take('a', 1)
  limit.take('b', 1)
  assert.notEqual(limit.peek('a', 1), 0)
  limit.take('c', 1)
  assert.notEqual(limit.peek('a', 1), 0, 'it was looked at since')
  assert.equal(limit.peek('b', 1), 0)
})

test('returns one unit, and never exceeds the limit', () => {
  const { limit } = setUp()
  for (let i = 0; i < 3; i += 1) limit.take('a', 3)
  limit.giveBack('a', 3)
  assert.equal(limit.take('a', 3), 0)
  assert.equal(limit.take('a', 3), 20_000)
  limit.giveBack('b', 3)
  for (let i = 0; i < 3; i += 1) assert.equal(limit.take('b', 3), 0)
  assert.equal(limit.take('b', 3), 20_000)
})
