import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MissedPolls, type Span } from './history-replay.ts'

const rows: [what: string, steps: (polls: MissedPolls) => void, missing: readonly [number, Span] | undefined][] = [
  ['every poll was told', (polls) => [110, 120].forEach((at) => polls.received(5, at)), undefined],
  ['nothing was told after some that were not', (polls) => polls.missed(5), undefined],
  [
    'some before the first poll that is heard',
    (polls) => {
      polls.missed(5)
      polls.received(5, 130)
    },
    [5, { from: 101, till: 129 }],
  ],
  [
    'some between two',
    (polls) => {
      polls.received(5, 110)
      polls.missed(5)
      polls.received(5, 130)
      polls.received(5, 140)
    },
    [5, { from: 111, till: 129 }],
  ],
  [
    'none between two that follow each other',
    (polls) => {
      polls.received(5, 110)
      polls.missed(5)
      polls.received(5, 111)
    },
    undefined,
  ],
  [
    'an older poll comes after a newer one',
    (polls) => {
      polls.received(5, 130)
      polls.missed(5)
      polls.received(5, 120)
      polls.missed(5)
      polls.received(5, 140)
    },
    [5, { from: 131, till: 139 }],
  ],
  [
    'two spans of a device are one',
    (polls) => {
      polls.add(5, { from: 40, till: 60 })
      polls.add(5, { from: 10, till: 20 })
    },
    [5, { from: 10, till: 60 }],
  ],
]
for (const [what, steps, missing] of rows) {
  test(`polls that were not told: ${what}`, () => {
    const polls = new MissedPolls(100)
    steps(polls)
    assert.deepEqual(polls.next, missing)
  })
}

test('polls added while a span is being sent are sent after it', () => {
  const polls = new MissedPolls(0)
  polls.add(5, { from: 10, till: 20 })
  const [, first] = polls.next ?? []
  polls.add(5, { from: 21, till: 30 })
  polls.sent(5, first ?? { from: 0, till: 0 })
  const [, second] = polls.next ?? []
  assert.deepEqual(second, { from: 10, till: 30 })
  polls.sent(5, second)
  assert.equal(polls.next, undefined)
})
