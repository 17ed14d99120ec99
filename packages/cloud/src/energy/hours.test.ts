import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HourBounds } from '@busbar/readings/history'
import type { Readings } from '@busbar/series'
import { hoursOf, startOf } from './hours.rules.ts'

const hourMs = 3_600_000
const day = Date.UTC(2026, 2, 28)

const readingsOf = (...rows: [hour: number, value: number][]): Readings => ({
  times: Float64Array.from(rows, ([hour]) => day + hour * hourMs),
  values: Float64Array.from(rows, ([, value]) => value),
})

type Bounds = { [Column in keyof HourBounds]: number }
const boundsOf = (...rows: Bounds[]): HourBounds => {
  const column = (name: keyof HourBounds) => Float64Array.from(rows, (row) => row[name])
  return {
    count: column('count'),
    firstOn: column('firstOn'),
    first: column('first'),
    lastOn: column('lastOn'),
    last: column('last'),
    min: column('min'),
    max: column('max'),
  }
}
const coldHour = (hour: number, overrides: Partial<Bounds> = {}): Bounds => ({
  count: 4,
  firstOn: day + (hour + 0.1) * hourMs,
  first: 10,
  lastOn: day + (hour + 0.9) * hourMs,
  last: 13,
  min: 10,
  max: 13,
  ...overrides,
})

test('the hour of a time', () => {
  assert.deepEqual([day, day + 1, day + hourMs - 1, day + hourMs].map(startOf), [day, day, day, day + hourMs])
})

test('hours of bounds and hours of readings, in order', () => {
  const hot = readingsOf([2, 5], [2.5, 7], [2.999, 6], [3, 8])
  assert.deepEqual(hoursOf(boundsOf(coldHour(5), coldHour(6, { min: 9 })), hot), [
    {
      on: day + 2 * hourMs,
      count: 3,
      firstOn: hot.times[0],
      first: 5,
      lastOn: hot.times[2],
      last: 6,
      isRising: false,
      known: 'readings',
    },
    {
      on: day + 3 * hourMs,
      count: 1,
      firstOn: hot.times[3],
      first: 8,
      lastOn: hot.times[3],
      last: 8,
      isRising: true,
      known: 'readings',
    },
    {
      on: day + 5 * hourMs,
      count: 4,
      firstOn: day + 5.1 * hourMs,
      first: 10,
      lastOn: day + 5.9 * hourMs,
      last: 13,
      isRising: true,
      known: 'bounds',
    },
    {
      on: day + 6 * hourMs,
      count: 4,
      firstOn: day + 6.1 * hourMs,
      first: 10,
      lastOn: day + 6.9 * hourMs,
      last: 13,
      isRising: false,
      known: 'bounds',
    },
  ])
})

test('an hour rises when it begins with its least and ends with its greatest', () => {
  const rows: [Partial<Bounds>, boolean][] = [
    [{}, true],
    [{ min: 9 }, false],
    [{ max: 14 }, false],
    [{ first: 12, last: 12, min: 12, max: 12 }, true],
  ]
  for (const [given, isRising] of rows) {
    assert.equal(hoursOf(boundsOf(coldHour(1, given)), readingsOf())[0]?.isRising, isRising, JSON.stringify(given))
  }
  const hot: [values: number[], isRising: boolean][] = [
    [[1, 1, 2], true],
    [[1, 0, 2], false],
    [[1, 3, 2], false],
    [[1, 2, 2], true],
  ]
  for (const [values, isRising] of hot) {
    const readings = readingsOf(...values.map((value, at): [number, number] => [1 + at / 10, value]))
    assert.equal(hoursOf(boundsOf(), readings)[0]?.isRising, isRising, values.join())
  }
})

test('an hour with cold and hot data is partial in both', () => {
  const [hour] = hoursOf(boundsOf(coldHour(1)), readingsOf([1.2, 20], [1.3, 21]))
  assert.deepEqual([hour?.count, hour?.isRising, hour?.known], [6, false, 'parts'])
})
