import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spans } from '@busbar/charts/window'
import * as fc from 'fast-check'
import { chartSearch, rangeOfSearch, searchOfRange } from './search.rules.ts'

const now = Date.UTC(2026, 10, 15)
const fixed = { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z' }

for (const [name, search, gives] of [
  ['nothing', {}, {}],
  ['seconds till now', { span: 3600 }, { span: 3600 }],
  ['a span of the calendar', { span: 'today' }, { span: 'today' }],
  ['no span', { span: 'soon', vs: 'decade', zone: 'theirs' }, {}],
  ['too short and too long', { span: 1 }, {}],
  ['from and till', fixed, fixed],
  ['from and till win', { ...fixed, span: 3600 }, fixed],
  ['backwards', { from: fixed.till, till: fixed.from, span: 60 }, { span: 60 }],
  ['no moments', { from: 'x', till: 'y' }, {}],
  ['lists', { and: [7, 7, 8], hide: [], axis: [8] }, { and: [7, 8], hide: [], axis: [8] }],
  ['no lists', { and: [0], hide: 7, axis: ['8'] }, {}],
  ['the rest', { vs: 'day', zone: 'org', other: 1 }, { vs: 'day', zone: 'org' }],
  ['an interval', { every: 300 }, { every: 300 }],
  ['no interval', { every: -5 }, {}],
  ['an interval in words', { every: '5 min' }, {}],
  ['the own zone is usual', { zone: 'mine' }, {}],
] as const) {
  test(`reads the valid part of an address: ${name}`, () => assert.deepEqual(chartSearch(search), gives))
}

test('a range is the same after it was in an address', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: (spans.year * 20) / 1000 }),
      fc.option(fc.integer({ min: now - spans.year, max: now }), { nil: null }),
      (seconds, till) => {
        const range = { spanMs: seconds * 1000, till }
        assert.deepEqual(rangeOfSearch(chartSearch(searchOfRange(range)), now, 'UTC'), range)
      },
    ),
  )
})

test('a span of the calendar is that of today', () => {
  assert.deepEqual(rangeOfSearch({ span: 'today' }, now + 1_800_000, 'UTC'), { spanMs: 1_800_000, till: null })
  assert.deepEqual(rangeOfSearch({}, now, 'UTC', 5000), { spanMs: 5000, till: null })
})
