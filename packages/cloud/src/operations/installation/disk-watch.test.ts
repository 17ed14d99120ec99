import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fullInDays, growthOf } from './disk-watch.ts'

test('growth is the straight line through daily sizes, and says when the room ends', () => {
  const sizes = [10, 12, 14, 16].map((bytes, day) => ({ day, bytes }))
  const growth = growthOf(sizes)
  assert.deepEqual(growth, { bytesPerDay: 2, days: 4 })
  assert.equal(fullInDays(280, growth), 140)
  assert.equal(fullInDays(0, growth), 0)
})

test('too few days, and what does not grow, give no forecast', () => {
  assert.equal(growthOf([]), null)
  assert.equal(
    growthOf([
      { day: 0, bytes: 1 },
      { day: 1, bytes: 2 },
    ]),
    null,
  )
  const shrinking = growthOf([3, 2, 1].map((bytes, day) => ({ day, bytes })))
  assert.equal(fullInDays(100, shrinking ?? assert.fail()), null)
  assert.equal(fullInDays(1e9, { bytesPerDay: 1, days: 30 }), null)
})

test('a line is found again wherever its days begin, with days missing', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 3 })
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 0, max: 20_000 }),
      fc.integer({ min: -1e6, max: 1e6 }),
      (some, first, slope) => {
        const found = growthOf(some.map((day) => ({ day: first + day, bytes: 5e8 + slope * day })))
        assert.ok(Math.abs((found?.bytesPerDay ?? Number.NaN) - slope) <= 1e-3 + Math.abs(slope) * 1e-6)
      },
    ),
  )
})
