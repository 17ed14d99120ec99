import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { at } from './at.ts'

describe('at', () => {
  test('returns the element, also 0, false, null and NaN', () => {
    for (const element of [0, false, null, Number.NaN, '']) assert.ok(Object.is(at([1, element], 1), element))
    assert.equal(at(Float64Array.of(0.5, 7), 1), 7)
  })

  for (const index of [-1, 2, 0.5, Number.NaN, Infinity]) {
    test(`throws for index ${index} of two elements`, () => {
      assert.throws(() => at([1, 2], index), {
        name: 'RangeError',
        message: `Index ${index} is out of range: the list has 2 elements`,
      })
      assert.throws(() => at(Float64Array.of(1, 2), index), RangeError)
    })
  }
})
