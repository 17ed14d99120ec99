import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reconnectDelayMs } from './back-off.ts'

for (const [failures, shortestMs, longestMs] of [
  [0, 500, 1000],
  [1, 1000, 2000],
  [4, 8000, 16_000],
  [5, 15_000, 30_000],
  [5000, 15_000, 30_000],
] as const) {
  test(`waits ${shortestMs} to ${longestMs} ms after ${failures} failures`, () => {
    assert.deepEqual([reconnectDelayMs(failures, 1), reconnectDelayMs(failures, 0)], [shortestMs, longestMs])
  })
}
