import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadingsEvent } from '../../data/live/live-event.ts'
import { LivePoints } from './live-points.ts'
import { bandOf, valueAt, withLive } from './merge.rules.ts'

const on = (ms: number): string => new Date(ms).toISOString()

test('a course has the mean, or of states the first, with the least and greatest, and breaks where reading failed', () => {
  const read = { first: 1, min: 0, mean: 0.25, max: 2, count: 4, gaps: 1 }
  const tiles: Parameters<typeof bandOf>[0] = [
    [
      [on(1), [null, read]],
      [on(2), [read, { count: 0, gaps: 1 }]],
    ],
    undefined,
  ]
  const course = { times: [1, 2], values: [0.25, null], lows: [0, null], highs: [2, null], counts: [4, 0] }
  assert.deepEqual(bandOf(tiles, 1, false), course)
  assert.deepEqual(bandOf(tiles, 1, true), { ...course, values: [1, null] })
  assert.deepEqual(bandOf(tiles, 0, false).times, [2])
})

test('what was heard goes on after what was known', () => {
  const known = { times: [1, 2], values: [10, 20], lows: [9, 19], highs: [11, 21], counts: [3, 3] }
  assert.deepEqual(withLive(known, { times: [2, 3, 4], values: [20, null, 30] }), {
    times: [1, 2, 3, 4],
    values: [10, 20, null, 30],
    lows: [9, 19, null, 30],
    highs: [11, 21, null, 30],
    counts: [3, 3, 0, 1],
  })
  assert.equal(withLive(known, { times: [1, 2], values: [10, 20] }), known)
})

test('a line says what it said last', () => {
  const line = [undefined, 4, undefined, null, undefined]
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((i) => valueAt(line, i)),
    [null, 4, 4, null, null],
  )
})

const reading = (fields: Partial<ReadingsEvent>): ReadingsEvent => ({
  kind: 'readings',
  deviceId: 1,
  readOn: on(1000),
  values: {},
  ...fields,
})
const series = [{ paramId: 7, deviceId: 1, name: 'U' }]

test('readings are heard once and in order, failures break the line, others are not listened to', () => {
  const live = new LivePoints()
  assert.deepEqual(live.take(series, [reading({ deviceId: 2, values: { 7: '1' } })]), {
    isOther: false,
    isTooMuch: false,
  })
  live.take(series, [reading({ values: { 7: '1.5' } }), reading({ values: { 7: '9' } })])
  live.take(series, [
    reading({ readOn: on(2000), errors: { 7: 'Timeout' } }),
    reading({ readOn: on(3000), error: 'Timeout' }),
  ])
  assert.deepEqual(live.of(7), { times: [1000, 2000, 3000], values: [1.5, null, null] })
  assert.equal(live.latest, 3000)
})

test('what is too much is reported, and half of it forgotten', () => {
  const live = new LivePoints()
  const events = Array.from({ length: 4001 }, (_, i) => reading({ readOn: on(1000 + i), values: { 7: String(i) } }))
  assert.equal(live.take(series, events.slice(0, 4000)).isTooMuch, false)
  assert.equal(live.take(series, events.slice(4000)).isTooMuch, true)
  assert.equal(live.of(7).times.length, 2001)
  assert.equal(live.of(7).values.at(-1), 4000)
})
