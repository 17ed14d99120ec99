import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { figuresOf, hasPointIn, isRaw } from './figures.ts'
import { gapKindOf, gapsOfLine, gapsTogether } from './gaps.ts'

const iso = (ms: number): string => new Date(ms).toISOString()
const line = (...times: number[]) => ({ times, values: times.map((time) => time) })
const gap = (from: number, till: number, reason = 'Timeout') => ({
  from: iso(from),
  till: iso(till),
  polls: 2,
  reason,
})
const even = (from: number, till: number, step = 10): number[] =>
  Array.from({ length: Math.floor((till - from) / step) + 1 }, (_, i) => from + i * step)

for (const [name, times, recorded, till, gives] of [
  ['nothing is missing', even(0, 100), [], 100, []],
  [
    'a run of failures reaches to the readings beside it',
    [...even(0, 40), ...even(80, 100)],
    [gap(50, 70)],
    100,
    ['no-answer 40-80'],
  ],
  ['missing without a record', [...even(0, 40), ...even(90, 120)], [], 120, ['nothing-known 40-90']],
  ['missing till now', even(0, 40), [], 200, ['nothing-known 40-200']],
  ['failing till now', even(0, 40), [gap(50, 200)], 200, ['no-answer 40-200']],
  [
    'paused, and in between nobody knows',
    [...even(0, 40), ...even(300, 320)],
    [gap(50, 100, 'Paused')],
    320,
    ['paused 40-100', 'nothing-known 100-300'],
  ],
  [
    'a run that was cut at midnight',
    [...even(0, 40), ...even(90, 100)],
    [gap(50, 60), gap(70, 80)],
    100,
    ['no-answer 40-90'],
  ],
  [
    'two runs with a reading in between',
    [...even(0, 40), 70, ...even(100, 120)],
    [gap(50, 60), gap(80, 90)],
    120,
    ['no-answer 40-70', 'no-answer 70-100'],
  ],
  [
    'two reasons of a kind',
    [...even(0, 40), ...even(90, 100)],
    [gap(50, 60, 'Crc'), gap(70, 80)],
    100,
    ['no-answer 40-90'],
  ],
  ['a failure within a step', even(0, 100), [gap(42, 45)], 100, ['no-answer 40-50']],
  ['nothing was ever read', [], [gap(0, 100)], 100, ['no-answer 0-100']],
] as const) {
  test(`gaps: ${name}`, () =>
    assert.deepEqual(
      gapsOfLine(line(...times), recorded, 1, till).map(({ kind, from, till: end }) => `${kind} ${from}-${end}`),
      gives,
    ))
}

test('reports the failed time of a gap, also where points are far apart', () => {
  const [found] = gapsOfLine(
    line(...even(0, 1000, 100)),
    [{ from: iso(510), till: iso(540), polls: 4, reason: 'Crc' }],
    100,
    1000,
  )
  assert.deepEqual([found?.from, found?.till, found?.begins, found?.ends], [500, 600, 510, 550])
})

test('reports the length of a single failed read only between single readings', () => {
  const failed = [{ from: iso(540), till: iso(540), polls: 1, reason: 'Crc' }]
  const gapTimes = (stepMs: number) =>
    gapsOfLine(line(...even(0, 500, 100), ...even(600, 1000, 100)), failed, stepMs, 1000).map(({ begins, ends }) => [
      begins,
      ends,
    ])
  assert.deepEqual([gapTimes(10), gapTimes(100)], [[[500, 600]], [[540, 540]]])
})

test('a device that was read less often before has no gaps there', () => {
  const times = [...even(0, 600, 60), ...even(605, 1000, 5)]
  assert.deepEqual(gapsOfLine(line(...times), [], 1, 1000), [])
  const [found] = gapsOfLine(line(...times, ...even(1200, 1300, 5)), [], 1, 1300)
  assert.deepEqual([found?.from, found?.till], [1000, 1200])
})

test('groups reasons by what they mean for the reader of a chart', () => {
  assert.deepEqual(
    ['Paused', 'Timeout', 'NoConnection', 'NotANumber', 'ServiceStopped', 'IllegalDataAddress'].map(gapKindOf),
    ['paused', 'no-answer', 'no-connection', 'no-value', 'not-recorded', 'refused'],
  )
})

test('gaps of several lines that overlap are drawn once', () => {
  const one = { from: 0, till: 10, begins: 0, ends: 10, kind: 'no-answer' as const, reason: null }
  const both = gapsTogether([
    [one],
    [
      { ...one, from: 5, till: 20 },
      { ...one, from: 5, till: 6, kind: 'paused' },
    ],
  ])
  assert.deepEqual(
    both.map(({ from, till, kind }) => [from, till, kind]),
    [
      [0, 20, 'no-answer'],
      [5, 6, 'paused'],
    ],
  )
})

