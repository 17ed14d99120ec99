import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksWithin } from '@busbar/charts/bar-model'
import { marksOf } from './report-bars.rules.ts'

for (const [borders, marks] of [
  [undefined, []],
  ['', []],
  ['10, 20.5', [10, 20.5]],
  ['1 000,high,2000', [1000, 2000]],
] as const) {
  test(`marks of a scale written as ${String(borders)}`, () => {
    assert.deepEqual(marksOf(borders === undefined ? {} : { borders }), marks)
  })
}

test('a mark far beyond what is drawn does not press the columns down', () => {
  assert.deepEqual(marksWithin([-1, 0, 5, 140, 160], 100), [5, 140])
})
