import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { historyOf, redo, step, stepsMax, undo } from './undo-history.ts'

test('every step can be undone and redone, up to the limit', () => {
  const act = fc.oneof(fc.constant('undo' as const), fc.constant('redo' as const), fc.nat())
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      let history = historyOf<number | string>('first')
      // The same, the slow way: all states, and where one is.
      let all: (number | string)[] = ['first']
      let at = 0
      for (const [i, one] of acts.entries()) {
        if (one === 'undo') {
          history = undo(history)
          at = Math.max(0, at - 1)
        } else if (one === 'redo') {
          history = redo(history)
          at = Math.min(all.length - 1, at + 1)
        } else {
          history = step(history, `${i} ${one}`)
          all = [...all.slice(0, at + 1), `${i} ${one}`]
          at += 1
        }
        assert.equal(history.present, all[at])
        assert.deepEqual([...history.past, history.present, ...history.future], all)
      }
    }),
  )
  let history = historyOf(0)
  for (let i = 1; i <= stepsMax + 50; i += 1) history = step(history, i)
  assert.equal(history.past.length, stepsMax)
  for (let i = 0; i < stepsMax + 10; i += 1) history = undo(history)
  assert.equal(history.present, 50)
  assert.equal(step(history, history.present), history)
})
