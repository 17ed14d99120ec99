import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFormula } from '../formula/parse.ts'
import { distinctUnits, energyUnit, formulaUnit, multipliedUnit, scaledUnit, sharedUnit } from './units.rules.ts'

test('a factor of thousands makes another prefix, any other nothing that has a name', () => {
  const rows = [
    ['Wh', 0.001, 'kWh'],
    ['kWh', 1, 'kWh'],
    ['kWh', -1, 'kWh'],
    ['MWh', 1000, 'kWh'],
    ['kWh', 0.5, null],
    ['m3', 0.001, null],
    ['m3', 1, 'm3'],
    [null, 1, null],
  ] as const
  for (const [unit, factor, gives] of rows) assert.equal(scaledUnit(unit, factor), gives, `${unit} x ${factor}`)
})

test('a multiplier keeps the unit unless it is a power of a thousand', () => {
  const rows = [
    ['kWh', 0.25, 'kWh'],
    ['kWh', 40, 'kWh'],
    ['m3', 10, 'm3'],
    ['kW', -1, 'kW'],
    ['Wh', 0.001, 'kWh'],
    ['kWh', 1000, 'Wh'],
    ['m3', 0.001, null],
    [null, 40, null],
  ] as const
  for (const [unit, multiplier, gives] of rows)
    assert.equal(multipliedUnit(unit, multiplier), gives, `${unit} x ${multiplier}`)
})

test('plain numbers and unknown units can be added to any other', () => {
  assert.deepEqual(distinctUnits(['kWh', null, '', 'kWh']), ['kWh'])
  assert.deepEqual(distinctUnits(['kWh', 'm3', 'Wh']), ['kWh', 'm3', 'Wh'])
})

test('what is of different units has none together', () => {
  assert.equal(sharedUnit(['kWh', 'kWh']), 'kWh')
  assert.equal(sharedUnit(['kWh', 'Wh']), null)
  assert.equal(sharedUnit([]), null)
  assert.deepEqual(['kW', 'W', 'm3', null].map(energyUnit), ['kWh', 'Wh', null, null])
})

test('a formula has the unit of what it is made of', () => {
  const units = new Map([
    [1, 'kWh'],
    [2, 'kWh'],
    [3, 'm3'],
  ])
  const rows = [
    ['#1 + #2', 'kWh'],
    ['#1 - 5', null],
    ['#1 / #2 * 100', null],
    ['#1 / #2', ''],
    ['#1 * 0.001', 'MWh'],
    ['1000 * #1', 'Wh'],
    ['#1 / #3', null],
    ['-#3', 'm3'],
    ['5', ''],
    ['#4', null],
  ] as const
  for (const [text, gives] of rows) {
    const formula = parseFormula(text)
    assert.ok(!('error' in formula))
    assert.equal(
      formulaUnit(formula, (id) => units.get(id) ?? null),
      gives,
      text,
    )
  }
})
