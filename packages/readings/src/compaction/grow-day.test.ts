import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blockMs, DamagedChunk, decodeChunk, encodeChunk, type Readings } from '@busbar/series'
import { encodeHours, hoursOf } from '@busbar/series/hours'
import { denseDay, readingsIn } from '@busbar/series/testing'
import * as fc from 'fast-check'
import { extremesOf } from '../history/extremes.rules.ts'
import { merge, within } from '../history/join.rules.ts'
import { type GrownDay, growDay } from './grow-day.ts'

const noExtremes = { min: Number.NaN, minOn: Number.NaN, max: Number.NaN, maxOn: Number.NaN }

const stored = ({ chunk, hours, extremes }: GrownDay) => ({
  ...chunk,
  ...(extremes ?? noExtremes),
  hours: encodeHours(hours, 0),
})

/** All that came, one after the other. */
const grow = (parts: readonly Readings[]): GrownDay => {
  const [first = { times: new Float64Array(0), values: new Float64Array(0) }, ...rest] = parts
  return rest.reduce((day, part) => growDay(stored(day), part, 0), growDay(undefined, first, 0))
}

/** Every reading in one of so many parts: by its time, or at random, so that parts lie between each other. */
const split = ({ times, values }: Readings, partOf: (time: number, at: number) => number, parts: number): Readings[] =>
  Array.from({ length: parts }, (_, part) => ({
    times: times.filter((time, at) => partOf(time, at) === part),
    values: values.filter((_value, at) => partOf(times[at] ?? 0, at) === part),
  }))

describe('growDay', () => {
  test('gives what all readings at once would give', () => {
    fc.assert(
      fc.property(denseDay, fc.integer({ min: 1, max: 8 }), fc.boolean(), (shape, parts, isInOrder) => {
        const all = readingsIn(shape)
        const partOf = (time: number, at: number): number =>
          isInOrder ? Math.floor((time * parts) / 86_400_000) : (at * 7) % parts
        const grown = grow(split(all, partOf, parts))
        const { times, values } = decodeChunk(grown.chunk.data)
        assert.deepEqual([times, values], [all.times, all.values])
        assert.deepEqual(grown.hours, hoursOf(all, 0))
        assert.deepEqual(grown.extremes, extremesOf(all))
        const whole = encodeChunk(all, 0)
        if (grown.chunk.blockEnds !== null && whole.blockEnds !== null) assert.deepEqual(grown.chunk, whole)
      }),
      { numRuns: 100 },
    )
  })

  const wave = (from: number, till: number): Readings => {
    const times = Float64Array.from({ length: (till - from) / 10_000 }, (_, at) => from + at * 10_000)
    return { times, values: times.map((time) => Math.sin(time) * 1e6) }
  }

  test('two readings with the same time are both kept, or one replaces the other', () => {
    const day = wave(0, 2 * blockMs)
    const again = { times: day.times, values: day.values.map((value) => value + 1) }
    const both = decodeChunk(grow([day, again]).chunk.data)
    assert.deepEqual(both.values, Float64Array.from([...day.values].flatMap((value) => [value, value + 1])))
    assert.deepEqual(both.times.subarray(0, 4), Float64Array.of(0, 100, 10_000, 10_100))
    const one = growDay(stored(grow([day])), again, 0, merge)
    assert.deepEqual(decodeChunk(one.chunk.data).values, day.values)
  })

  test('leaves blocks alone that get nothing, and damage in them stays damage', () => {
    const before = stored(grow([wave(0, 3 * blockMs)]))
    const [end = 0] = before.blockEnds ?? []
    const harm = (at: number) => ({ ...before, data: before.data.with(at, 255 - (before.data[at] ?? 0)) })
    const more = wave(3 * blockMs, 4 * blockMs)
    const { chunk } = growDay(harm(end - 1), more, 0)
    assert.throws(() => decodeChunk(chunk.data), DamagedChunk)
    assert.throws(() => growDay(harm(before.data.length - 1), more, 0), DamagedChunk, 'the last is no longer the last')
    assert.throws(() => growDay(harm(end - 1), within(wave(5, blockMs), 0, 100_000), 0), DamagedChunk)
  })

  test('a chunk has no more readings than can be read', () => {
    const tenths = (from: number): Readings => {
      const times = Float64Array.from({ length: 432_001 }, (_, at) => from + at * 100)
      return { times, values: times.map((time) => time % 977) }
    }
    assert.throws(() => grow([tenths(0), tenths(43_000_050)]), /at most 864000 readings/)
  })
})
