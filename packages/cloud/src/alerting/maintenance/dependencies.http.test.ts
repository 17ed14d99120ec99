import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCircle } from './dependencies.http.ts'

test('an alert never depends on itself, through any number of others', () => {
  const edges = [
    [1, 2],
    [2, 3],
    [2, 4],
    [5, 1],
  ].map(([alertId = 0, onAlertId = 0]) => ({ alertId, onAlertId }))
  const rows: [number, number[], boolean][] = [
    [1, [1], true],
    [3, [1], true],
    [4, [5], true],
    [3, [4], false],
    [5, [2, 3], false],
    [6, [5], false],
    [1, [], false],
  ]
  for (const [alertId, parents, isOne] of rows)
    assert.equal(isCircle(edges, alertId, parents), isOne, `${alertId} on ${parents.join()}`)
})
