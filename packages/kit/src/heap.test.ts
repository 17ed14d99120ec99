import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Heap, type HeapItem } from './heap.ts'

test('items come in order of time and number, whichever are removed or moved meanwhile', () => {
  const step = fc.record({
    act: fc.constantFrom('push', 'remove', 'move', 'take'),
    dueMs: fc.integer({ min: 0, max: 50 }),
    pick: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new Heap<HeapItem>()
      const model: HeapItem[] = []
      const first = () => model.toSorted((a, b) => a.dueMs - b.dueMs || (a.seq ?? 0) - (b.seq ?? 0))[0]
      for (const [seq, { act, dueMs, pick }] of steps.entries()) {
        const some = act === 'take' ? heap.next : model[pick % Math.max(1, model.length)]
        if (act === 'push') {
          const made = { dueMs, seq, at: -1 }
          model.push(made)
          heap.push(made)
        } else if (some && act === 'move') {
          some.dueMs = dueMs
          heap.moved(some)
        } else if (some) {
          model.splice(model.indexOf(some), 1)
          heap.remove(some)
          heap.remove(some)
          assert.equal(some.at, -1)
        }
        assert.deepEqual([heap.next, heap.size], [first(), model.length])
      }
    }),
  )
})

test('accepts an item again after it was cleared', () => {
  const heap = new Heap<HeapItem>()
  const items = [5, 3, 4].map((dueMs) => ({ dueMs, at: -1 }))
  for (const item of items) heap.push(item)
  heap.clear()
  assert.deepEqual([heap.size, heap.next, ...items.map(({ at }) => at)], [0, undefined, -1, -1, -1])
  heap.push(items[0] ?? { dueMs: 0, at: -1 })
  assert.equal(heap.next, items[0])
})
