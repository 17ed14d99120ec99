import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { plainNumber } from './plain-number.ts'

for (const [value, text] of [
  [0, '0'],
  [-0, '0'],
  [-12.5, '-12.5'],
  [1e21, '1000000000000000000000'],
  [-1.25e22, '-12500000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.5e-9, '-0.0000000015'],
] as const) {
  test(`${value} is ${text}`, () => assert.equal(plainNumber(value), text))
}

test('any number is named plainly, and is that number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainNumber(value)
      assert.match(text, /^-?\d+(\.\d+)?$/)
      assert.ok(Number(text) === value, text)
    }),
  )
})
