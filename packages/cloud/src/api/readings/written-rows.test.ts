import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoTime } from './iso-time.ts'
import { writtenRows } from './written-rows.ts'

for (const [rowCount, columns] of [
  [0, 1],
  [1, 1],
  [3, 1000],
  [1000, 100],
] as const) {
  test(`${rowCount} rows of ${columns} are written as they would be at once, and others have their turn`, async () => {
    const rows = Array.from({ length: rowCount }, (_, row): [number, (number | null)[]] => [
      row * 1000,
      Array.from({ length: columns }, (_gap, column) => (column % 7 === 3 ? null : row + column / 8)),
    ])
    let turns = 0
    const count = (): void => {
      turns += 1
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    const { text } = await writtenRows(rows, (value) => value)
    clearImmediate(next)
    assert.equal(text, JSON.stringify(rows.map(([on, values]) => [isoTime(on), values])))
    assert.ok(turns >= Math.floor((rowCount * columns) / 5000), `${turns}`)
  })
}
