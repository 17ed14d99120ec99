import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { axisOf, isNamed, ticksOf } from './widgets.rules.ts'

for (const [values, ticks] of [
  [[], [0, 1]],
  [
    [0, 0],
    [0, 1],
  ],
  [
    [810, 960],
    [0, 500, 1000],
  ],
  [
    [0.9, 2.4],
    [0, 1, 2, 3],
  ],
  [
    [-4, 7],
    [-5, 0, 5, 10],
  ],
] as const) {
  test(`the axis of ${JSON.stringify(values)}`, () => assert.deepEqual(ticksOf(axisOf(values)), ticks))
}

test('an axis has 0, covers all, and has few steps', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
      const { least, greatest, step } = axisOf(values)
      assert.ok(least <= 0 && greatest >= 0 && step > 0)
      assert.ok(values.every((value) => value >= least - step * 1e-6 && value <= greatest + step * 1e-6))
      assert.ok((greatest - least) / step <= 5.001)
    }),
  )
})

test('names of bars have room, and the last one has a name', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].filter((at) => isNamed(at, 6, 3)),
    [1, 3, 5],
  )
  assert.ok([0, 1].every((at) => isNamed(at, 2, 8)))
})
