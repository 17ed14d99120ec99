import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backOffMs } from './back-off.rules.ts'

for (const [failures, shortestMs, longestMs] of [
  [0, 500, 1000],
  [1, 1000, 2000],
  [4, 8000, 16_000],
  [5, 15_000, 30_000],
  [5000, 15_000, 30_000],
] as const) {
  test(`after ${failures} failures: ${shortestMs} to ${longestMs} ms`, () => {
    assert.deepEqual([backOffMs(failures, 1), backOffMs(failures, 0)], [shortestMs, longestMs])
  })
}
