import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continued, readVisits, withVisit } from './rail.rules.ts'

const minute = 60_000

for (const [says, visit, now, next] of [
  ['the first one has none before', undefined, 10, { before: null, seen: 10 }],
  ['a reload is the same visit', { before: 5, seen: 100 }, 100 + 30 * minute, { before: 5, seen: 100 + 30 * minute }],
  [
    'after a break it is a new one',
    { before: 5, seen: 100 },
    101 + 30 * minute,
    { before: 100, seen: 101 + 30 * minute },
  ],
] as const) {
  test(`a visit: ${says}`, () => assert.deepEqual(continued(visit, now), next))
}

test('ignores invalid visits and removes the oldest ones', () => {
  assert.deepEqual(readVisits({ a: { before: null, seen: 1 }, b: { seen: 'x' }, c: null }), {
    a: { before: null, seen: 1 },
  })
  assert.deepEqual(readVisits('x'), {})
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`o${i}`, { before: null, seen: i }]))
  const next = withVisit(many, 'new', 100)
  assert.equal(Object.keys(next).length, 50)
  assert.deepEqual([next['o59']?.seen, next['o0'], next['new']?.seen], [59, undefined, 100])
})
