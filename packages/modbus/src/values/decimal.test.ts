import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  multiply,
  parseDecimal,
  round,
  settingOf,
  subtract,
  sumText,
  toNumber,
  toText,
} from './decimal.ts'

/** A fraction of integers: the model that decimals are held against. */
interface Ratio {
  over: bigint
  under: bigint
}

const decimals = fc.record({
  digits: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  scale: fc.integer({ min: 0, max: 30 }),
})
const ratioOf = ({ digits, scale }: Decimal): Ratio => ({ over: digits, under: 10n ** BigInt(scale) })
const isEqual = (a: Ratio, b: Ratio): boolean => a.over * b.under === b.over * a.under
const size = (value: bigint): bigint => (value < 0n ? -value : value)

test('text is read strictly and written plainly', () => {
  const rows: [text: string, gives: string | null][] = [
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['5.00', '5'],
    ['100', '100'],
    ['-12.340', '-12.34'],
    ['0.0000001', '0.0000001'],
    ['007', '7'],
    ['18446744073709551615', '18446744073709551615'],
    ['9'.repeat(64), '9'.repeat(64)],
    ['9'.repeat(65), null],
    ...['', ' ', '-', '.', '+5', ' 5', '5 ', '5\n', '.5', '5.', '-.5', '--5', '1.2.3', '1,5', '1_000'].map(refused),
    ...['0x10', '0b1', '1e400', '1e3', '1n', 'NaN', 'Infinity', 'null', '٥', '５', '__proto__'].map(refused),
  ]
  for (const [text, gives] of rows) {
    const value = parseDecimal(text)
    assert.equal(value && toText(value), gives, JSON.stringify(text))
  }
})

const refused = (text: string): [string, null] => [text, null]

test('any text is refused or is a number that Number() agrees with', () => {
  const hostile = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.-+eExn_ '.split('')) }))
  fc.assert(
    fc.property(hostile, (text) => {
      const value = parseDecimal(text)
      if (value) assert.equal(toNumber(value), Number(text) + 0)
    }),
  )
})

test('a number is its shortest decimal, without an exponent', () => {
  const rows: [number, string][] = [
    [0.1, '0.1'],
    [-0, '0'],
    [1e21, `1${'0'.repeat(21)}`],
    [1.5e-7, '0.00000015'],
    [-2.5e22, `-25${'0'.repeat(21)}`],
    [2 ** 53, '9007199254740992'],
  ]
  for (const [value, text] of rows) assert.equal(toText(decimalOf(value)), text)
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = toText(decimalOf(value))
      assert.match(text, /^-?\d+(\.\d*[1-9])?$/)
      assert.equal(Number(text), value + 0)
    }),
  )
})

test('a setting is a finite number or a text, short either way', () => {
  for (const bad of [NaN, Infinity, -Infinity, 1e-300, 1e300, '1e3', '']) assert.equal(settingOf(bad), null)
  for (const good of [0.1, '0.1']) assert.deepEqual(settingOf(good), { digits: 1n, scale: 1 })
})

test('sums, differences, products and comparisons are exact', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const [p, q] = [ratioOf(a), ratioOf(b)]
      const under = p.under * q.under
      assert.ok(isEqual(ratioOf(add(a, b)), { over: p.over * q.under + q.over * p.under, under }))
      assert.ok(isEqual(ratioOf(subtract(a, b)), { over: p.over * q.under - q.over * p.under, under }))
      assert.ok(isEqual(ratioOf(multiply(a, b)), { over: p.over * q.over, under }))
      const difference = p.over * q.under - q.over * p.under
      assert.equal(Math.sign(compare(a, b)), difference < 0n ? -1 : Number(difference > 0n))
    }),
  )
})

test('a quotient is right to the digits asked for', () => {
  assert.equal(toText(divide(decimalOf(2), decimalOf(-3), 3)), '-0.6667')
  assert.equal(toText(divide(decimalOf(1e20), decimalOf(3), 3)), '33333333333333333333')
  fc.assert(
    fc.property(decimals, decimals, fc.integer({ min: 1, max: 50 }), (a, b, precision) => {
      fc.pre(b.digits !== 0n)
      const [p, q] = [ratioOf(a), ratioOf(b)]
      const { over, under } = ratioOf(divide(a, b, precision))
      // |quotient - a/b| x 10^precision <= |a/b|
      const error = size(over * p.under * q.over - p.over * q.under * under)
      assert.ok(error * 10n ** BigInt(precision) <= size(p.over * q.under * under))
    }),
  )
})

test('texts are added exactly', () => {
  const rows: [a: string, b: string, gives: string | null][] = [
    ['0.1', '0.2', '0.3'],
    ['-0.3', '0.30', '0'],
    ['18446744073709551615', '1', '18446744073709551616'],
    ['1', '', null],
    ['0x1', '1', null],
  ]
  for (const [a, b, gives] of rows) assert.equal(sumText(a, b), gives)
})

test('half is rounded away from zero', () => {
  const rows: [text: string, places: number, gives: string][] = [
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['2.4999', 0, '2'],
    ['-0.4', 0, '0'],
    ['1.005', 2, '1.01'],
    ['9.995', 2, '10'],
    ['1.2', 5, '1.2'],
    ['0.05', 1, '0.1'],
  ]
  for (const [text, places, gives] of rows) {
    const value = parseDecimal(text)
    assert.ok(value)
    assert.equal(toText(round(value, places)), gives, text)
  }
  fc.assert(
    fc.property(decimals, fc.integer({ min: 0, max: 32 }), (a, places) => {
      const rounded = round(a, places)
      const distance = subtract(rounded, a)
      assert.ok(rounded.scale <= Math.max(places, 0) || rounded.scale === a.scale)
      assert.ok(compare({ digits: 2n * size(distance.digits), scale: distance.scale }, unit(places)) <= 0)
    }),
  )
})

const unit = (places: number): Decimal => ({ digits: 1n, scale: places })
