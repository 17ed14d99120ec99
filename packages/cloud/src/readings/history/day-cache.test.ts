import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CachedDay, cachedDayOf, DayCache } from './day-cache.ts'
import { dayMs } from './days.ts'

const day0 = 20_000

/** `count` readings a day. */
const days = (count: number, ofDays: number, from = day0, version = 7): CachedDay[] =>
  Array.from({ length: ofDays }, (_, at) => {
    const day = from + at
    const times = Float64Array.from({ length: count }, (__, place) => day * dayMs + place * 1000)
    return { day, version, readings: { times, values: times.map((on) => on % 17) } }
  })

const asked = (kept: DayCache, orgId: number, paramId: number, ofDays = 1) =>
  kept.find(orgId, paramId, ofDays)?.keys().toArray() ?? null

describe('cold days that are kept', () => {
  test('of a parameter that is asked for a second time', () => {
    const kept = new DayCache()
    assert.deepEqual(asked(kept, 1, 5), null)
    assert.deepEqual(asked(kept, 1, 5), [])
    kept.keep(1, 5, days(10, 3))
    assert.deepEqual(asked(kept, 1, 5), [day0, day0 + 1, day0 + 2])
    assert.equal(kept.count, 30)
  })

  test('not for another organization', () => {
    const kept = new DayCache()
    asked(kept, 1, 5)
    kept.keep(1, 5, days(10, 3))
    assert.deepEqual(asked(kept, 2, 5), [])
    kept.keep(2, 5, days(4, 1, day0 + 1))
    assert.deepEqual(asked(kept, 2, 5), [day0 + 1])
    assert.deepEqual([asked(kept, 1, 5), kept.count], [[], 4])
  })

  test('days that were asked for before stay, and a changed one takes the place of what it was', () => {
    const kept = new DayCache()
    asked(kept, 1, 5)
    kept.keep(1, 5, days(10, 3))
    kept.keep(1, 5, days(20, 2, day0 + 2, 8))
    const found = kept.find(1, 5, 4)
    assert.deepEqual(
      [...(found?.values() ?? [])].map(({ day, version, readings }) => [day - day0, version, readings.times.length]),
      [
        [0, 7, 10],
        [1, 7, 10],
        [2, 8, 20],
        [3, 8, 20],
      ],
    )
    assert.equal(kept.count, 60)
  })

  test('what was used last is forgotten last', () => {
    const kept = new DayCache(100)
    for (const paramId of [1, 2, 3]) asked(kept, 1, paramId)
    kept.keep(1, 1, days(40, 1))
    kept.keep(1, 2, days(40, 1))
    asked(kept, 1, 1)
    kept.keep(1, 3, days(40, 1))
    assert.deepEqual(
      [1, 2, 3].map((paramId) => asked(kept, 1, paramId)?.length),
      [1, 0, 1],
    )
    assert.equal(kept.count, 80)
  })

  test('where all days are too many those of the latest question are kept', () => {
    const kept = new DayCache(100)
    asked(kept, 1, 5)
    kept.keep(1, 5, days(30, 3))
    kept.keep(1, 5, days(30, 2, day0 + 2))
    assert.deepEqual(asked(kept, 1, 5), [day0 + 2, day0 + 3])
  })

  test('a span with too many readings is not kept, and not tried again; a shorter one is', () => {
    const kept = new DayCache(100)
    asked(kept, 1, 5)
    kept.keep(1, 5, days(30, 4))
    assert.equal(kept.count, 0)
    assert.deepEqual(asked(kept, 1, 5, 4), null)
    assert.deepEqual(asked(kept, 1, 5, 3), [])
    kept.keep(1, 5, days(30, 3))
    assert.equal(kept.count, 90)
  })

  test('a day has memory of its own', () => {
    const [first, second] = days(10, 2)
    const all = {
      times: Float64Array.of(...(first?.readings.times ?? []), ...(second?.readings.times ?? [])),
      values: Float64Array.of(...(first?.readings.values ?? []), ...(second?.readings.values ?? [])),
    }
    const kept = cachedDayOf(all, day0 + 1, 7)
    assert.deepEqual(kept, second)
    assert.equal(kept.readings.times.buffer.byteLength, 80)
  })
})
