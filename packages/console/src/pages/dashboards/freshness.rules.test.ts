import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newest } from './freshness.rules.ts'

const at = (second: number): string => new Date(second * 1000).toISOString()

test('the newest reading wins, wherever it comes from', () => {
  const old = { value: 1, readOn: at(10) }
  const young = { value: '2', readOn: at(20) }
  const none = { value: undefined, readOn: undefined }
  assert.deepEqual(newest([old, young, none]), young)
  assert.deepEqual(newest([young, old]), young)
  assert.deepEqual(newest([none]), none)
})
