import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JudgedAlert } from '../alert.ts'
import { isUnknown } from './age.rules.ts'
import { at, condition, fails, judged, nowAt, reads } from './testing/judged.ts'
import { once, rows, two } from './testing/rows.ts'

/** An alert on parameter 1, with a poll period of ten seconds, and parameter 3, with one of a minute. */
const both = (maxAgeSec: number | null, change: Partial<JudgedAlert> = {}): JudgedAlert =>
  judged({ conditions: two, conditionLogic: 'all', maxAgeSec, ...change })
const sent = (sec: number, sinceSec: number): string[] => [`${sec} open ${sinceSec}`, `${sec} send a1`]
const restarted = (sec: number) => ({ on: at(sec), aheadMs: 77, runOn: at(sec) })

rows('where all conditions are needed, a value that is too old is not true', [
  // Three periods, and ten seconds for a poll that is on its way.
  [both(null), [reads(10, 11), reads(49, 4, 3)], sent(49, 49)],
  [both(null), [reads(10, 11), reads(50, 4, 3)], []],
  [both(null), [reads(10, 11), reads(50, 4, 3), reads(60, 11)], sent(60, 50)],
  [both(null), [reads(10, 11), reads(50, 4, 3), reads(60, 9)], []],
  [both(null), [reads(10, 11), fails(20, 'Timeout'), fails(60, 'Timeout'), reads(70, 4, 3)], []],
  [both(100), [reads(10, 11), reads(119, 4, 3)], sent(119, 119)],
  [both(100), [reads(10, 11), reads(120, 4, 3)], []],
  // While the service was away values grew older.
  [both(null), [reads(10, 11), restarted(900), reads(901, 4, 3)], []],
  [both(null), [reads(10, 11), restarted(900), reads(901, 4, 3), reads(905, 11)], sent(905, 901)],
  // Failures and silence do not grow old.
  [
    both(null, { conditions: [condition('no-data', 60), condition('l', 5, { id: 2, paramId: 3 })] }),
    [reads(10, 11), reads(600, 4, 3)],
    sent(600, 600),
  ],
])

const begun = [reads(10, 11), reads(10, 4, 3)]
rows('an alert whose values grow too old goes on, and says so', [
  [both(null), [...begun, nowAt(49)], once],
  [both(null), [...begun, nowAt(900)], [...once, '50 unjudged']],
  [both(null), [...begun, reads(20, 11), reads(30, 11), nowAt(69)], once],
  [both(null), [...begun, nowAt(60), reads(61, 11), nowAt(62)], [...once, '50 unjudged', '61 judged']],
  [both(null), [...begun, nowAt(60), reads(61, 9)], [...once, '50 unjudged', '61 close resolved 61']],
  // The value of the other parameter resolves the alert; the old value does not fire it again.
  [both(null), [...begun, reads(60, 6, 3)], [...once, '50 unjudged', '60 close resolved 60']],
  [both(null), [...begun, reads(60, 6, 3), reads(70, 4, 3)], [...once, '50 unjudged', '60 close resolved 60']],
  [judged({ maxAgeSec: null }), [reads(10, 11), nowAt(900)], [...once, '50 unjudged']],
  // After a start there must have been time for a poll.
  [both(null), [...begun, restarted(900), { ...restarted(900), on: at(919) }], once],
  [both(null), [...begun, restarted(900), { ...restarted(900), on: at(921) }], [...once, '920 unjudged']],
  [both(null), [...begun, nowAt(60), restarted(900), reads(901, 11)], [...once, '50 unjudged']],
  [
    both(null),
    [...begun, nowAt(60), restarted(900), reads(901, 11), reads(902, 4, 3)],
    [...once, '50 unjudged', '902 judged'],
  ],
])

test('old values leave open whether there is reason for an alert, unless others decide it', () => {
  const [yes, no] = [
    { isTriggered: true, isOld: false },
    { isTriggered: false, isOld: false },
  ]
  const old = { isTriggered: true, isOld: true }
  const cases = [
    ['all', [yes, no], false],
    ['all', [old, no], false],
    ['all', [old, yes], true],
    ['any', [old, yes], false],
    ['any', [old, no], true],
    ['any', [], false],
    ['all', [], false],
  ] as const
  for (const [logic, conditions, expected] of cases) assert.equal(isUnknown(logic, conditions), expected)
})
