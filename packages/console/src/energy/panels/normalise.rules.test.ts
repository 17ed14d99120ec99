import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalisedOf, type WeatherDay } from './normalise.rules.ts'

const day = (energy: number | null, degreeDays: number | null, coverage = 1): WeatherDay => ({
  energy,
  degreeDays,
  coverage,
})

for (const [says, days, gives] of [
  [
    'energy is divided by degree days',
    [day(100, 10), day(50, 5)],
    { days: 2, energy: 150, degreeDays: 15, perDegreeDay: 10 },
  ],
  [
    'a day that was not read all the time, or has no temperature, is left out of both',
    [day(100, 10), day(7, 3, 0.9), day(9, null), day(null, 4)],
    { days: 1, energy: 100, degreeDays: 10, perDegreeDay: 10 },
  ],
  [
    'without weather there is nothing to divide by',
    [day(100, 1)],
    { days: 1, energy: 100, degreeDays: 1, perDegreeDay: null },
  ],
] as const) {
  test(`by weather: ${says}`, () => assert.deepEqual(normalisedOf(days), gives))
}
