import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownTally, tallyOf, tallySum } from './availability.rules.ts'

const steps = { from: 0, till: 400, count: 4 }
const gap = (from: number, till: number, polls: number, reason = 'Timeout') => ({ from, till, polls, reason })

for (const [what, read, gaps, total, shares] of [
  ['all is read', [10, 10, 10, 10], [], 1, [1, 1, 1, 1]],
  ['nothing was asked', [0, 0, 0, 0], [], null, [null, null, null, null]],
  ['a step failed', [10, 0, 10, 10], [gap(100, 190, 10)], 0.75, [1, 0, 1, 1]],
  ['a run lies in two steps', [10, 5, 5, 10], [gap(150, 250, 10)], 0.75, [1, 0.5, 0.5, 1]],
  ['one read failed', [9, 10, 10, 10], [gap(50, 50, 1)], 39 / 40, [0.9, 1, 1, 1]],
  ['a run began before and ends in the span', [5, 10, 10, 10], [gap(-50, 50, 10)], 35 / 40, [0.5, 1, 1, 1]],
  ['a run ends after the span', [10, 10, 10, 5], [gap(350, 450, 10)], 35 / 40, [1, 1, 1, 0.5]],
  ['part of the span was paused', [10, 0, 0, 10], [], 1, [1, null, null, 1]],
] as const) {
  test(`a device of which ${what}`, () => {
    const shown = shownTally(tallyOf(read, gaps, steps), steps)
    assert.deepEqual([shown.share, shown.steps.map(({ share }) => share)], [total, shares])
  })
}

test('devices of a network are one, with all their reasons', () => {
  const well = tallyOf([10, 10, 10, 10], [], steps)
  const dead = tallyOf([0, 0, 0, 0], [gap(0, 190, 20), gap(200, 390, 20, 'NoConnection')], steps)
  const { share, steps: shown } = shownTally(tallySum([well, dead], 4), steps)
  assert.equal(share, 0.5)
  assert.deepEqual(
    shown.map(({ reasons }) => Object.keys(reasons)),
    [['Timeout'], ['Timeout'], ['NoConnection'], ['NoConnection']],
  )
  assert.equal(shown[1]?.from, '1970-01-01T00:00:00.100Z')
})
