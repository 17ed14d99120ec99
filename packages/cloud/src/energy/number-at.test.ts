import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { numberAt } from './number-at.ts'

describe('numberAt', () => {
  test('returns the number, also 0 and NaN', () => {
    assert.equal(numberAt(Float64Array.of(7, 0), 1), 0)
    assert.ok(Number.isNaN(numberAt(Float64Array.of(Number.NaN), 0)))
  })

  for (const index of [-1, 2, 0.5]) {
    test(`throws for index ${index} of two numbers`, () => {
      assert.throws(() => numberAt(Float64Array.of(1, 2), index), {
        name: 'RangeError',
        message: `Index ${index} is out of range: the list has 2 elements`,
      })
    })
  }
})
