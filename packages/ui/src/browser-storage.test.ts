import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textStorage } from './browser-storage.ts'

/** A storage whose `setItem` throws while `isFull` is set. */
const fakeStorage = () => {
  const texts = new Map<string, string>()
  const state = { isFull: false }
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => void texts.delete(key),
    setItem(key: string, value: string) {
      if (state.isFull) throw new DOMException('full', 'QuotaExceededError')
      texts.set(key, value)
    },
  } as Storage
  return { state, storage, texts }
}

test('stores values, and removes them with null', () => {
  const { storage, texts } = fakeStorage()
  const kept = textStorage(() => storage)
  kept.set('draft', 'one')
  assert.deepEqual([...texts], [['draft', 'one']])
  assert.equal(kept.get('draft'), 'one')
  kept.set('draft', null)
  assert.equal(kept.get('draft'), null)
  assert.equal(texts.size, 0)
})

test('returns the newest value from memory while the storage is full', () => {
  const { state, storage, texts } = fakeStorage()
  const kept = textStorage(() => storage)
  kept.set('draft', 'one')
  state.isFull = true
  kept.set('draft', 'two')
  assert.equal(kept.get('draft'), 'two')
  state.isFull = false
  kept.set('draft', 'three')
  assert.equal(texts.get('draft'), 'three')
  assert.equal(kept.get('draft'), 'three')
})

test('works in memory where the browser forbids storage', () => {
  const kept = textStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  assert.equal(kept.get('draft'), null)
  kept.set('draft', 'one')
  assert.equal(kept.get('draft'), 'one')
  kept.set('draft', null)
  assert.equal(kept.get('draft'), null)
})
