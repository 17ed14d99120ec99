import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DamagedChunk, encodeChunk, type Readings } from '@busbar/series'
import * as fc from 'fast-check'
import { concat, within } from '../join.rules.ts'
import { dayMs } from './days.ts'
import { decodeDays, decodeNewest, sharedReadings } from './packed-days.ts'

const day0 = 20_000

/** Readings of a day, at even steps. */
const readingsOf = (day: number, count: number, seed: number): Readings => {
  const times = Float64Array.from(
    { length: count },
    (_, at) => day * dayMs + Math.floor((at * dayMs) / count / 100) * 100,
  )
  return { times, values: times.map((_, at) => ((at * 7919 + seed) % 1000) / 10) }
}

const pack = (days: readonly { day: number; bytes: Uint8Array }[]): Uint8Array =>
  Buffer.concat(
    days.flatMap(({ day, bytes }) => {
      const head = Buffer.alloc(12)
      head.writeInt32BE(day)
      head.writeInt32BE(bytes.length, 8)
      return [head, bytes]
    }),
  )

const encoded = (day: number, count: number, seed = 0): { day: number; bytes: Uint8Array } => ({
  day,
  bytes: encodeChunk(readingsOf(day, count, seed), day * dayMs).data,
})

describe('the newest readings of packed days', () => {
  test('are those of all of them', () => {
    const counts = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1000, max: 6000 })), {
      minLength: 1,
      maxLength: 3,
    })
    const instant = fc.integer({ min: -dayMs / 2, max: 3.5 * dayMs }).map((ms) => day0 * dayMs + ms)
    fc.assert(
      fc.property(counts, instant, instant, fc.integer({ min: 1, max: 3000 }), (some, a, b, max) => {
        const packed = pack(some.map((count, at) => encoded(day0 + at, count, at)))
        const [from, till] = [Math.min(a, b), Math.max(a, b)]
        const expected = within(concat(decodeDays(packed)), from, till, max)
        assert.deepEqual(decodeNewest(packed, from, till, max), expected)
      }),
      { numRuns: 60 },
    )
  })

  test('keep nothing of the room that was used for them', () => {
    const packed = pack([encoded(day0, 2000)])
    const first = decodeNewest(packed, 0, Infinity, 10)
    const before = [...first.values]
    decodeNewest(pack([encoded(day0, 2000, 5)]), 0, Infinity, 10)
    assert.deepEqual([...first.values], before)
  })

  test('are not those before a block that is missing', () => {
    const { data, blockEnds } = encodeChunk(readingsOf(day0, 4000, 0), day0 * dayMs)
    const withoutLast = data.subarray(0, blockEnds?.at(-2))
    assert.throws(() => decodeNewest(pack([{ day: day0, bytes: withoutLast }]), 0, Infinity, 10), DamagedChunk)
  })

  test('no days give no readings', () => {
    assert.equal(decodeNewest(null, 0, Infinity, 0).times.length, 0)
  })
})

test('room is shared up to a reading each second, and what is larger is not kept', () => {
  const roomFor = sharedReadings()
  const usual = roomFor(86_400).times.buffer
  assert.notEqual(roomFor(86_401).times.buffer, usual)
  assert.equal(roomFor(10).times.buffer, usual)
})
