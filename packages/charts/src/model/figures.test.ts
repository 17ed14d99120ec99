import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extended, figuresOf } from './figures.ts'

const hour = 3_600_000
/** Hourly steps of a device that was added at 10:40. */
const steps = { times: [10 * hour, 11 * hour], values: [20, 30], lows: [18, 28], highs: [22, 35], counts: [2, 6] }
const view = { from: 9 * hour, till: 11.5 * hour }

test('the last value is the last reading with its own time, and not the mean of a step', () => {
  const summary = { count: 7, min: 18, mean: 27, max: 34, last: 33.5, lastOn: 11.45 * hour }
  const { last, lastOn, least, mean, greatest } = figuresOf(steps, [], view, undefined, summary)
  assert.deepEqual([last, lastOn, least, mean, greatest], [33.5, 11.45 * hour, 18, 27, 34])
})

test('without a summary no reading is the last one', () => {
  const { last, lastOn, least, mean, greatest } = figuresOf(steps, [], view)
  assert.deepEqual([last, lastOn, least, mean, greatest], [null, null, 18, 27.5, 35])
})

test('live readings extend a summary: only later ones, and only those in the span', () => {
  const summary = { count: 1, min: 5, mean: 5, max: 5, last: 5, lastOn: 100 }
  const live = { times: [90, 110, 120, 130], values: [99, 2, null, 8] }
  assert.deepEqual(extended(summary, live, { from: 0, till: 125 }), {
    count: 2,
    min: 2,
    mean: 3.5,
    max: 5,
    last: 2,
    lastOn: 110,
  })
  assert.deepEqual(extended(undefined, live, { from: 125, till: 200 }), {
    count: 1,
    min: 8,
    mean: 8,
    max: 8,
    last: 8,
    lastOn: 130,
  })
  assert.equal(extended(undefined, live, { from: 300, till: 400 }), undefined)
})
