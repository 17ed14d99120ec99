import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Cell, cellFor, narrowOf, placesOf } from './row-layout.ts'

const cells = '0123456fw'

/** Numbers as devices have them, and any other. */
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 8 })).map(([whole, decimals]) => Number(`${whole}e-${decimals}`)),
)

const throughCell = (cell: Cell, written: number): number | undefined => {
  const place = placesOf([7], cell).get(7)
  return place?.decode(place.column === 'wide' ? written : (narrowOf(cell, written) ?? Number.NaN))
}

for (const [written, cell] of [
  [0, '0'],
  [-0, '0'],
  [2 ** 31 - 1, '0'],
  [-(2 ** 31) + 1, '0'],
  [2 ** 31, 'f'],
  [2 ** 31 + 1, 'w'],
  [0.1, '1'],
  [-230.45, '2'],
  [0.000001, '6'],
  [2147.483647, '6'],
  [Math.fround(0.1), 'f'],
  [0.0000001, 'w'],
  [2 ** 53, 'f'],
  [2 ** 53 - 1, 'w'],
  [Number.MIN_VALUE, 'w'],
  [Number.MAX_VALUE, 'w'],
] as const) {
  test(`${written} stands in ${cell}`, () => assert.equal(cellFor(written), cell))
}

test('any number comes back from the cell that was chosen for it', () => {
  fc.assert(
    fc.property(value, (written) => {
      const back = throughCell(cellFor(written), written)
      assert.ok(back === written, `${written} came back as ${back}`)
    }),
    { numRuns: 2000 },
  )
})

test('a narrow cell holds a number as it is or not at all, in four bytes', () => {
  fc.assert(
    fc.property(value, fc.constantFrom<Cell[]>('0', '1', '2', '3', '4', '5', '6', 'f'), (written, cell) => {
      const raw = narrowOf(cell, written)
      if (raw === null) return
      assert.equal(raw, raw | 0)
      assert.ok(throughCell(cell, written) === written)
    }),
    { numRuns: 2000 },
  )
})

test('cells only widen, and what comes later still fits', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), (values) => {
      let cell: Cell = '0'
      for (const written of values) {
        const next = cellFor(written, cell)
        assert.ok(cells.indexOf(next) >= cells.indexOf(cell))
        assert.ok(throughCell(next, written) === written)
        cell = next
      }
    }),
  )
})

test('places are counted by column, from one', () => {
  const places = placesOf([11, 12, 13, 14], '2wfw')
  assert.deepEqual(
    [...places].map(([id, { column, index }]) => [id, column, index]),
    [
      [11, 'narrow', 1],
      [12, 'wide', 1],
      [13, 'narrow', 2],
      [14, 'wide', 2],
    ],
  )
})
