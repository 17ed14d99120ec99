import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { partsOf } from './readings-parts.rules.ts'

test('a table in parts, each with its heading', () => {
  assert.deepEqual(partsOf('t,a\n1,1\n2,2\n3,3\n', true, 8), [
    { text: 't,a\n1,1\n2,2\n', firstLine: 1 },
    { text: 't,a\n3,3\n', firstLine: 3 },
  ])
  assert.deepEqual(partsOf('m v=1 1\nm v=2 2', false, 8), [
    { text: 'm v=1 1\n', firstLine: 1 },
    { text: 'm v=2 2', firstLine: 2 },
  ])
})

test('loses and duplicates nothing', () => {
  const lines = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(lines, fc.integer({ min: 14, max: 60 }), (rows, charsMax) => {
      const parts = partsOf(`h\n${rows.join('\n')}\n`, true, charsMax)
      assert.deepEqual(
        parts.flatMap(({ text }) => text.split('\n').slice(1, -1)),
        rows,
      )
      for (const { text, firstLine } of parts) assert.equal(rows[firstLine - 1], text.split('\n')[1])
    }),
  )
})
