import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { at, lookUp, missingElement } from './at.ts'

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

test('missingElement throws for the default of an access', () => {
  const list = Float64Array.of(0, 7)
  assert.equal(list[0] ?? missingElement(list, 0), 0)
  assert.throws(() => list[2] ?? missingElement(list, 2), {
    name: 'RangeError',
    message: 'Index 2 is out of range: the list has 2 elements',
  })
})

describe('lookUp', () => {
  test('returns the value of a key, also 0 and null', () => {
    const map = new Map<string, number | null>([
      ['a', 0],
      ['b', null],
    ])
    assert.equal(lookUp(map, 'a'), 0)
    assert.equal(lookUp(map, 'b'), null)
  })

  test('throws for a key that is missing', () => {
    assert.throws(() => lookUp(new Map([[1, 2]]), 7), { name: 'RangeError', message: 'The map has no key 7' })
  })
})
