import assert from 'node:assert/strict'
import { test } from 'node:test'
import { troubleOf } from './trouble.rules.ts'

const [early, late, paused] = [new Date(1_000_000), new Date(2_000_000), new Date(3_000_000)]
const well = { lastGoodReadOn: late, errors: null, failedOn: null, pausedOn: null, isCalledIn: false }
const silent = { ...well, lastGoodReadOn: early, errors: { '': 'Timeout' }, failedOn: late }

for (const [what, row, state, gives] of [
  ['is read', well, 'ok', null],
  ['was never asked', { ...well, lastGoodReadOn: null }, 'ok', null],
  ['is read in part', { ...well, errors: { 7: 'IllegalDataAddress' }, failedOn: late }, 'ok', null],
  ['answers that it has no value', { ...silent, errors: { 7: 'NoValue' } }, 'ok', null],
  ['does not answer', silent, 'backing-off', ['no-answer', 'Timeout', early]],
  ['is being asked after a silence', silent, 'polling', ['no-answer', 'Timeout', early]],
  ['was silent before the start', silent, 'ok', ['no-answer', 'Timeout', early]],
  ['never answered', { ...silent, lastGoodReadOn: null }, 'backing-off', ['no-answer', 'Timeout', null]],
  ['failed at a clock set back', { ...silent, lastGoodReadOn: paused }, 'ok', ['no-answer', 'Timeout', paused]],
  [
    'refuses everything',
    { ...silent, errors: { 7: 'IllegalDataAddress', 8: 'IllegalDataAddress' } },
    'ok',
    ['refused', 'IllegalDataAddress', early],
  ],
  ['is cut off before a poll failed', well, 'no-connection', ['link-down', 'NoConnection', late]],
  [
    'is behind a gateway that is away',
    { ...well, isCalledIn: true },
    'no-connection',
    ['gateway-away', 'NoConnection', late],
  ],
  [
    'lost its link and is not asked yet',
    { ...silent, errors: { '': 'NoConnection' } },
    'ok',
    ['link-down', 'NoConnection', early],
  ],
  ['is paused, and silent before', { ...silent, pausedOn: paused }, 'disabled', ['paused', null, paused]],
  ['has nothing to read', well, 'nothing-to-read', null],
  [
    'cannot be read',
    { ...silent, errors: { '': 'Unreadable' } },
    'nothing-to-read',
    ['unreadable', 'Unreadable', early],
  ],
] as const) {
  test(`a device that ${what}`, () => {
    const trouble = troubleOf(row, state)
    assert.deepEqual(trouble && [trouble.kind, trouble.reason, trouble.since], gives)
  })
}
