import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arcPath, fractionOf, zonesOf } from './widgets.rules.ts'

const arc = { x: 50, y: 50, radius: 40 }

for (const [value, part] of [
  [-5, 0],
  [0, 0],
  [2.5, 0.25],
  [10, 1],
  [12, 1],
] as const) {
  test(`${value} on a scale from 0 to 10`, () => assert.equal(fractionOf(value, 0, 10), part))
}

test('arcs go from the left over the top to the right', () => {
  assert.equal(arcPath(arc, 0, 1), 'M10.00 50.00A40 40 0 0 1 90.00 50.00')
  assert.equal(arcPath(arc, 0, 0.5), 'M10.00 50.00A40 40 0 0 1 50.00 10.00')
  assert.equal(arcPath(arc, 0.5, 0.5), '')
})

test('zones lie within the scale, the worst on top', () => {
  assert.deepEqual(
    zonesOf(
      [
        { from: 9, level: 'critical' },
        { from: 8, till: 20, level: 'warning' },
        { till: -1, level: 'warning' },
      ],
      0,
      10,
    ),
    [
      { from: 0.8, till: 1, level: 'warning' },
      { from: 0, till: 0, level: 'warning' },
      { from: 0.9, till: 1, level: 'critical' },
    ],
  )
})
