import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newOutages } from './overview.http.ts'

const minute = 60_000
const gap = (from: number, till: number, polls = 5, reason = 'Timeout') => ({
  from: from * minute,
  till: till * minute,
  polls,
  reason,
})

for (const [says, gaps, lastGood, outages] of [
  ['nothing failed', [], 200, []],
  ['one that is over', [gap(110, 120)], 200, [[110, 120]]],
  ['one that goes on', [gap(110, 120)], 109, [[110, null]]],
  ['never read', [gap(110, 120)], null, [[110, null]]],
  ['a single failure is none', [gap(110, 110, 1)], 200, []],
  ['runs near each other are one', [gap(110, 120), gap(125, 130, 1, 'Crc')], 200, [[110, 130]]],
  [
    'runs apart are two',
    [gap(110, 120), gap(150, 160)],
    155.5,
    [
      [110, 120],
      [150, null],
    ],
  ],
  ['known before, and over since', [gap(50, 120)], 200, [[50, 120]]],
  ['known before, and still so', [gap(50, 199)], 49, []],
  ['over before', [gap(50, 60)], 200, []],
  ['what was not recorded says nothing of the device', [gap(110, 120, 9, 'ServiceStopped')], 200, []],
] as const) {
  test(`outages since a visit: ${says}`, () =>
    assert.deepEqual(
      newOutages([...gaps], lastGood === null ? null : lastGood * minute, 100 * minute).map(({ from, till }) => [
        from / minute,
        till === null ? null : till / minute,
      ]),
      outages,
    ))
}
