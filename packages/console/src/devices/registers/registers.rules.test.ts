import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { changedAt, countFrom, hex, numberIn, readRegistersSearch, rowsOf, wordsIn } from './registers.rules.ts'

for (const [text, value] of [
  ['0', 0],
  ['65535', 65_535],
  [' 12 ', 12],
  ['0xFF', 255],
  ['65536', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['0x', null],
] as const)
  test(`as an address: ${JSON.stringify(text)}`, () => assert.equal(numberIn(text, 0, 65_535), value))

for (const [text, kind, words] of [
  ['1', 'holding', [1]],
  ['1, 0x10 -1', 'holding', [1, 16, 65_535]],
  ['-32768', 'holding', [32_768]],
  ['-32769', 'holding', null],
  ['1 x', 'holding', null],
  ['1,500', 'holding', null],
  ['1, 500', 'holding', [1, 500]],
  ['1,2', 'holding', [1, 2]],
  ['', 'holding', null],
  ['1 0 1', 'coil', [1, 0, 1]],
  ['2', 'coil', null],
  [Array(17).fill('1').join(' '), 'holding', null],
] as const)
  test(`to be written: ${JSON.stringify(text)} as ${kind}`, () => assert.deepEqual(wordsIn(text, kind), words))

test('every word that a person may write is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 65_535 }), { minLength: 1, maxLength: 16 }), (words) => {
      assert.deepEqual(wordsIn(words.join(' '), 'holding'), words)
      assert.deepEqual(wordsIn(words.map((word) => `0x${hex(word)}`).join(','), 'holding'), words)
    }),
  )
})

test('the address of the page keeps what makes sense', () => {
  const search = { unit: 3, kind: 'input', at: 100, count: 20, pick: 104 }
  assert.deepEqual(readRegistersSearch(search), search)
  assert.deepEqual(readRegistersSearch({ unit: 0, kind: 'x', at: -1, count: 126, pick: 1.5 }), {})
})

test('rows of ten, changes, and the last register', () => {
  const rows = rowsOf(100, [...Array(12).keys()])
  assert.deepEqual(
    rows.map(({ from, words }) => [from, words.length]),
    [
      [100, 10],
      [110, 2],
    ],
  )
  assert.deepEqual([...changedAt([1, 2, 3], [1, 5, 3])], [1])
  assert.deepEqual([...changedAt(undefined, [1])], [])
  assert.equal(countFrom(65_530, 40), 6)
})
