import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { axisRange, quantityOf, sumOf } from './quantities.ts'

for (const [unit, quantity, sum] of [
  ['kW', 'rate', 'kWh'],
  ['kVAr', 'rate', 'kvarh'],
  ['m3/h', 'rate', 'm³'],
  ['L/min', 'rate', 'l'],
  ['kWh', 'amount', undefined],
  ['m³', 'amount', undefined],
  ['V', 'other', undefined],
  ['°C', 'other', undefined],
  ['', 'other', undefined],
] as const) {
  test(`${unit || 'no unit'} is ${quantity}`, () =>
    assert.deepEqual([quantityOf(unit), sumOf(unit)?.unit], [quantity, sum]))
}

for (const [name, unit, least, greatest, limits, from, till] of [
  ['power begins at 0', 'kW', 40, 60, [], 0, 64.8],
  ['power may flow back', 'kW', -10, 60, [], -15.6, 65.6],
  ['voltage does not', 'V', 220, 240, [], 218.4, 241.6],
  ['energy of a day begins at 0', 'kWh', 0.5, 10, [], 0, 10.8],
  ['what a counter shows does not', 'kWh', 48_000, 48_100, [], 47_992, 48_108],
  ['a limit that is near is in sight', 'V', 220, 240, [250], 217.6, 252.4],
  ['one that is far is not', 'V', 220, 240, [400], 218.4, 241.6],
  ['a line that stays the same has room', 'Hz', 50, 50, [], 49.6, 50.4],
  ['at nothing too', 'kW', 0, 0, [], 0, 0.08],
] as const) {
  test(`an axis: ${name}`, () => {
    const [min, max] = axisRange(unit, least, greatest, limits)
    assert.deepEqual([Number(min.toFixed(6)), Number(max.toFixed(6))], [from, till])
  })
}

test('scales an axis for its unit', () => {
  const number = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom('kW', 'V', 'kWh', '%', ''), number, number, fc.array(number), (unit, a, b, limits) => {
      const [least, greatest] = [Math.min(a, b), Math.max(a, b)]
      const [min, max] = axisRange(unit, least, greatest, limits)
      assert.ok(min <= least && max >= greatest && min < max)
      if (unit === 'kW') assert.ok(min <= 0 && max >= 0)
    }),
  )
})
