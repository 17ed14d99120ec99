import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTagIn } from './entity-tag.ts'

const rows: [header: string | undefined, isIn: boolean][] = [
  [undefined, false],
  ['', false],
  ['*', true],
  ['W/"a1"', true],
  ['"a1"', true],
  ['"b", W/"a1"', true],
  ['W/"a2"', false],
  ['a1', false],
]

test('a client that has a text says so by its tag, strong or weak', () => {
  for (const [header, isIn] of rows) assert.equal(isTagIn(header, 'W/"a1"'), isIn, String(header))
})
