import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refetchEvery } from './refetch-every.ts'

for (const [what, dataUpdatedAt, errorUpdatedAt, gives] of [
  ['just asked', 50_000, 0, 10_000],
  ['asked a while ago', 43_000, 0, 3000],
  ['refused since', 20_000, 48_000, 8000],
  ['long due', 20_000, 0, 100],
] as const) {
  test(`repeats a query that was ${what} after ${gives} ms`, () =>
    assert.equal(refetchEvery(10_000, () => 50_000)({ state: { dataUpdatedAt, errorUpdatedAt } }), gives))
}
