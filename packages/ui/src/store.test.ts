import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStore } from './store.ts'

test('notifies listeners of each change until their subscription ends', () => {
  const store = createStore(1)
  const seen: number[] = []
  const leave = store.subscribe(() => seen.push(store.get()))
  store.set(2)
  leave()
  store.set(3)
  assert.deepEqual(seen, [2])
  assert.equal(store.get(), 3)
})
