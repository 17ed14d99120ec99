import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trendArea, trendPath } from './widgets.rules.ts'

const box = { width: 20, height: 14 }

for (const [says, values, path] of [
  ['nothing', [null, null, null], ''],
  ['a line', [0, 10, 5], 'M0.0 12.0L10.0 2.0L20.0 7.0'],
  ['a level', [3, 3, 3], 'M0.0 7.0L10.0 7.0L20.0 7.0'],
  ['a gap', [0, 10, null, 10, 0], 'M0.0 12.0L5.0 2.0M15.0 2.0L20.0 12.0'],
  ['one alone at the end', [null, null, 4], 'M20.0 7.0h-2'],
  ['one alone', [null, 4, null], 'M10.0 7.0h2'],
] as const) {
  test(`${says} is drawn as "${path}"`, () => assert.equal(trendPath(values, box), path))
}

test('ends the area under a line with the line; a single point has no area', () => {
  assert.equal(trendArea([0, 10, null, 4], box), 'M0.0 14L0.0 12.0L6.7 2.0L6.7 14Z')
  assert.equal(trendArea([null, 4, null], box), '')
})
