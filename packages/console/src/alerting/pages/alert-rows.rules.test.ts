import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AlertRow, inOrder } from '../list/order.rules.ts'
import { type AlertFilters, isShown, readFilters } from './alert-list.rules.ts'

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
  row('calm b', { netIds: [7] }),
  row('calm a', { logAs: 'info' }),
  row('muted', { isActive: true, logAs: 'critical', startedOn: '2026-11-14T09:00:00Z', held: { why: 'mute' } }),
  row('seen', { isActive: true, logAs: 'critical', startedOn: '2026-11-14T09:00:00Z', confirmed }),
  row('old', { isActive: true, startedOn: '2026-11-14T08:00:00Z' }),
  row('new', { isActive: true, startedOn: '2026-11-14T09:30:00Z', isUnjudged: true }),
  row('worst', { isActive: true, logAs: 'critical', startedOn: '2026-11-14T07:00:00Z' }),
]
const names = (some: readonly AlertRow[]): string[] => some.map(({ name }) => name)

test('sorts alerts that need attention first, most severe first', () => {
  assert.deepEqual(names(inOrder(rows)), ['worst', 'new', 'old', 'seen', 'muted', 'calm a', 'calm b', 'off'])
})

test('alerts are found by state, level, site and the words of their names', () => {
  const cases: [AlertFilters, string[]][] = [
    [{}, names(rows)],
    [{ state: 'active' }, ['muted', 'seen', 'old', 'new', 'worst']],
    [{ state: 'unconfirmed', text: 'o' }, ['old', 'worst']],
    [{ state: 'muted' }, ['muted']],
    [{ state: 'unjudged' }, ['new']],
    [{ state: 'quiet' }, ['calm b', 'calm a']],
    [{ state: 'off' }, ['off']],
    [{ level: 'info' }, ['calm a']],
    [{ site: 7 }, ['calm b']],
    [{ text: 'B calm' }, ['calm b']],
  ]
  for (const [filters, found] of cases)
    assert.deepEqual(names(rows.filter((one) => isShown(one, filters))), found, JSON.stringify(filters))
})

test('reads filters from an address and ignores invalid values', () => {
  assert.deepEqual(readFilters({ text: 'pump', site: 7, level: 'critical', state: 'off', page: 2 }), {
    text: 'pump',
    site: 7,
    level: 'critical',
    state: 'off',
    page: 2,
  })
  assert.deepEqual(readFilters({ text: '', site: -1, level: 'x', state: 1, page: 0 }), {})
  assert.deepEqual(readFilters({ text: 12 }), { text: '12' })
})
