import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sha1 } from './sha1.ts'

test('it is the SHA-1 of everybody else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      assert.equal(sha1(text), createHash('sha1').update(text).digest('hex'))
    }),
  )
})
