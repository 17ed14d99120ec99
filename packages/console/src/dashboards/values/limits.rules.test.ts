import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitOf } from './board-values.ts'

const limits = [
  { from: 8, level: 'warning' },
  { from: 9, till: 20, level: 'critical' },
  { till: 1, level: 'warning' },
] as const

for (const [value, level] of [
  ['5', undefined],
  ['8', 'warning'],
  ['9', 'critical'],
  ['21', 'warning'],
  ['1', 'warning'],
  ['0', 'warning'],
  ['', undefined],
  ['on', undefined],
  [undefined, undefined],
] as const) {
  test(`${value} is ${level ?? 'normal'}`, () => assert.equal(limitOf(limits, value)?.level, level))
}
