import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { GridArea, Widget } from '../values/board.ts'
import { areaAfterKey, bottomRow, isInOrder, onGrid, ordered, packed, placed } from './layout.rules.ts'

const at = (id: string, column: number, row: number, width = 3, height = 4): Widget => ({
  id,
  kind: 'text',
  title: '',
  order: 0,
  place: { column, row, width, height },
  settings: { text: '' },
})
const shown = (widgets: readonly Widget[]): Record<string, string> =>
  Object.fromEntries(
    widgets.map(({ id, place: { column, row, width, height } }) => [id, `${column},${row} ${width}x${height}`]),
  )

test('moves overlapped widgets down and then all up as far as possible', () => {
  const board = [at('a', 1, 1), at('b', 4, 1), at('c', 1, 5, 12, 3)]
  assert.deepEqual(shown(placed(board, 'b', { column: 1, row: 1, width: 3, height: 4 })), {
    b: '1,1 3x4',
    a: '1,5 3x4',
    c: '1,9 12x3',
  })
  assert.deepEqual(shown(placed(board, 'a', { column: 1, row: 1, width: 6, height: 4 })), {
    a: '1,1 6x4',
    b: '4,5 3x4',
    c: '1,9 12x3',
  })
  assert.deepEqual(shown(placed([at('a', 1, 1), at('b', 1, 5)], 'a', { column: 1, row: 5, width: 3, height: 4 })), {
    b: '1,1 3x4',
    a: '1,5 3x4',
  })
  assert.deepEqual(shown(packed([at('a', 1, 9), at('b', 1, 20)])), { a: '1,1 3x4', b: '1,5 3x4' })
  assert.equal(bottomRow(board), 8)
})

test('keys move and size a widget, within the grid', () => {
  const place: GridArea = { column: 10, row: 1, width: 3, height: 4 }
  assert.deepEqual(areaAfterKey(place, 'ArrowRight', false), place)
  assert.deepEqual(areaAfterKey(place, 'ArrowLeft', false), { ...place, column: 9 })
  assert.deepEqual(areaAfterKey(place, 'ArrowRight', true), place)
  assert.deepEqual(areaAfterKey(place, 'ArrowDown', true), { ...place, height: 5 })
  assert.equal(areaAfterKey(place, 'x', false), null)
})

test('orders phones as the grid until a user reorders them', () => {
  const board = ordered([at('b', 4, 1), at('a', 1, 1)], true)
  assert.deepEqual([board.map(({ id }) => id), isInOrder(board)], [['a', 'b'], true])
  const other = board.map((widget) => ({ ...widget, order: 3 - widget.order }))
  assert.equal(isInOrder(other), false)
  assert.deepEqual(
    ordered(other, false).map(({ id, order }) => [id, order]),
    [
      ['b', 1],
      ['a', 2],
    ],
  )
})

test('whatever is moved where, no widget lies on another, and none is lost', () => {
  const place = fc.record({
    column: fc.integer({ min: -5, max: 20 }),
    row: fc.integer({ min: -5, max: 40 }),
    width: fc.integer({ min: 0, max: 20 }),
    height: fc.integer({ min: 0, max: 12 }),
  })
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 15 }), fc.nat(), place, (places, pick, to) => {
      const board = packed(places.map((one, i) => ({ ...at(`w${i}`, 1, 1), place: onGrid(one) })))
      const next = placed(board, `w${pick % places.length}`, to)
      assert.equal(next.length, board.length)
      const cells = next.flatMap(({ place: { column, row, width, height } }) => {
        assert.ok(column >= 1 && column + width <= 13 && row >= 1)
        return Array.from(
          { length: width * height },
          (_, i) => `${column + (i % width)} ${row + Math.floor(i / width)}`,
        )
      })
      assert.equal(new Set(cells).size, cells.length)
    }),
  )
})
