import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fact } from '../alert.ts'
import { BackTest } from './back-test.ts'
import { at, condition, fails, judged, reads, t0 } from './testing.ts'

test('a back-test tells each time with its values, and what would have been sent', () => {
  const alert = judged({
    logAs: 'none',
    isEnabled: false,
    conditions: [condition('g', 10, { deadband: 2 }), condition('no-data', 60, { id: 2 })],
    holdOffSec: 30,
  })
  const trial = new BackTest(alert, t0, [1])
  for (const fact of [reads(1, 9), reads(11, 12), reads(21, 9), reads(31, 8), reads(62, 7), fails(70, 'Timeout')])
    trial.take(fact)
  const saw = { paramId: 1, reason: null }
  assert.deepEqual(trial.end(at(200)), {
    isCut: false,
    episodes: [
      {
        startedOn: at(11),
        sinceOn: at(11),
        resolvedOn: at(31),
        changes: [
          { on: at(11), what: 'triggered', conditionId: 1, ...saw, value: 12 },
          { on: at(31), what: 'cleared', conditionId: 1, ...saw, value: 8 },
        ],
        sent: [{ on: at(11), key: 'a1', stage: 'active' }],
      },
      {
        startedOn: at(122),
        sinceOn: at(122),
        resolvedOn: null,
        changes: [{ on: at(122), what: 'triggered', conditionId: 2, paramId: 1, value: 7, reason: 'Timeout' }],
        sent: [{ on: at(122), key: 'a1', stage: 'active' }],
      },
    ],
  })
})

test('a back-test that would never end is cut, and says so', () => {
  const trial = new BackTest(judged(), t0, [1])
  for (let sec = 1; sec <= 3000; sec++) trial.take(reads(sec, sec % 2 === 0 ? 11 : 9))
  const { episodes, isCut } = trial.end(at(3001))
  assert.equal(episodes.length, 1000)
  assert.equal(isCut, true)
})

test('what was before a parameter was there is no silence', () => {
  const silence = judged({ conditions: [condition('no-data', 60)], holdOffSec: 0 })
  const startsOf = (alert: typeof silence, known: number[], facts: readonly Fact[], till: number): number[] => {
    const trial = new BackTest(alert, t0, known)
    for (const fact of facts) trial.take(fact)
    return trial.end(at(till)).episodes.map(({ startedOn }) => (startedOn - t0) / 1000)
  }
  assert.deepEqual(startsOf(silence, [1], [reads(500, 1)], 520), [60], 'it was there before')
  assert.deepEqual(startsOf(silence, [], [reads(500, 1)], 520), [], 'it was not')
  assert.deepEqual(startsOf(silence, [], [reads(500, 1)], 1000), [560], 'and then it is silent')
  assert.deepEqual(startsOf(silence, [], [fails(500, 'Timeout')], 1000), [560], 'a failure counts as being there')
  assert.deepEqual(startsOf(silence, [], [], 1000), [], 'nobody ever asked for it')

  const both = [condition('no-data', 60), condition('g', 10, { id: 2, paramId: 2 })]
  const any = judged({ conditions: both, holdOffSec: 0 })
  const facts = [reads(100, 11, 2), reads(200, 9, 2), reads(500, 1)]
  assert.deepEqual(startsOf(any, [], facts, 520), [100], 'others count meanwhile')
  const all = judged({ conditions: both, conditionLogic: 'all', holdOffSec: 0 })
  assert.deepEqual(startsOf(all, [], facts, 1000), [], 'it needs both')
  assert.deepEqual(startsOf(all, [], [...facts, reads(600, 11, 2)], 1000), [600])

  const held = judged({
    conditions: [condition('g', 10, { id: 2, paramId: 2, holdSec: 30 }), condition('no-data', 60)],
  })
  const late = startsOf(held, [2], [reads(100, 11, 2), reads(500, 1)], 520)
  assert.deepEqual(late, [140], 'what came due before the parameter was there came due in its own time')
})
