import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BackTest } from './back-test.ts'
import { at, condition, fails, judged, reads, t0 } from './testing.ts'

test('a back-test tells each time with its values, and what would have been sent', () => {
  const alert = judged({
    logAs: 'none',
    isEnabled: false,
    conditions: [condition('g', 10, { deadband: 2 }), condition('no-data', 60, { id: 2 })],
    holdOffSec: 30,
  })
  const trial = new BackTest(alert, t0)
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
        startedOn: at(132),
        sinceOn: at(122),
        resolvedOn: null,
        changes: [{ on: at(132), what: 'triggered', conditionId: 2, paramId: 1, value: 7, reason: 'Timeout' }],
        sent: [{ on: at(132), key: 'a1', stage: 'active' }],
      },
    ],
  })
})

test('a back-test that would never end is cut, and says so', () => {
  const trial = new BackTest(judged(), t0)
  for (let sec = 1; sec <= 3000; sec++) trial.take(reads(sec, sec % 2 === 0 ? 11 : 9))
  const { episodes, isCut } = trial.end(at(3001))
  assert.equal(episodes.length, 1000)
  assert.equal(isCut, true)
})
