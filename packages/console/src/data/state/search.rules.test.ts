import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsIn, wordIn } from './search.rules.ts'

test('texts of an address: numbers are texts, what is none or too long is left out', () => {
  const search = { q: 'pump', sort: 7, at: ['x'], long: 'x'.repeat(201), empty: '' }
  assert.deepEqual(textsIn(search, ['q', 'sort', 'at', 'long', 'empty', 'gone']), { q: 'pump', sort: '7' })
})

test('a word is one of those that there are', () => {
  assert.equal(wordIn('map', ['table', 'map']), 'map')
  assert.equal(wordIn('moon', ['table', 'map']), undefined)
  assert.equal(wordIn(undefined, ['table']), undefined)
})
