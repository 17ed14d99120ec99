import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { gsm7Text, isGsm7 } from './gsm7.ts'
import { smsCount, smsParts } from './parts.rules.ts'

describe('number of parts of an SMS', () => {
  for (const [text, count] of [
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['ж'.repeat(134), 2],
    ['ж'.repeat(135), 3],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
  ] as const) {
    test(`${text.length} of ${text.slice(0, 2)}`, () => assert.equal(smsCount(text), count))
  }
})

/** As a telephone puts them together. */
const joined = (text: string): string => {
  const parts = smsParts(text, 300)
  return parts
    .map(({ bytes, dataCoding, hasHeader }, at) => {
      if (hasHeader) assert.deepEqual([...bytes.subarray(0, 6)], [5, 0, 3, 300 & 0xff, parts.length, at + 1])
      const content = bytes.subarray(hasHeader ? 6 : 0)
      assert.ok(dataCoding === 0 ? content.length <= (hasHeader ? 153 : 160) : bytes.length <= 140)
      return dataCoding === 0 ? gsm7Text(content) : Buffer.from(content).swap16().toString('utf16le')
    })
    .join('')
}

test('the parts of a text join to the same text, and no character is cut', () => {
  const gsm7 = fc.constantFrom(...Array.from('@£ abcXYZ019\n€[]{}^~|\\ÄΩ'))
  const any = fc.oneof(fc.string({ unit: gsm7, maxLength: 700 }), fc.string({ unit: 'grapheme', maxLength: 300 }))
  fc.assert(fc.property(any, (text) => assert.equal(joined(text), text)))
})

test('the alphabet', () => {
  assert.equal(isGsm7('Alert: 93.5 C {a} €'), true)
  for (const char of ['°', 'ł', 'ж', '\u001b', '`', '\t', '😀']) assert.equal(isGsm7(char), false, char)
})
