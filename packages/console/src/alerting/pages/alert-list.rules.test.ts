import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptySelection, existingIds, type Selection, toggled, toggledAll } from './alert-list.rules.ts'

const shown = [5, 3, 9, 1]
const of = (lastId: number | null, ...ids: number[]): Selection => ({ ids: new Set(ids), lastId })

test('rows are selected one by one, or from the last one on', () => {
  const rows: [Selection, number, boolean, Selection][] = [
    [emptySelection, 3, false, of(3, 3)],
    [of(3, 3), 3, false, of(3)],
    [of(3, 3), 1, true, of(1, 3, 9, 1)],
    [of(1, 1), 5, true, of(5, 1, 5, 3, 9)],
    [of(5, 5, 3, 9), 9, true, of(9)],
    [emptySelection, 9, true, of(9, 9)],
    // The last one is not shown any more.
    [of(7, 7), 9, true, of(9, 7, 9)],
  ]
  for (const [before, id, isRange, after] of rows) assert.deepEqual(toggled(before, shown, id, isRange), after)
  assert.deepEqual(toggledAll(of(7, 7), shown, true).ids, new Set([7, ...shown]))
  assert.deepEqual(toggledAll(of(7, 7, 3), shown, false).ids, new Set([7]))
  assert.deepEqual(existingIds(new Set([3, 7]), [{ id: 1 }, { id: 3 }]), [3])
})
