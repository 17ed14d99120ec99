import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStale, newest } from './freshness.rules.ts'

const at = (second: number): string => new Date(second * 1000).toISOString()

test('the newest reading wins, wherever it comes from', () => {
  const old = { value: 1, readOn: at(10) }
  const young = { value: '2', readOn: at(20) }
  const none = { value: undefined, readOn: undefined }
  assert.deepEqual(newest([old, young, none]), young)
  assert.deepEqual(newest([young, old]), young)
  assert.deepEqual(newest([none]), none)
})

for (const [ageSec, periodSec, stale] of [
  [5, 2, false],
  [21, 2, false],
  [22, 2, true],
  [60, 60, false],
  [200, 60, true],
] as const) {
  test(`${ageSec} s of a device read every ${periodSec} s is ${stale ? 'stale' : 'fresh'}`, () => {
    assert.equal(isStale(at(1000), periodSec, (1000 + ageSec) * 1000), stale)
  })
}

test('what was never read is not stale', () => assert.equal(isStale(undefined, 2, 0), false))
