import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressesIn, daysOf, withAddresses } from './mail.rules.ts'

describe('addresses of a report', () => {
  for (const [text, gives] of [
    ['a@example.org', ['a@example.org']],
    ['a@example.org, b@example.org;c@example.org', ['a@example.org', 'b@example.org', 'c@example.org']],
    ['', []],
    ['nobody', null],
    ['A <a@example.org>', null],
  ] as const) {
    test(`in "${text}"`, () => assert.deepEqual(addressesIn(text), gives))
  }

  test('are there once', () =>
    assert.deepEqual(withAddresses(['a@x.org'], ['A@x.org', 'b@x.org']), ['a@x.org', 'b@x.org']))
  test('days are of a week or a month', () =>
    assert.deepEqual([daysOf('week').length, daysOf('month').length], [7, 28]))
})
