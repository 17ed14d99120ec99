import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decimal, parseDecimal } from '@busbar/modbus/decimal'
import { certaintyOf, coverageOfAll, type Figures, restOf, sumFigures, sumOfKnown } from './sums.rules.ts'

const decimal = (text: string | null): Decimal | null => (text === null ? null : parseDecimal(text))
const decimals = (...texts: (string | null)[]): (Decimal | null)[] => texts.map(decimal)

test('a sum contains the known values', () => {
  assert.deepEqual(sumOfKnown([]), null)
  assert.deepEqual(sumOfKnown(decimals(null, null)), null)
  assert.deepEqual(sumOfKnown(decimals(null, '1.5', null, '2.25')), decimal('3.75'))
  assert.deepEqual(sumOfKnown(decimals('0', null)), decimal('0'))
})

/** Figures that are known throughout, unless something else is said. */
const figuresOf = (values: (string | null)[], overrides: Partial<Figures> = {}): Figures => ({
  values: decimals(...values),
  coverage: values.map(() => 1),
  total: sumOfKnown(decimals(...values)),
  knownEdges: [...values, null].map(() => true),
  isBooked: values.map(() => true),
  ...overrides,
})

test('sums the known amounts of each segment, and averages the coverage', () => {
  const parts = [
    figuresOf(['1', null, '3'], { coverage: [1, 0, 0.5] }),
    figuresOf(['10', null, null], { coverage: [0.5, 0, 0] }),
  ]
  const { values, coverage, total } = sumFigures(parts, 3)
  assert.deepEqual([values, coverage, total], [decimals('11', null, '3'), [0.75, 0, 0.25], decimal('14')])
  const none = { values: [null, null], coverage: [0, 0], total: null }
  assert.deepEqual(sumFigures([], 2), { ...none, knownEdges: [false, false, false], isBooked: [false, false] })
})

test('a part with fewer segments covers nothing of the others', () => {
  const { values, coverage } = sumFigures([figuresOf(['1']), figuresOf(['2', '3'])], 2)
  assert.deepEqual([values, coverage], [decimals('3', '3'), [1, 0.5]])
})

test('something made of parts is known where all of them are', () => {
  const parts = [
    figuresOf(['1', '2'], { knownEdges: [true, false, true], isBooked: [true, false] }),
    figuresOf(['1', '2'], { knownEdges: [true, true, false] }),
  ]
  assert.deepEqual(certaintyOf(parts, 2), { knownEdges: [true, false, false], isBooked: [true, false] })
})

test('the rest of the whole, where all values are known', () => {
  const whole = figuresOf(['10', '10', null])
  assert.deepEqual(restOf(whole, [figuresOf(['4', null, '1'])]).values, decimals('6', null, null))
  assert.deepEqual(restOf(whole, [figuresOf(['4', '1', '1']), figuresOf(['2', '3', '1'])]), {
    values: decimals('4', '6', null),
    total: decimal('8'),
  })
})

test('and where all were read around the segment, with every step booked', () => {
  const whole = figuresOf(['10', '10'])
  const rows: [name: string, part: Partial<Figures>, values: (string | null)[], total: string | null][] = [
    ['its beginning', { knownEdges: [false, true, true] }, [null, '9'], null],
    ['the edge between', { knownEdges: [true, false, true] }, [null, null], '18'],
    ['its end', { knownEdges: [true, true, false] }, ['9', null], null],
    ['a step', { isBooked: [false, true] }, [null, '9'], null],
  ]
  for (const [name, given, values, total] of rows) {
    const rest = restOf(whole, [figuresOf(['1', '1'], given)])
    assert.deepEqual(rest, { values: decimals(...values), total: decimal(total) }, name)
  }
})

test('the coverage of all segments, each by its length', () => {
  assert.equal(coverageOfAll([1, 0], [100, 200, 500]), 0.25)
  assert.equal(coverageOfAll([0.5, 1], [100, 200, 500]), 0.875)
  assert.equal(coverageOfAll([], [100]), 0)
  assert.equal(coverageOfAll([], []), 0)
})