test('gaps lie in order, and no reading lies in one', () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 2000 }), { minLength: 4, maxLength: 60 })
  const runs = fc.array(fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 200 })), { maxLength: 5 })
  fc.assert(
    fc.property(times, runs, (found, cut) => {
      const recorded = cut.map(([from, length]) => gap(from, from + length))
      const isIn = (time: number): boolean => cut.some(([from, length]) => time >= from && time <= from + length)
      const read = found.toSorted((a, b) => a - b).filter((time) => !isIn(time))
      for (const { from, till } of gapsOfLine(line(...read), recorded, 1, 2000)) {
        assert.ok(from <= till)
        assert.ok(read.every((time) => time <= from || time >= till))
      }
    }),
  )
})

const hourMs = 3_600_000
const course = (
  values: readonly (number | null)[],
  counts: readonly number[] = values.map((value) => (value === null ? 0 : 1)),
) => ({
  times: values.map((_, i) => i * hourMs),
  values,
  lows: values.map((value) => value && value - 1),
  highs: values.map((value) => value && value + 1),
  counts,
})
const day = { from: 0, till: 24 * hourMs }

test('figures of a span: extremes are those of the readings, the mean counts each the same', () => {
  const found = figuresOf(course([10, 20, null, 40], [1, 3, 0, 1]), [], day, 'V')
  assert.deepEqual([found.least, found.mean, found.greatest, found.sum], [9, 22, 41, null])
  assert.equal(figuresOf(course([10, 20]), [], { from: 5, till: 2 * hourMs }).least, 19)
  assert.equal(figuresOf(course([]), [], day).mean, null)
})

for (const [name, unit, values, sum, sumUnit] of [
  ['a rate is added up between readings', 'kW', [10, 20, 30], 40, 'kWh'],
  ['and not over a gap', 'kW', [10, 20, null, 30, 30], 45, 'kWh'],
  ['a counter rises, also while nobody reads it', 'kWh', [100, 110, null, 130], 30, 'kWh'],
  ['one that fell says nothing', 'kWh', [100, 110, 5], null, 'kWh'],
  ['one reading is no sum', 'kW', [10], null, 'kWh'],
  ['temperatures are not added up', '°C', [10, 20], null, null],
] as const) {
  test(`a sum: ${name}`, () => {
    const found = figuresOf(course(values), [], day, unit)
    assert.deepEqual([found.sum, found.sumUnit], [sum, sumUnit])
  })
}

const spanned = (from: number, till: number) => ({
  from,
  till,
  begins: from,
  ends: till,
  kind: 'no-answer' as const,
  reason: null,
})

test('counts gaps within the view only', () => {
  const gaps = [spanned(-hourMs, hourMs), spanned(30 * hourMs, 31 * hourMs)]
  const found = figuresOf(course([1]), gaps, day)
  assert.deepEqual([found.gaps, found.gapsMs], [1, hourMs])
})

test('points that are one reading each are raw', () => {
  assert.equal(isRaw([course([1, null])]), true)
  assert.equal(isRaw([course([1, 2], [1, 2])]), false)
})

test('the part of a view before the first reading is unknown, and not without gaps', () => {
  const year = { from: -365 * 24 * hourMs, till: 24 * hourMs }
  const read = course(Array.from({ length: 24 }, () => 1))
  assert.deepEqual([figuresOf(read, [], year).gaps, figuresOf(read, [], year).knownFrom], [0, 0])
  assert.equal(figuresOf(read, [], day).knownFrom, null)
  assert.equal(figuresOf(read, [], { from: -hourMs, till: 24 * hourMs }).knownFrom, null, 'within a period')
  assert.equal(figuresOf(read, [spanned(year.from, 0)], year).knownFrom, null, 'a recorded gap is known')
  assert.equal(figuresOf(course([1]), [], year).knownFrom, 0, 'of a single reading')
})

test('a point in the view, or of a step at its edge, is not nothing', () => {
  const single = [course([1])]
  assert.equal(hasPointIn(single, day, 1), true)
  assert.equal(hasPointIn(single, { from: 5, till: hourMs }, 10), true)
  assert.equal(hasPointIn(single, { from: -hourMs, till: -5 }, 10), true)
  assert.equal(hasPointIn(single, { from: hourMs, till: 2 * hourMs }, 10), false)
  assert.equal(hasPointIn([course([null])], day, 1), false)
  assert.equal(hasPointIn([], day, 1), false)
})
