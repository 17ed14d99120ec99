import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { RequestQueue } from './request-queue.ts'

interface TestRequest {
  by: string
  priority: number
  seq: number
}

const limits = { priorities: 3, waiting: 10, perSource: 6, sources: 4 }

test('the more urgent goes first, and there is an end in all', () => {
  const queue = new RequestQueue<TestRequest>(limits)
  const added = Array.from({ length: 12 }, (_, seq) => queue.add({ by: `${seq % 4}`, priority: 2 - (seq % 3), seq }))
  assert.deepEqual(added, [...Array<boolean>(10).fill(true), false, false])
  assert.equal(queue.size, 10)
  const priorities = Array.from({ length: 10 }, () => queue.take(() => true)?.priority)
  assert.deepEqual(priorities, [0, 0, 0, 1, 1, 1, 2, 2, 2, 2])
  assert.deepEqual([queue.size, queue.take(() => true)], [0, undefined])
})

test('lets requests behind a blocked one pass, even less urgent ones', () => {
  const queue = new RequestQueue<TestRequest>(limits)
  for (const [seq, priority] of [0, 0, 2].entries()) queue.add({ by: 'a', priority, seq })
  assert.equal(queue.take(({ seq }) => seq === 2)?.seq, 2)
  assert.equal(
    queue.take(({ seq }) => seq === 2),
    undefined,
  )
  assert.equal(queue.size, 2)
})

test('a priority that there is not is refused, and cannot be removed', () => {
  const queue = new RequestQueue<TestRequest>(limits)
  const item = { by: 'a', priority: 3, seq: 0 }
  assert.deepEqual([queue.add(item), queue.remove(item), queue.size], [false, false, 0])
})

test('its size is what waits, whatever was added, taken, removed', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), by: fc.constantFrom('a', 'b'), priority: fc.nat(2) }),
    fc.record({ do: fc.constant('take' as const), from: fc.nat(2) }),
    fc.record({ do: fc.constant('remove' as const), at: fc.nat(9) }),
    fc.record({ do: fc.constant('takeAll' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new RequestQueue<TestRequest>(limits)
      const waiting = new Set<TestRequest>()
      for (const [seq, action] of steps.entries()) {
        if (action.do === 'add') {
          const item = { by: action.by, priority: action.priority, seq }
          if (queue.add(item)) waiting.add(item)
        } else if (action.do === 'take') {
          const item = queue.take(({ priority }) => priority >= action.from)
          assert.equal(item === undefined, ![...waiting].some(({ priority }) => priority >= action.from))
          if (item !== undefined) assert.ok(waiting.delete(item))
        } else if (action.do === 'remove') {
          const item = queue.all()[action.at]
          if (item !== undefined)
            assert.deepEqual([queue.remove(item), queue.remove(item)], [waiting.delete(item), false])
        } else {
          assert.deepEqual(new Set(queue.takeAll()), waiting)
          waiting.clear()
        }
        assert.equal(queue.size, waiting.size)
        assert.deepEqual(new Set(queue.all()), waiting)
      }
    }),
  )
})
