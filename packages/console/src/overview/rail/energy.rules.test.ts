import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisTop, energyDifference, energySum } from './rail.rules.ts'

const hours = (...energies: (number | null)[]) => energies.map((energy) => ({ energy, isComplete: energy !== null }))

test('sums up known values', () => {
  assert.equal(energySum(hours(1, null, 2)), 3)
  assert.equal(energySum(hours(null)), null)
  assert.equal(energySum([]), null)
})

test('days are compared over hours that are over and wholly known', () => {
  for (const [today, yesterday, difference] of [
    [hours(5, 6, 1), hours(4, 4, 9, 9), 3],
    [hours(5, null, 1), hours(4, 4, 9), null],
    [hours(5, 6, 1), hours(4, null, 9), null],
    [hours(1), hours(4, 4), null],
    [hours(1, 1, 1), hours(1), null],
  ] as const)
    assert.equal(energyDifference(today, yesterday), difference)
})

test('an axis ends at a round number', () => {
  for (const [values, top] of [
    [[], 1],
    [[0], 1],
    [[0.7], 1],
    [[130, 40], 200],
    [[24], 25],
    [[51], 100],
    [[1000], 1000],
  ] as const)
    assert.equal(axisTop(values), top)
})
