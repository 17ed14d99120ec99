import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPeople } from './status.rules.ts'

const on = '2026-11-14T00:00:00.000Z'
const quiet = {
  id: 5,
  name: 'Hot',
  slug: 'hot',
  logAs: 'warning',
  isEnabled: true,
  undelivered: 0,
  isActive: false,
  isUnjudged: false,
} as const

for (const [what, input, expected] of [
  ['a quiet one', quiet, quiet],
  [
    'one that somebody confirmed',
    { ...quiet, lastRecordId: 9, undelivered: 2, confirmed: { on, from: 'Anna', comment: 'On my way' } },
    { ...quiet, confirmed: { on, from: '' } },
  ],
  [
    'one that somebody muted',
    { ...quiet, held: { why: 'mute', till: on, name: 'x', reason: 'Night', by: 'Anna' } },
    { ...quiet, held: { why: 'mute', till: on } },
  ],
] as const) {
  test(`${what}, without people`, () =>
    assert.deepEqual(withoutPeople(input as Parameters<typeof withoutPeople>[0]), expected))
}
