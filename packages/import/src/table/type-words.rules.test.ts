import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfWord, typeOfWord } from './type-words.rules.ts'

for (const [word, registers, gives] of [
  ['UINT16', null, 'u16'],
  ['int32_t', null, 's32'],
  ['16-bit unsigned', null, 'u16'],
  ['Unsigned 64 bit', null, 'u64'],
  ['S32', null, 's32'],
  ['float', null, 'f32'],
  ['float', 4, 'f64'],
  ['Float64', null, 'f64'],
  ['IEEE754', null, 'f32'],
  ['int', 2, 's32'],
  ['word', 1, 'u16'],
  ['LREAL', null, 'f64'],
  ['Boolean', null, 'bit'],
  ['bcd', 2, 'bcd32'],
  ['complex', null, null],
  ['int24', null, null],
] as const) {
  test(`type ${word} in ${registers ?? 'any number of'} registers`, () =>
    assert.equal(typeOfWord(word, registers), gives))
}

for (const [word, gives] of [
  ['3', 'holding'],
  ['FC04', 'input'],
  ['03', 'holding'],
  ['Holding Register', 'holding'],
  ['4x', 'holding'],
  ['3x', 'input'],
  ['IR', 'input'],
  ['discrete-input', 'discrete-input'],
  ['Coils', 'coil'],
  ['memory', null],
] as const) {
  test(`table ${word}`, () => assert.equal(kindOfWord(word), gives))
}
