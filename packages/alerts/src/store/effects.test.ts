import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JudgedAlert } from '../alert.ts'
import type { Fact } from '../alert-state.ts'
import { newState, step } from '../engine/step.ts'
import { at, condition, judged, nowAt, reads } from '../engine/testing/judged.ts'
import { two } from '../engine/testing/rows.ts'
import { effectRows } from './effects.sql.ts'

const rowsOf = (alert: JudgedAlert, facts: readonly Fact[]) => {
  const { state } = step(alert, newState(alert, nowAt(0)), [], nowAt(0))
  return effectRows([{ alert, step: step(alert, state, facts, nowAt(100)) }])
}
const confirm = (sec: number, from: string): Fact => ({ kind: 'confirm', on: at(sec), from, comment: null })

test('a further condition is a message of its own, which names it', () => {
  const { messages } = rowsOf(judged({ conditions: two }), [reads(10, 11), reads(20, 4, 3)])
  assert.deepEqual(
    messages.map(({ item, snapshot }) => [item, snapshot.conditions.map(({ isAlso }) => isAlso)]),
    [
      ['a1', [false, false]],
      ['a1-2', [false, true]],
    ],
  )
  assert.equal(messages[1]?.snapshot.additions, 1)
})

test('of several acknowledgements and resets the last one counts', () => {
  const alert = judged({ conditions: two })
  const [hot, empty] = [reads(10, 11), reads(20, 4, 3)]
  const key = { orgId: 1, alertId: 1, episode: 1 }
  const taken = { ...key, on: null, from: null, comment: null }
  assert.deepEqual(rowsOf(alert, [hot, confirm(15, 'Olha'), empty]).confirms, [taken])
  const last = { ...key, on: at(30), from: 'Ann', comment: null }
  assert.deepEqual(rowsOf(alert, [hot, confirm(15, 'Olha'), empty, confirm(30, 'Ann')]).confirms, [last])
})

test('a message about a change contains its size and direction', () => {
  const alert = judged({ conditions: [condition('change-over', 5, { holdSec: 600 })] })
  for (const [values, change] of [
    [[20, 22, 25.5], 5.5],
    [[20, 21, 14.5], -6.5],
  ] as const) {
    const { messages } = rowsOf(
      alert,
      values.map((value, place) => reads(10 + place, value)),
    )
    assert.deepEqual(
      messages.map(({ snapshot }) => snapshot.conditions[0]?.change),
      [change],
    )
  }
})
