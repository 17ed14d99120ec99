import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { ReadValue } from '../alert-state.ts'
import { compareValues, compareWithBand, hasBit } from './compare.rules.ts'

/** In units of 10^-400, as whole numbers: more than any double has decimals. */
const units = (value: ReadValue): bigint => {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(400 - fraction.length + Number(exponent))
}
const sign = (value: bigint): number => (value < 0n ? -1 : Number(value > 0n))

const tenths = fc.integer({ min: -50, max: 50 }).map((value) => value / 10)
const decimals = fc
  .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, scale]) => Number(`${digits}e-${scale}`))
const doubles = fc.double({ noNaN: true, noDefaultInfinity: true })
const longs = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }).map((value) => {
  const digits = String(value).padStart(6, '0')
  return value < 0n ? String(value) : `${digits.slice(0, -3)}.${digits.slice(-3)}`
})
const numbers = fc.oneof(tenths, decimals, doubles)
const values: fc.Arbitrary<ReadValue> = fc.oneof(numbers, longs)
const bands = fc.oneof(tenths, decimals, doubles).map(Math.abs)

test('bands and changes are compared as decimals', () => {
  const isExact = (value: ReadValue, base: ReadValue, limit: number, slack: number): void => {
    const expected = sign(units(value) - units(base) - units(limit) + units(slack))
    assert.equal(compareWithBand(value, base, limit, slack), expected)
    assert.equal(compareWithBand(value, 0, limit, -slack), sign(units(value) - units(limit) - units(slack)))
  }
  fc.assert(fc.property(values, values, numbers, bands, isExact), { numRuns: 5000 })
  fc.assert(fc.property(tenths, tenths, tenths, tenths, isExact), { numRuns: 5000 })
})

test('at the very edge, and as little beside it as can be', () => {
  const beside = (edge: bigint, scale: number, by: bigint): string => {
    const digits = String(edge + by).padStart(scale + 1, '0')
    return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  }
  const edges = fc.tuple(fc.bigInt({ min: 1000n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 999n }))
  const isExact = ([limit, slack]: readonly [bigint, bigint], by: bigint): void => {
    const value = Number(beside(limit - slack, 3, by))
    const [top, band] = [Number(beside(limit, 3, 0n)), Number(beside(slack, 3, 0n))]
    assert.equal(compareWithBand(value, 0, top, band), sign(by))
  }
  fc.assert(fc.property(edges, fc.constantFrom(-1n, 0n, 1n), isExact), { numRuns: 5000 })
})

test('values have the order of their decimals', () => {
  const isExact = (one: ReadValue, other: ReadValue): void =>
    assert.equal(compareValues(one, other), sign(units(one) - units(other)))
  fc.assert(fc.property(values, values, isExact))
  assert.equal(compareValues('9007199254740993', 9007199254740992), 1)
})

test('a bit is that of the whole part, in two\u2019s complement', () => {
  const isExact = (value: bigint, place: number, fraction: string): void => {
    const isSet = ((value >> BigInt(place)) & 1n) === 1n
    const text = value < 0n ? String(value) : `${value}${fraction}`
    assert.equal(hasBit(text, place), isSet)
    if (BigInt.asIntN(53, value) === value) assert.equal(hasBit(Number(text), place), isSet)
  }
  const places = fc.nat(63)
  fc.assert(fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }), places, fc.constantFrom('', '.5'), isExact))
  assert.deepEqual([hasBit('-0.5', 0), hasBit(-0.5, 0)], [true, true])
})
