import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { priceRuns } from './read-costs.ts'

const always = { name: 'All', price: '1', hours: [] }
const night = {
  name: 'Night',
  price: '0.5',
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:15', till: '06:00' }],
}
const tariffOf = (...versions: { validFrom: string; zones: (typeof always | typeof night)[] }[]) => ({
  currency: 'EUR',
  unit: 'kWh',
  versions,
})

describe('a span by its prices', () => {
  for (const [name, zone, tariff, from, till, gives] of [
    [
      'of one price is one',
      'Europe/Kyiv',
      tariffOf({ validFrom: '2026-01-01', zones: [always] }),
      '2026-10-01T00:00+03:00',
      '2026-11-01T00:00+02:00',
      '0',
    ],
    [
      'is cut by the clocks, on a day of 25 hours too',
      'Europe/Kyiv',
      tariffOf({ validFrom: '2026-01-01', zones: [night, always] }),
      '2026-10-25T00:00+03:00',
      '2026-10-26T00:00+02:00',
      '0 04:00 1 20:15 0',
    ],
    [
      'where clocks differ by a quarter-hour from the hours of UTC',
      'Asia/Kathmandu',
      tariffOf({ validFrom: '2026-01-01', zones: [night, always] }),
      '2026-10-25T00:00+05:45',
      '2026-10-26T00:00+05:45',
      '0 00:15 1 16:30 0',
    ],
    [
      'has none before its first day, and another from a day on',
      'UTC',
      tariffOf({ validFrom: '2026-10-02', zones: [always] }, { validFrom: '2026-10-03', zones: [always] }),
      '2026-10-01T00:00Z',
      '2026-10-04T00:00Z',
      '-1 00:00 0 00:00 1',
    ],
  ] as const) {
    test(name, () => {
      const { edges, prices } = priceRuns(tariff, zone, Date.parse(from), Date.parse(till))
      assert.deepEqual([edges[0], edges.at(-1)], [Date.parse(from), Date.parse(till)])
      const cuts = edges.slice(1, -1).map((edge) => new Date(edge).toISOString().slice(11, 16))
      assert.equal(
        prices.map((price, at) => [price, cuts[at]].filter((one) => one !== undefined).join(' ')).join(' '),
        gives,
      )
    })
  }
})
