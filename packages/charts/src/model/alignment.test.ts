import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockForm } from '@busbar/ui/locale'
import { timeMarks, timeWords } from '../plot/time-marks.ts'
import { align, broken, isolatedPoints, usualMs, withBreaks } from './alignment.ts'

const line = (times: readonly number[]) => ({ times, values: times.map((time) => time / 10) })

test('the usual distance is the one in the middle', () => {
  assert.deepEqual(
    [[], [1], [1, 2, 3], [0, 10, 20, 30, 500]].map((times) => usualMs(times)),
    [0, 0, 0, 10],
  )
})

for (const [name, times, gives] of [
  ['nothing is missing', [0, 10, 20, 30], [0, 10, 20, 30]],
  ['one reading is late', [0, 10, 20, 30, 60], [0, 10, 20, 30, 60]],
  ['much is missing without a gap record', [0, 10, 20, 30, 90], [0, 10, 20, 30, null, 90]],
  ['nothing was read', [], []],
] as const) {
  test(`a line breaks where something is missing: ${name}`, () => {
    const found = broken(line(times), 5)
    assert.deepEqual(
      found.values.map((value, i) => (value === null ? null : found.times[i])),
      gives,
    )
  })
}

test('lows, highs and counts break with their line', () => {
  const found = withBreaks(
    {
      times: [0, 10, 20, 30, 90],
      values: [1, null, 2, 2, 3],
      lows: [0, null, 1, 1, 2],
      highs: [5, null, 6, 6, 7],
      counts: [1, 0, 2, 2, 1],
    },
    5,
  )
  assert.deepEqual(found.times, [0, 10, 20, 30, 60, 90])
  assert.deepEqual([found.values[4], found.lows[4], found.highs[4]], [null, null, null])
  assert.deepEqual(found.counts, [1, 0, 2, 2, 0, 1])
})

test('lines with other times share one list', () => {
  assert.deepEqual(align([line([0, 20]), { times: [10, 20, 30], values: [1, null, 3] }]), [
    [0, 10, 20, 30],
    [0, undefined, 2, undefined],
    [undefined, 1, null, 3],
  ])
  assert.deepEqual(align([line([0, 20])]), [
    [0, 20],
    [0, 2],
  ])
})

test('a break reaches to the points beside it, whatever other lines have in between', () => {
  const gap = { times: [0, 25, 50], values: [1, null, 2] }
  assert.deepEqual(align([line([10, 20, 30, 40]), gap])[2], [1, null, null, null, null, null, 2])
  const open = { times: [0, 25], values: [1, null] }
  assert.deepEqual(align([line([10, 30]), open])[2], [1, undefined, null, undefined])
})

test('single points are found between breaks', () => {
  assert.deepEqual(isolatedPoints([1, null, 2, undefined, null, 3, undefined, 4, null, 5]), [0, 2, 9])
  assert.deepEqual(isolatedPoints([]), [])
})

test('marks say the day or the year where it changes', () => {
  const words = timeWords('en-GB', clockForm('en-GB', 'browser'), 'Europe/Kyiv')
  const at = (text: string): number => Date.parse(text)
  assert.deepEqual(
    timeMarks([at('2026-11-14T20:00Z'), at('2026-11-14T22:00Z'), at('2026-11-15T00:00Z')], 7_200_000, words),
    ['22:00\n14 Nov', '00:00\n15 Nov', '02:00'],
  )
  assert.deepEqual(timeMarks([at('2026-12-01T00:00Z'), at('2027-01-01T00:00Z')], 31 * 86_400_000, words), [
    'Dec\n2026',
    'Jan\n2027',
  ])
  assert.deepEqual(timeMarks([at('2026-12-01T00:00:30Z')], 10_000, words), ['02:00:30\n1 Dec'])
  const american = timeWords('en-US', clockForm('en-US', 'browser'), 'America/New_York')
  assert.match(timeMarks([at('2026-12-01T20:00Z')], 7_200_000, american)[0] ?? '', /^3:00\sPM\nDec 1$/)
})
