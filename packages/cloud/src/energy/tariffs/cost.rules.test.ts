import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Decimal, parseDecimal, toText } from '@busbar/modbus/decimal'
import * as fc from 'fast-check'
import { costsOf, decimalText, pricesOf, stepsByPrice, zoneAt } from './cost.rules.ts'
import { type Tariff, tariff } from './tariffs.contract.ts'

const workdays = [1, 2, 3, 4, 5]
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const winter = [11, 12, 1, 2, 3]
const town: Tariff = {
  currency: 'PLN',
  unit: 'kWh',
  versions: [
    {
      validFrom: '2026-01-01',
      zones: [
        { name: 'Peak', price: '1.20', hours: [{ days: workdays, from: '16:00', till: '21:00', months: winter }] },
        { name: 'Night', price: '0.50', hours: [{ days: everyDay, from: '22:00', till: '06:00' }] },
        { name: 'Day', price: '0.80', hours: [] },
      ],
      fixedPerMonth: '31',
      co2: '0.6',
    },
    { validFrom: '2026-12-01', zones: [{ name: 'Day', price: '0.90', hours: [] }] },
  ],
}
const [before, flat] = town.versions
const decimal = (text: string): Decimal => parseDecimal(text) ?? { digits: 0n, scale: 0 }

describe('which zone holds', () => {
  for (const [says, weekday, month, clock, gives] of [
    ['a working evening in winter', 3, 1, '16:00', 'Peak'],
    ['its end', 3, 1, '21:00', 'Day'],
    ['the same in summer', 3, 7, '16:00', 'Day'],
    ['the same on a Saturday', 6, 1, '16:00', 'Day'],
    ['before midnight', 7, 7, '23:45', 'Night'],
    ['after midnight', 1, 7, '05:45', 'Night'],
    ['in the morning', 1, 7, '06:00', 'Day'],
  ] as const) {
    test(`${says}: ${gives}`, () => {
      assert.ok(before)
      const minute = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
      assert.equal(before.zones[zoneAt(before, weekday, month, minute)]?.name, gives)
    })
  }
})

/** Quarter-hours of each price, and days that are taken whole. */
const countsOf = (zone: string, from: string, till: string) => {
  const { steps, isPriced, fixed } = stepsByPrice(town, zone, Date.parse(from), Date.parse(till))
  const [days = [], quarters = []] = steps.map(({ counts }) => [...counts])
  return { days, quarters, isPriced, fixed: decimalText(fixed) }
}

describe('steps by price', () => {
  // In Warsaw on 25 October 3:00 is 2:00 again: the night has an hour more. On 29 March it has one less.
  for (const [says, from, till, quarters] of [
    ['a working day', '2026-11-15T23:00Z', '2026-11-16T23:00Z', [20, 32, 44, 0]],
    ['a day of 25 hours', '2026-10-24T22:00Z', '2026-10-25T23:00Z', [0, 36, 64, 0]],
    ['a day of 23 hours', '2026-03-28T23:00Z', '2026-03-29T22:00Z', [0, 28, 64, 0]],
    ['a few quarter-hours', '2026-11-16T14:30Z', '2026-11-16T15:30Z', [2, 0, 2, 0]],
  ] as const) {
    test(says, () => assert.deepEqual(countsOf('Europe/Warsaw', from, till).quarters, quarters))
  }

  test('a day of one price is taken whole; what is before the first version has none', () => {
    const december = countsOf('UTC', '2026-12-01T00:00Z', '2027-01-01T00:00Z')
    assert.deepEqual(
      [december.days, december.quarters],
      [
        [0, 0, 0, 31 * 96],
        [0, 0, 0, 0],
      ],
    )
    const { isPriced, quarters } = countsOf('UTC', '2025-12-31T00:00Z', '2026-01-02T00:00Z')
    assert.deepEqual([isPriced, quarters.reduce((sum, count) => sum + count, 0)], [false, 96])
  })

  test('a fixed part is shared out by the days of its month', () => {
    assert.equal(countsOf('UTC', '2026-01-01T00:00Z', '2026-01-11T00:00Z').fixed, '10')
    assert.equal(countsOf('UTC', '2026-02-01T00:00Z', '2026-03-01T00:00Z').fixed, '31')
    assert.equal(countsOf('UTC', '2026-12-05T00:00Z', '2026-12-06T00:00Z').fixed, null)
  })
})

describe('costs', () => {
  const prices = pricesOf(town)

  test('are exact: as whole cents of whole amounts would be', () =>
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 4, maxLength: 4 }), (amounts) => {
        const { cost } = costsOf(prices, (at) => ({ digits: amounts[at] ?? 0n, scale: 3 }))
        const cents = [120n, 50n, 80n, 90n].reduce((sum, price, at) => sum + price * (amounts[at] ?? 0n), 0n)
        assert.equal(cost === null ? null : toText(cost), toText({ digits: cents, scale: 5 }))
      }),
    ))

  test('zones with the same name are merged, and an unknown value is not zero', () => {
    const costs = costsOf(prices, (at) => (at === 1 ? null : decimal('10')))
    assert.deepEqual(
      costs.zones.map(({ name, amount, cost }) => [name, decimalText(amount), decimalText(cost)]),
      [
        ['Peak', '10', '12'],
        ['Night', null, null],
        ['Day', '20', '17'],
      ],
    )
    // The second version has no CO2 value.
    assert.deepEqual([decimalText(costs.cost), costs.co2], ['29', null])
    assert.equal(decimalText(costsOf(prices, (at) => (at < 3 ? decimal('10') : null)).co2), '18')
    assert.deepEqual(decimalText(costsOf(prices, () => null).cost), null)
  })

  test('gas is counted in cubic metres and paid in kWh, by a factor that has its first day', () => {
    const conversion = (factor: string) => ({ factor, unit: 'kWh' })
    const zones = [{ name: 'All', price: '0.2', hours: [] }]
    const gas = pricesOf({
      currency: 'EUR',
      unit: 'm³',
      versions: [
        { validFrom: '2026-01-01', zones, conversion: conversion('10.5') },
        { validFrom: '2026-02-01', zones, conversion: conversion('11') },
      ],
    })
    const { amount, cost } = costsOf(gas, () => decimal('100'))
    assert.deepEqual([decimalText(amount), decimalText(cost)], ['2150', '430'])
  })
})

describe('a tariff is refused', () => {
  assert.ok(before && flat)
  const [peak, night, rest] = before.zones
  assert.ok(peak && night && rest)
  for (const [says, versions] of [
    ['without a zone for all other hours', [{ ...before, zones: [peak, night] }]],
    ['with such a zone in between', [{ ...before, zones: [rest, night, rest] }]],
    ['with versions out of order', [flat, before]],
    ['with two of the same day', [before, before]],
    [
      'with hours of no length',
      [{ ...before, zones: [{ ...night, hours: [{ days: [1], from: '06:00', till: '06:00' }] }, rest] }],
    ],
    [
      'with a time that is no quarter-hour',
      [{ ...before, zones: [{ ...night, hours: [{ days: [1], from: '06:10', till: '07:00' }] }, rest] }],
    ],
    ['with a price that is no decimal', [{ ...flat, zones: [{ ...rest, price: '1e3' }] }]],
    ['with a day that is none', [{ ...flat, validFrom: '2026-02-40' }]],
  ] as const) {
    test(says, () => assert.equal(tariff.safeParse({ ...town, versions }).success, false))
  }
})
