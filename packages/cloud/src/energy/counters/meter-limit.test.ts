import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalOf } from '@busbar/modbus/decimal'
import { MeterLimit } from './meter-limit.ts'

const hourMs = 3_600_000
const ten = new MeterLimit(decimalOf(10))

test('maximum count of a meter in a time, which counts as at least an hour', () => {
  const rows: [amount: number, elapsedMs: number, isAllowed: boolean][] = [
    [10, 0, true],
    [10.1, 0, false],
    [10, hourMs, true],
    [10.000001, hourMs, false],
    [20, 2 * hourMs, true],
    [20.1, 2 * hourMs, false],
    [15, 1.5 * hourMs, true],
    [15.1, 1.5 * hourMs, false],
  ]
  for (const [amount, elapsedMs, isAllowed] of rows) {
    assert.equal(ten.allows(decimalOf(amount), elapsedMs), isAllowed, `${amount} in ${elapsedMs}`)
    assert.equal(ten.follows(0, 0, amount, elapsedMs), isAllowed, `0 to ${amount} in ${elapsedMs}`)
    assert.equal(ten.follows(500, hourMs, 500 + amount, hourMs + elapsedMs), isAllowed, `500 on by ${amount}`)
  }
})

test('a fall never follows, standing still always does', () => {
  for (const limit of [ten, new MeterLimit(null)]) {
    assert.equal(limit.follows(5, 0, 4.999, 100 * hourMs), false)
    assert.equal(limit.follows(5, 0, 5, 0), true)
  }
  assert.equal(new MeterLimit(decimalOf(0)).follows(5, 0, 5, 0), true)
  assert.equal(new MeterLimit(decimalOf(0)).follows(5, 0, 5.001, 100 * hourMs), false)
})

test('an unknown limit allows everything and decides nothing', () => {
  const none = new MeterLimit(null)
  assert.equal(none.allows(decimalOf(1e9), 0), null)
  assert.equal(none.follows(0, 0, 1e9, 0), true)
})

test('decimals decide where doubles cannot', () => {
  const tenth = new MeterLimit(decimalOf(0.1))
  // As doubles 0.3 - 0.2 is below 0.1, and 1.1 - 1 above it.
  assert.equal(tenth.follows(0.2, 0, 0.3, 0), true)
  assert.equal(tenth.follows(1, 0, 1.1, 0), true)
  assert.equal(tenth.follows(1_000_000, 0, 1_000_000.1, 0), true)
  assert.equal(tenth.follows(1_000_000, 0, 1_000_000.1000001, 0), false)
  assert.equal(tenth.follows(1_000_000, 0, 1_000_000.0999999, 0), true)
})
