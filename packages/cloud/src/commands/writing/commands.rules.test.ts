import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { maskCommands, mergedWords, plainCommands } from './commands.rules.ts'

const target = {
  registerKind: 'holding',
  address: 5,
  order: 'ABCD',
  valueType: 'u32',
  writeFunction: 'normal',
} as const
const word = fc.nat(0xffff)
const registers = fc.array(fc.tuple(word, word, word), { minLength: 1, maxLength: 4 })

test('bits outside the value are preserved, whichever function writes them', () => {
  fc.assert(
    fc.property(registers, (rows) => {
      const [old, words, mask] = [0, 1, 2].map((at) => rows.map((row) => row[at] ?? 0)) as [
        number[],
        number[],
        number[],
      ]
      const expected = old.map((bits, at) => (bits & ~(mask[at] ?? 0)) | ((words[at] ?? 0) & (mask[at] ?? 0)))
      assert.deepEqual(mergedWords(old, words, mask), expected)
      const after = [...old]
      for (const command of maskCommands(target, words, mask)) {
        assert.equal(command.fn, 22)
        const at = command.address - target.address
        // As the standard has it.
        after[at] = ((old[at] ?? 0) & command.and) | (command.or & ~command.and & 0xffff)
      }
      assert.deepEqual(after, expected)
    }),
  )
})

test('registers that were not all read are not merged', () => {
  assert.throws(() => mergedWords([0xffff], [0, 1], [0xff, 0xff]), RangeError)
})

test('a text is never turned around', () => {
  const text = { ...target, order: 'DCBA', valueType: 'string', writeFunction: 'always-6' } as const
  assert.deepEqual(plainCommands(text, [1, 2]), [
    { fn: 6, address: 5, word: 1 },
    { fn: 6, address: 6, word: 2 },
  ])
})
