import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sha1 } from './sha1.ts'

test("returns the same as Node's SHA-1", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      assert.equal(sha1(text), createHash('sha1').update(text).digest('hex'))
    }),
  )
})
