import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { freePlace, isTiled, overlap, overlapping, tilePlace } from './grid.rules.ts'
import { retiled, tileParam } from './tiles.rules.ts'
import type { Widget } from './widgets.contract.ts'

const note = (id: string, column: number, row: number): Widget => ({
  id,
  kind: 'text',
  title: '',
  place: { column, row, width: 4, height: 3 },
  order: 50,
  settings: { text: 'x' },
})
const tiles = (paramIds: readonly number[], columns = 4): Widget[] =>
  retiled([], { columns, paramIds: [] }, { columns, paramIds })
const shown = (widgets: readonly Widget[]) => widgets.map((widget) => tileParam(widget) ?? widget.id)

for (const [columns, turn, column, row, width] of [
  [4, 0, 1, 1, 3],
  [4, 3, 10, 1, 3],
  [4, 4, 1, 5, 3],
  [2, 1, 7, 1, 6],
  [1, 2, 1, 9, 12],
  [5, 5, 11, 1, 2],
  [12, 6, 1, 5, 2],
] as const) {
  test(`tile ${turn} of ${columns} in a row`, () =>
    assert.deepEqual(tilePlace(turn, columns), { column, row, width, height: 4 }))
}

test('tiles change as the contract says; an unarranged grid is laid out again', () => {
  const before = tiles([1, 2, 3])
  const after = retiled(before, { columns: 4, paramIds: [1, 2, 3] }, { columns: 2, paramIds: [3, 1, 9] })
  assert.deepEqual(shown(after), [3, 1, 9])
  assert.ok(isTiled(after, 2))
  // The parameter 2 was deleted: it is not asked for any more.
  const swept = retiled(before, { columns: 4, paramIds: [1, 3] }, { columns: 4, paramIds: [1, 3] })
  assert.deepEqual([shown(swept), isTiled(swept, 4)], [[1, 3], true])
})

test('on an arranged grid, remaining widgets keep their position', () => {
  const before = [...tiles([1, 2, 3]), note('note', 5, 9)]
  const places = new Map(before.map(({ id, place }) => [id, place]))
  const after = retiled(before, { columns: 4, paramIds: [1, 2] }, { columns: 2, paramIds: [2, 7] })
  assert.deepEqual(shown(after), [2, 3, 'note', 7], 'a parameter that is gone stays a widget')
  for (const { id, place } of after.slice(0, 3)) assert.deepEqual(place, places.get(id))
  assert.equal(overlapping(after), null)
})

test('whatever is added and taken away, no widget lies on another', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 20 })
  const places = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 30 })), { maxLength: 8 })
  fc.assert(
    fc.property(ids, ids, places, fc.integer({ min: 1, max: 12 }), (had, wanted, notes, columns) => {
      const start: Widget[] = []
      for (const [column, row] of notes) {
        const one = note(`n${start.length}`, column, row)
        if (!start.some(({ place }) => overlap(place, one.place))) start.push(one)
      }
      const before = retiled(start, { columns, paramIds: [] }, { columns, paramIds: had })
      const after = retiled(before, { columns, paramIds: had }, { columns, paramIds: wanted })
      assert.equal(overlapping(before) ?? overlapping(after), null)
      assert.deepEqual(
        after.flatMap((widget) => tileParam(widget) ?? []),
        wanted,
      )
      assert.equal(new Set(after.map(({ id }) => id)).size, after.length)
    }),
  )
  assert.deepEqual(freePlace([tilePlace(0, 4)], 4), tilePlace(1, 4))
})
