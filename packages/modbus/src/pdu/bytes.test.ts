import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { newBytes, newWords } from './bytes.ts'
import { decodeResponse, encodeResponse } from './pdu.ts'

test('no two share a byte, whatever their lengths', () => {
  const sizes = fc.array(fc.record({ isWords: fc.boolean(), length: fc.integer({ min: 0, max: 300 }) }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(sizes, (wanted) => {
      const all = wanted.map(({ isWords, length }) => (isWords ? newWords(length) : newBytes(length)))
      for (const one of all) assert.ok(one.every((number) => number === 0))
      for (const [index, one] of all.entries()) one.fill(index + 1)
      for (const [index, one] of all.entries()) assert.ok(one.every((number) => number === index + 1))
    }),
  )
})

test('an answer that is kept stays as it was, whatever is read after it', () => {
  const answer = (from: number, count: number): ArrayLike<number> => {
    const words = Array.from({ length: count }, (_, at) => (from + at) & 0xffff)
    const decoded = decodeResponse(encodeResponse({ fn: 3, words }))
    assert.ok('ok' in decoded && decoded.ok.fn === 3)
    return decoded.ok.words
  }
  const answers = [1, 32, 33, 100, 125].map((count) => ({ count, words: answer(count, count) }))
  for (let more = 0; more < 10_000; more += 1) answer(more, 125)
  for (const { count, words } of answers)
    assert.deepEqual(
      Array.from(words),
      Array.from({ length: count }, (_, at) => count + at),
    )
})
