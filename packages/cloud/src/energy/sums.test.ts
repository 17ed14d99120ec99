import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decimal, parseDecimal } from '@busbar/modbus/decimal'
import { coverageOfAll, restOf, sumFigures, sumOfKnown } from './sums.rules.ts'

const decimal = (text: string | null): Decimal | null => (text === null ? null : parseDecimal(text))
const decimals = (...texts: (string | null)[]): (Decimal | null)[] => texts.map(decimal)

test('a sum is of what is known', () => {
  assert.deepEqual(sumOfKnown([]), null)
  assert.deepEqual(sumOfKnown(decimals(null, null)), null)
  assert.deepEqual(sumOfKnown(decimals(null, '1.5', null, '2.25')), decimal('3.75'))
  assert.deepEqual(sumOfKnown(decimals('0', null)), decimal('0'))
})

test('figures together: what is known in each segment, and the mean of what they cover', () => {
  const parts = [
    { values: decimals('1', null, '3'), coverage: [1, 0, 0.5] },
    { values: decimals('10', null, null), coverage: [0.5, 0, 0] },
  ]
  assert.deepEqual(sumFigures(parts, 3), { values: decimals('11', null, '3'), coverage: [0.75, 0, 0.25] })
  assert.deepEqual(sumFigures([], 2), { values: [null, null], coverage: [0, 0] })
})

test('a part with fewer segments covers nothing of the others', () => {
  const parts = [
    { values: decimals('1'), coverage: [1] },
    { values: decimals('2', '3'), coverage: [1, 1] },
  ]
  assert.deepEqual(sumFigures(parts, 2), { values: decimals('3', '3'), coverage: [1, 0.5] })
})

test('what is left of the whole, where both are known', () => {
  const whole = { values: decimals('10', '10', null, null), coverage: [] }
  const parts = { values: decimals('4', null, '1'), coverage: [] }
  assert.deepEqual(restOf(whole, parts), decimals('6', null, null, null))
})

test('the coverage of all segments, each by its length', () => {
  assert.equal(coverageOfAll([1, 0], [100, 200, 500]), 0.25)
  assert.equal(coverageOfAll([0.5, 1], [100, 200, 500]), 0.875)
  assert.equal(coverageOfAll([], [100]), 0)
  assert.equal(coverageOfAll([], []), 0)
})
