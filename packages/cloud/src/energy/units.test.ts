import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toText } from '@busbar/modbus/decimal'
import { parseFormula } from '../formula/parse.ts'
import {
  distinctUnits,
  energyUnit,
  formulaUnit,
  mixedUnitsIn,
  multipliedUnit,
  scaledUnit,
  sharedUnit,
  sumUnit,
  unitFactor,
} from './units.rules.ts'

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

test('a sum of different units has none', () => {
  assert.equal(sharedUnit(['kWh', 'kWh']), 'kWh')
  assert.equal(sharedUnit(['kWh', 'Wh']), null)
  assert.equal(sharedUnit([]), null)
  assert.deepEqual(['kW', 'W', 'm3', null].map(energyUnit), ['kWh', 'Wh', null, null])
})

test('converts units that differ by a power of ten, and no others', () => {
  const rows = [
    ['Wh', 'kWh', '0.001'],
    ['GWh', 'Wh', '1000000000'],
    ['W', 'MW', '0.000001'],
    ['varh', 'kvarh', '0.001'],
    ['GJ', 'MJ', '1000'],
    ['l', 'm³', '0.001'],
    ['m3', 'm³', '1'],
    ['hl', 'l', '100'],
    ['pcs', 'pcs', '1'],
    ['kJ', 'kWh', null],
    ['kWh', 'kW', null],
    ['kWh', 'kvarh', null],
    ['Nm³', 'm³', null],
    ['pcs', 'kWh', null],
    ['constructor', 'l', null],
    [null, 'kWh', null],
    [null, null, null],
  ] as const
  for (const [from, to, gives] of rows) {
    const factor = unitFactor(from, to)
    assert.equal(factor && toText(factor), gives, `${from} to ${to}`)
  }
})

test('a sum has the largest unit of its parts, in any order', () => {
  const rows = [
    [['Wh', 'kWh', 'Wh'], 'kWh', []],
    [['kWh', 'Wh', 'MWh'], 'MWh', []],
    [['l', 'm3'], 'm3', []],
    [['m³', 'm3'], 'm3', []],
    [['kWh', 'm3', 'Wh'], null, ['Wh', 'kWh', 'm3']],
    [['kWh', null], null, []],
    [['kWh', ''], null, []],
    [['kWh', 'Wh', null], null, ['Wh', 'kWh']],
    [[null, null], null, []],
  ] as const
  for (const [units, unit, mixed] of rows) {
    for (const order of [units, units.toReversed()]) {
      assert.equal(sumUnit(order), unit, order.join())
      assert.deepEqual(mixedUnitsIn(order, unit).toSorted(), mixed, order.join())
    }
  }
  assert.deepEqual(mixedUnitsIn(['Wh', 'kWh'], 'pcs'), ['Wh', 'kWh'])
})

test('a formula has the unit of its parameters', () => {
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
