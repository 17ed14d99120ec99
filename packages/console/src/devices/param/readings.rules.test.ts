import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingRows } from './param-readings.rules.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 15, 0, minute)).toISOString()
const gap = (from: number, till: number) => ({ from: at(from), till: at(till), polls: 2, reason: 'Timeout' })
const shown = (...args: Parameters<typeof readingRows>): string[] =>
  readingRows(...args).map((row) =>
    row.kind === 'value' ? String(row.value) : `${row.reason} ${row.on.slice(14, 16)}`,
  )

const readings: [string, number][] = [
  [at(1), 1],
  [at(2), 2],
  [at(6), 6],
]

test('readings are newest first, with what failed between them', () => {
  assert.deepEqual(shown(readings, [gap(3, 5)], true), ['6', 'Timeout 05', '2', '1'])
})

test('shows failures after the last reading on the newest page only', () => {
  assert.deepEqual(shown(readings, [gap(7, 9)], true), ['Timeout 09', '6', '2', '1'])
  assert.deepEqual(shown(readings, [gap(7, 9)], false), ['6', '2', '1'])
})

test('shows failures before the oldest reading on the next page', () => {
  assert.deepEqual(shown(readings, [gap(-5, 0)], true), ['6', '2', '1'])
  assert.deepEqual(shown([], [gap(0, 5)], true), ['Timeout 05'])
})
