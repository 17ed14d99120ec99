import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barOf, planOf } from './budget.rules.ts'

for (const [typed, gives] of [
  ['120', '120'],
  ['120.5', '120.5'],
  ['-1', null],
  ['1.1234567', null],
  ['', null],
  ['NaN', null],
] as const) {
  test(`a plan of ${JSON.stringify(typed)} is ${gives}`, () => assert.equal(planOf(typed), gives))
}

test('the longest of what is used, expected and planned fills the bar', () => {
  assert.deepEqual(barOf({ plan: '100', soFar: '50', expected: '200' }), { soFar: 25, expected: 100, plan: 50 })
  assert.deepEqual(barOf({ plan: '100', soFar: '50', expected: null }), { soFar: 50, expected: 50, plan: 100 })
  assert.deepEqual(barOf({ plan: '0', soFar: null, expected: null }), { soFar: 0, expected: 0, plan: 0 })
})
