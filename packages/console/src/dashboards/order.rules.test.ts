import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { indexAfterKey, moved } from './board.rules.ts'

for (const [from, to, gives] of [
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [1, 99, 'acdb'],
  [1, -5, 'bacd'],
  [9, 0, 'abcd'],
] as const) {
  test(`from ${from} to ${to} gives ${gives}`, () =>
    assert.equal(moved(['a', 'b', 'c', 'd'], from, to).join(''), gives))
}

test('keeps all items, and a move back restores the order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.nat(), fc.nat(), (list, a, b) => {
      const [from, to] = [a % list.length, b % list.length]
      assert.deepEqual(moved(moved(list, from, to), to, from), list)
    }),
  )
})

for (const [key, at, to] of [
  ['ArrowUp', 4, 3],
  ['ArrowDown', 4, 5],
  ['ArrowDown', 7, 7],
  ['ArrowUp', 0, 0],
  ['Home', 4, 0],
  ['End', 4, 7],
  ['a', 4, null],
] as const) {
  test(`of eight items, ${key} at ${at} moves to ${to}`, () => {
    assert.equal(indexAfterKey(key, at, 8), to)
  })
}
