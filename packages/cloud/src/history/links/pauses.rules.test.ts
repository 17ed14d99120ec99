import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offSpans, pausesIn } from './pauses.ts'

const off = (on: number) => ({ on, isOff: true })
const on = (ms: number) => ({ on: ms, isOff: false })

for (const [name, switchings, offSince, gives] of [
  ['nothing was switched', [], null, []],
  ['off and on again', [off(10), on(20)], null, [[10, 20]]],
  [
    'off twice',
    [off(10), off(15), on(20), off(30), on(31)],
    null,
    [
      [10, 20],
      [30, 31],
    ],
  ],
  [
    'off now',
    [off(10), on(20), off(50)],
    50,
    [
      [10, 20],
      [50, 100],
    ],
  ],
  ['off now, as an import made it', [], 40, [[40, 100]]],
  ['on without an off before: since when is not known', [on(20)], null, []],
  ['before the span', [off(-20), on(-10)], null, []],
  ['over its beginning', [off(-20), on(5)], null, [[0, 5]]],
  ['after the span', [off(110), on(120)], null, []],
] as const) {
  test(`pauses: ${name}`, () =>
    assert.deepEqual(
      pausesIn(offSpans(switchings, offSince), { from: 0, till: 100 }).map(({ from, till }) => [from, till]),
      gives,
    ))
}

test('pauses of a device and of its network are one where they meet', () => {
  const spans = [...offSpans([off(10), on(20)], null), ...offSpans([off(15), on(40), off(60), on(70)], null)]
  assert.deepEqual(pausesIn(spans, { from: 0, till: 100 }), [
    { from: 10, till: 40, polls: 0, reason: 'Paused' },
    { from: 60, till: 70, polls: 0, reason: 'Paused' },
  ])
})
