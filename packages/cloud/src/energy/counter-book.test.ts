import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalOf } from '@busbar/modbus/decimal'
import { CounterBook } from './counter-book.ts'

const hourMs = 3_600_000
const day = Date.UTC(2026, 2, 28)
const hours = (...all: number[]): number[] => all.map((hour) => day + hour * hourMs)

test('a rise counts where it ends: at the first edge and not at the last', () => {
  const rows: [hour: number, amounts: (number | null)[]][] = [
    [-0.001, [null, null]],
    [0, [5, null]],
    [1.999, [5, null]],
    [2, [null, 5]],
    [3.999, [null, 5]],
    [4, [null, null]],
  ]
  for (const [hour, amounts] of rows) {
    const book = new CounterBook(hours(0, 2, 4))
    book.rise(day + hour * hourMs, 10, 15)
    assert.deepEqual(
      book.close().amounts,
      amounts.map((amount) => amount && decimalOf(amount)),
      `${hour}`,
    )
  }
})

test('what is set aside is told where the segments are, and a hundred times at most', () => {
  const book = new CounterBook(hours(0, 2, 4))
  for (const on of hours(-0.001, 0, 3.999, 4)) book.setAside(on, 10, 5, 'replacement')
  assert.deepEqual(
    book.close().setAside.map(({ on }) => on),
    hours(0, 3.999),
  )
  const often = new CounterBook(hours(0, 2))
  for (let at = 0; at < 150; at += 1) often.setAside(day + at, 10, 5, 'jump')
  assert.equal(often.close().setAside.length, 100)
})

test('rises that follow each other, amounts and rises from elsewhere come together', () => {
  const book = new CounterBook(hours(0, 24, 48))
  book.rise(day + 1, 10, 15)
  book.rise(day + 2, 15, 15.5)
  book.add(day + 3, decimalOf(0.25))
  book.rise(day + 4, 100, 101)
  book.rise(day + 25 * hourMs, 101, 103)
  book.add(day + 26 * hourMs, decimalOf(4))
  assert.deepEqual(book.close().amounts, [decimalOf(6.75), decimalOf(6)])
})

test('standing still is an amount of nothing', () => {
  const book = new CounterBook(hours(0, 2))
  book.rise(day, 10, 10)
  assert.deepEqual(book.close().amounts, [decimalOf(0)])
})

const coverageRows: [name: string, edges: number[], readAt: number[], coverage: number[]][] = [
  ['an hour with a reading counts whole, and once', [0, 4], [1.1, 1.5, 1.999], [0.25]],
  ['hours with readings add up', [0, 4], [0, 1, 3.999], [0.75]],
  ['an hour that a segment has in part counts with that part', [0.5, 2], [0.6], [1 / 3]],
  ['and at its end', [0, 1.5], [1.2], [1 / 3]],
  ['a shorter segment is one', [0, 0.25, 0.5, 0.75], [0.3], [0, 1, 0]],
  ['so is one of an hour that begins between hours', [0.5, 1.5], [1.2], [1]],
  ['hours begin where segments do', [0.5, 2.5, 4.5], [0.6, 1.4], [0.5, 0]],
  ['a reading on the edge covers the segment that it begins', [0, 2, 4], [2], [0, 0.5]],
  ['segments are passed over', [0, 1, 2, 3, 4], [0, 3.5], [1, 0, 0, 1]],
  ['what is outside covers nothing', [1, 2], [0.999, 2], [0]],
]
for (const [name, edges, readAt, coverage] of coverageRows) {
  test(`coverage: ${name}`, () => {
    const book = new CounterBook(hours(...edges))
    for (const [at, on] of hours(...readAt).entries()) book.rise(on, at, at + 1)
    assert.deepEqual(book.close().coverage, coverage)
  })
}
