import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { Readings } from './readings.ts'
import { type DayStats, dayStats, hoursOf, mergeStats } from './stats.ts'
import { readingsOfDay } from './testing/readings.arbitrary.ts'

const dayMs = Date.UTC(2026, 5, 1)
type Pair = readonly [time: number, value: number]

const pairsOf = ({ times, values }: Readings): Pair[] => Array.from(times, (time, index) => [time, values[index] ?? 0])
const hourOf = ([time]: Pair): number => new Date(time).getUTCHours()

/** All but the sum, as plainly as can be. */
function naive(pairs: readonly Pair[]): Omit<DayStats, 'sum'> {
  const min = valueLike(pairs, Math.min(...pairs.map(([, value]) => value)))
  const max = valueLike(pairs, Math.max(...pairs.map(([, value]) => value)))
  const [firstOn = 0, first = 0] = pairs[0] ?? []
  const [lastOn = 0, last = 0] = pairs.at(-1) ?? []
  return { count: pairs.length, min, max, first, firstOn, last, lastOn }
}

/** The first of this value: 0 and -0 are the same. */
const valueLike = (pairs: readonly Pair[], wanted: number): number => pairs.find((pair) => pair[1] === wanted)?.[1] ?? 0

function near(sum: number, pairs: readonly Pair[]): void {
  const plain = pairs.reduce((total, [, value]) => total + value, 0)
  const size = pairs.reduce((total, [, value]) => total + Math.abs(value), 0)
  assert.ok(Math.abs(sum - plain) <= size * pairs.length * 2 ** -52, `${sum} is not ${plain}`)
}

test('each hour and the day have the statistics of their readings', () => {
  fc.assert(
    fc.property(readingsOfDay(dayMs), (readings) => {
      const pairs = pairsOf(readings)
      const hours = hoursOf(readings, dayMs)
      assert.deepEqual(
        hours.map(({ hour }) => hour),
        [...new Set(pairs.map(hourOf))],
      )
      for (const { hour, sum, ...stats } of hours) {
        const own = pairs.filter((pair) => hourOf(pair) === hour)
        assert.deepEqual(stats, naive(own))
        near(sum, own)
      }
      const { sum, ...day } = dayStats(hours)
      assert.deepEqual(day, naive(pairs))
      near(sum, pairs)
      const { sum: _, ...backwards } = dayStats(hours.toReversed())
      // Which of 0 and -0 is the least depends on what comes first.
      const plain = (stats: typeof day) => ({ ...stats, min: stats.min + 0, max: stats.max + 0 })
      assert.deepEqual(plain(backwards), plain(day))
    }),
    { numRuns: 500 },
  )
})

describe('sums', () => {
  const sumOfDay = (values: readonly number[]): number => {
    const times = Float64Array.from(values, (_, index) => dayMs + index)
    return dayStats(hoursOf({ times, values: Float64Array.from(values) }, dayMs)).sum
  }

  const big = 2 ** 51 - 1
  for (const [name, values, sum] of [
    ['ten tenths are one', new Array<number>(10).fill(0.1), 1],
    ['mixed places', [0.1, 0.02, 1000, -0.003], 1000.117],
    ['what is rounded off is not lost', [1, 1e100, 1, -1e100], 2],
    ['many small beside a big', [2 ** 60, ...new Array<number>(256).fill(Math.PI)], 2 ** 60 + 1024 * 0.785398],
    ['decimals over 2^53 on the way', [big, big, big, big, big, -big, -big, -big, -big], big],
    ['too big for any number', [1e308, 1e308], Infinity],
  ] as const) {
    test(name, () => assert.equal(sumOfDay(values), sum))
  }

  test('decimals add up exactly, in any order', () => {
    const tenThousandths = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 100 })
    fc.assert(
      fc.property(tenThousandths, (integers) => {
        const exact = Number(`${integers.reduce((sum, integer) => sum + integer, 0)}e-4`)
        const values = integers.map((integer) => integer / 1e4)
        assert.equal(sumOfDay(values), exact + 0)
        assert.equal(sumOfDay(values.toReversed()), exact + 0)
      }),
    )
  })
})

describe('merging', () => {
  const one = (onMs: number, value: number): DayStats =>
    dayStats(hoursOf({ times: Float64Array.of(onMs), values: Float64Array.of(value) }, 0))

  test('first and last reading are chosen by time, whatever the order of the parts', () => {
    const all = mergeStats([one(3, 5), one(1, 5), one(2, 5)])
    assert.deepEqual(all, { ...one(1, 5), count: 3, sum: 15, lastOn: 3 })
  })

  test('no readings give no statistics', () => {
    assert.equal(mergeStats([]), null)
    assert.throws(() => dayStats([]), RangeError)
  })
})

test('readings of another day, or out of order, are refused', () => {
  for (const times of [[dayMs - 1], [dayMs, dayMs + 86_400_000], [dayMs + 1, dayMs], [dayMs + 0.5], [NaN]]) {
    const readings = { times: Float64Array.from(times), values: new Float64Array(times.length) }
    assert.throws(() => hoursOf(readings, dayMs), RangeError)
  }
  const uneven = { times: Float64Array.of(dayMs), values: new Float64Array(2) }
  assert.throws(() => hoursOf(uneven, dayMs), RangeError)
})
