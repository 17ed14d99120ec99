import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bandOf, valueAt, withLive } from './bands.ts'

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

test('appends live readings to those from the service', () => {
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

test('returns the last value of a line at an index', () => {
  const line = [undefined, 4, undefined, null, undefined]
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((i) => valueAt(line, i)),
    [null, 4, 4, null, null],
  )
})
