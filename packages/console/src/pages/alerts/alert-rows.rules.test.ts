import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AlertRow, inOrder, isShown, type Shown } from './alert-rows.rules.ts'

const row = (name: string, more: Partial<AlertRow>): AlertRow => ({
  id: 1,
  name,
  slug: name,
  logAs: 'warning',
  isEnabled: true,
  isActive: false,
  isUnjudged: false,
  undelivered: 0,
  netIds: [],
  ...more,
})
const confirmed = { on: '2026-11-14T10:00:00Z', from: 'Ann' }
const rows = [
  row('off', { isEnabled: false, logAs: 'critical' }),
  row('calm b', {}),
  row('calm a', { logAs: 'info' }),
  row('seen', { isActive: true, confirmed, logAs: 'critical' }),
  row('new warning', { isActive: true, startedOn: '2026-11-14T12:00:00Z' }),
  row('old failure', { isActive: true, logAs: 'failure', startedOn: '2026-11-14T08:00:00Z' }),
  row('new failure', { isActive: true, logAs: 'failure', startedOn: '2026-11-14T09:00:00Z' }),
]

test('unconfirmed alerts come first, the worst of them at the top', () => {
  assert.deepEqual(
    inOrder(rows).map(({ name }) => name),
    ['new failure', 'old failure', 'new warning', 'seen', 'calm a', 'calm b', 'off'],
  )
})

for (const [shown, typed, count] of [
  ['all', '', 7],
  ['active', '', 4],
  ['unconfirmed', '', 3],
  ['off', '', 1],
  ['all', 'FAIL', 2],
  ['all', 'failure new', 1],
  ['off', 'calm', 0],
] as const satisfies readonly [Shown, string, number][]) {
  test(`of ${shown} with "${typed}" there are ${count}`, () => {
    assert.equal(rows.filter((one) => isShown(one, shown, typed)).length, count)
  })
}
