import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { takeTime } from './batch.ts'

test('each takes the first free tenth of a second from its own on', () => {
  const time = fc.integer({ min: 0, max: 3000 })
  fc.assert(
    fc.property(fc.array(time), fc.array(time), (before, times) => {
      const taken = { busyFrom: null, busyTill: null, others: new Set(before.map((on) => on - (on % 100))) }
      const plain = new Set(taken.others)
      for (const on of times) {
        let free = on - (on % 100)
        while (plain.has(free)) free += 100
        plain.add(free)
        assert.equal(takeTime(taken, on), free)
      }
    }),
  )
})
