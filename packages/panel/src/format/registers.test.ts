import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { decode, encode, type Order, orders, types, type ValueType, valuesOf, wordsOfType } from './registers.ts'

const rows: [words: number[], type: ValueType, order: Order, text: string][] = [
  [[0xffff], 'U16', 'ABCD', '65535'],
  [[0xffff], 'S16', 'ABCD', '-1'],
  [[0x1234], 'U16', 'BADC', '13330'],
  [[0x42c8, 0], 'F32', 'ABCD', '100'],
  [[0, 0x42c8], 'F32', 'CDAB', '100'],
  [[0xc842, 0], 'F32', 'BADC', '100'],
  [[0, 0xc842], 'F32', 'DCBA', '100'],
  [[0x3dcc, 0xcccd], 'F32', 'ABCD', '0.1'],
  [[1, 2], 'U32', 'ABCD', '65538'],
  [[0xffff, 0xfffe], 'S32', 'ABCD', '-2'],
  [[0xffff, 0xffff, 0xffff, 0xffff], 'U64', 'ABCD', '18446744073709551615'],
  [[4, 3, 2, 1], 'U64', 'CDAB', '281483566841860'],
]
describe('registers', () => {
  for (const [words, type, order, text] of rows) {
    test(`${words.map((word) => word.toString(16)).join(' ')} as ${type} ${order} is ${text}`, () => {
      assert.equal(decode(words, type, order), text)
      assert.deepEqual(encode(text, type, order), words)
    })
  }

  test('reads the value that was written', () => {
    const word = fc.integer({ min: 0, max: 0xffff })
    const words = fc.array(word, { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(words, fc.constantFrom(...types), fc.constantFrom(...orders), (all, type, order) => {
        const some = all.slice(0, wordsOfType(type))
        const text = decode(some, type, order)
        if (!Number.isFinite(Number(text))) return
        const back = encode(text, type, order)
        assert.equal(decode(back ?? [], type, order), text)
      }),
    )
  })

  for (const [text, type] of [
    ['', 'F32'],
    ['65536', 'U16'],
    ['-1', 'U32'],
    ['1.5', 'S16'],
    ['NaN', 'F64'],
    ['1e39', 'F32'],
  ] as const) {
    test(`${text} is no ${type}`, () => assert.equal(encode(text, type, 'ABCD'), null))
  }
})

test('a short answer has fewer values, none of them invented', () => {
  for (const [answer, isBit, count, values] of [
    [[3, 4, 0, 7, 1, 44], false, 2, [7, 300]],
    [[3, 4, 0, 7, 1], false, 2, [7]],
    [[1, 2, 0b101, 1], true, 10, [1, 0, 1, 0, 0, 0, 0, 0, 1, 0]],
    [[1, 2, 0b101], true, 10, [1, 0, 1, 0, 0, 0, 0, 0]],
    [[3], false, 1, []],
  ] as const)
    assert.deepEqual(valuesOf(answer, isBit, count), values)
})
