import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arranged } from './change-dashboard.ts'

for (const [current, first, removed, gives] of [
  [[1, 2, 3], [], [], [1, 2, 3]],
  [[1, 2, 3], [3], [], [3, 1, 2]],
  [[1, 2, 3], [3, 2, 1], [], [3, 2, 1]],
  [[1, 2, 3], [3, 3, 1], [], [3, 1, 2]],
  [[1, 2, 3], [], [2, 2], [1, 3]],
  [[1, 2, 3], [2, 3], [2], [3, 1]],
  [[1, 2, 3], [4], [], null],
  [[1, 2, 3], [], [4], null],
  [[], [], [], []],
] as const) {
  test(JSON.stringify([current, first, removed]), () => assert.deepEqual(arranged(current, first, removed), gives))
}
