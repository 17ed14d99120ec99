import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOf } from './bytes-text.ts'

test('sizes have three digits and the unit that fits', () => {
  for (const [bytes, value, unit] of [
    [0, 0, 'B'],
    [999, 999, 'B'],
    [1000, 1, 'kB'],
    [48_123_456, 48.1, 'MB'],
    [2e9, 2, 'GB'],
    [1.234e15, 1230, 'TB'],
    [-5e8, -500, 'MB'],
  ] as const)
    assert.deepEqual(bytesOf(bytes), { value, unit })
})
