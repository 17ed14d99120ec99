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

const readDays = (cache: DayCache, orgId: number, paramId: number, ofDays = 1) =>
  cache.find(orgId, paramId, ofDays)?.keys().toArray() ?? null

describe('cold days that are kept', () => {
  test('stores a parameter that is requested a second time', () => {
    const cache = new DayCache()
    assert.deepEqual(readDays(cache, 1, 5), null)
    assert.deepEqual(readDays(cache, 1, 5), [])
    cache.put(1, 5, days(10, 3))
    assert.deepEqual(readDays(cache, 1, 5), [day0, day0 + 1, day0 + 2])
    assert.equal(cache.count, 30)
  })

  test('not for another organization', () => {
    const cache = new DayCache()
    readDays(cache, 1, 5)
    cache.put(1, 5, days(10, 3))
    assert.deepEqual(readDays(cache, 2, 5), [])
    cache.put(2, 5, days(4, 1, day0 + 1))
    assert.deepEqual(readDays(cache, 2, 5), [day0 + 1])
    assert.deepEqual([readDays(cache, 1, 5), cache.count], [[], 4])
  })

  test('keeps days that were requested before, and replaces a changed day', () => {
    const cache = new DayCache()
    readDays(cache, 1, 5)
    cache.put(1, 5, days(10, 3))
    cache.put(1, 5, days(20, 2, day0 + 2, 8))
    const found = cache.find(1, 5, 4)
    assert.deepEqual(
      [...(found?.values() ?? [])].map(({ day, version, readings }) => [day - day0, version, readings.times.length]),
      [
        [0, 7, 10],
        [1, 7, 10],
        [2, 8, 20],
        [3, 8, 20],
      ],
    )
    assert.equal(cache.count, 60)
  })

  test('evicts the least recently used parameter first', () => {
    const cache = new DayCache(100)
    for (const paramId of [1, 2, 3]) readDays(cache, 1, paramId)
    cache.put(1, 1, days(40, 1))
    cache.put(1, 2, days(40, 1))
    readDays(cache, 1, 1)
    cache.put(1, 3, days(40, 1))
    assert.deepEqual(
      [1, 2, 3].map((paramId) => readDays(cache, 1, paramId)?.length),
      [1, 0, 1],
    )
    assert.equal(cache.count, 80)
  })

  test('keeps the days of the latest request if all days are too many', () => {
    const cache = new DayCache(100)
    readDays(cache, 1, 5)
    cache.put(1, 5, days(30, 3))
    cache.put(1, 5, days(30, 2, day0 + 2))
    assert.deepEqual(readDays(cache, 1, 5), [day0 + 2, day0 + 3])
  })

  test('a span with too many readings is not kept, and not tried again; a shorter one is', () => {
    const cache = new DayCache(100)
    readDays(cache, 1, 5)
    cache.put(1, 5, days(30, 4))
    assert.equal(cache.count, 0)
    assert.deepEqual(readDays(cache, 1, 5, 4), null)
    assert.deepEqual(readDays(cache, 1, 5, 3), [])
    cache.put(1, 5, days(30, 3))
    assert.equal(cache.count, 90)
  })

  test('a day has memory of its own', () => {
    const [first, second] = days(10, 2)
    const all = {
      times: Float64Array.of(...(first?.readings.times ?? []), ...(second?.readings.times ?? [])),
      values: Float64Array.of(...(first?.readings.values ?? []), ...(second?.readings.values ?? [])),
    }
    const cache = cachedDayOf(all, day0 + 1, 7)
    assert.deepEqual(cache, second)
    assert.equal(cache.readings.times.buffer.byteLength, 80)
  })
})
