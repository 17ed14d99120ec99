import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { decimalText, difference, durationMs, parseInteger, product, quotient } from './fields.ts'

for (const [text, gives] of [
  ['0.10', '0.1'],
  ['1e-3', '0.001'],
  ['+5', '5'],
  ['-.5', '-0.5'],
  ['2.5E2', '250'],
  ['18446744073709551615', '18446744073709551615'],
  ['', null],
  ['1,5', null],
  ['0x10', null],
  ['1e999', null],
] as const) {
  test(`decimal ${text}`, () => assert.equal(decimalText(text), gives))
}

for (const [a, b, gives] of [
  ['1', '10', '0.1'],
  ['1', '8', '0.125'],
  ['1', '3', null],
  ['1', '0', null],
  ['100', '1000', '0.1'],
  ['1', '2.5', '0.4'],
] as const) {
  test(`${a} / ${b}`, () => assert.equal(quotient(a, b), gives))
}

for (const [text, unit, gives] of [
  ['10s', 's', 10_000],
  ['1m30s', 's', 90_000],
  ['500ms', 's', 500],
  ['15', 's', 15_000],
  ['5000', 'ms', 5000],
  ['00:01:30', 's', 90_000],
  ['never', 's', null],
  ['5 x', 's', null],
] as const) {
  test(`duration ${text} in ${unit}`, () => assert.equal(durationMs(text, unit), gives))
}

test('whole numbers as people write them', () => {
  assert.deepEqual(['100', '0x64', '1_000', '1.5', '-1'].map(parseInteger), [100, 100, 1000, null, null])
})

test('inverts a multiplication by a division, and a subtraction by an addition', () => {
  const decimal = fc.integer({ min: 1, max: 1e9 }).map((thousandths) => String(thousandths / 1000))
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      assert.equal(quotient(product(a, b) ?? '', b), decimalText(a))
      assert.equal(difference(a, '0'), decimalText(a))
    }),
  )
})
