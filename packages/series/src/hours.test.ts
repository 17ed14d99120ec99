import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { ByteWriter, DamagedChunk } from './bytes.ts'
import { writeValues } from './format/columns.ts'
import { writeIntegers } from './format/integers.ts'
import { writePacked } from './format/packed.ts'
import { seal } from './format/sealed.ts'
import { decodeHours, encodeHours } from './hours.ts'
import { type HourStats, hoursOf } from './stats.ts'
import { damage, readingsOfDay } from './testing/readings.arbitrary.ts'

const dayMs = Date.UTC(2026, 5, 1)
const checkedFrom = 5

/** Adds the version and a valid checksum to a body. */
const sealed = (body: Uint8Array): Uint8Array => {
  const bytes = Uint8Array.of(3, 0, 0, 0, 0, ...body)
  new DataView(bytes.buffer).setUint32(1, crc32(body), true)
  return bytes
}

function decoded(bytes: Uint8Array): HourStats[] | null {
  try {
    return decodeHours(bytes, dayMs)
  } catch (err) {
    if (err instanceof DamagedChunk) return null
    throw err
  }
}

test('hours come back as they were', () => {
  assert.deepEqual(decodeHours(encodeHours([], dayMs), dayMs), [])
  fc.assert(
    fc.property(readingsOfDay(dayMs), (readings) => {
      assert.deepEqual(decodeHours(encodeHours(hoursOf(readings, dayMs), dayMs), dayMs), hoursOf(readings, dayMs))
    }),
    { numRuns: 500 },
  )
})

test('a noisy day of hours costs less than 220 bytes', () => {
  let seed = 1
  const noise = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed >>> 24
  }
  const times = Float64Array.from({ length: 5760 }, (_, index) => dayMs + 15_000 * index)
  const values = times.map((_, index) => (20_000 + Math.round(9000 * Math.sin(index / 900)) + noise()) / 10)
  const bytes = encodeHours(hoursOf({ times, values }, dayMs), dayMs)
  assert.ok(bytes.length < 220, `${bytes.length} bytes`)
})

describe('damaged hours', () => {
  test('decoded hours equal the encoded ones', () => {
    fc.assert(
      fc.property(readingsOfDay(dayMs), damage, (readings, harm) => {
        const found = decoded(harm(encodeHours(hoursOf(readings, dayMs), dayMs)))
        if (found !== null) assert.deepEqual(found, hoursOf(readings, dayMs))
      }),
      { numRuns: 500 },
    )
  })

  test('under a good checksum are possible hours, or refused', () => {
    fc.assert(
      fc.property(readingsOfDay(dayMs), damage, (readings, harm) => {
        const body = encodeHours(hoursOf(readings, dayMs), dayMs).slice(checkedFrom)
        for (const { hour, count, firstOn, lastOn } of decoded(sealed(harm(body))) ?? []) {
          const startMs = dayMs + hour * 3_600_000
          assert.ok(Number.isInteger(count) && count > 0)
          assert.ok(startMs <= firstOn && firstOn <= lastOn && lastOn < startMs + 3_600_000)
        }
      }),
      { numRuns: 1000 },
    )
  })

  /** As version 1 wrote it: one hour with one reading, but for what is changed. */
  const hour = (changed: { count?: number; firstOn?: number; lastOn?: number; minOn?: number; maxOn?: number }) => {
    const { count = 1, firstOn = 0, lastOn = 0, minOn = 0, maxOn = 0 } = changed
    const to = new ByteWriter()
    to.varint(1)
    for (const value of [count, firstOn, lastOn]) writeValues(to, Float64Array.of(value))
    for (const integer of [minOn, maxOn]) writeIntegers(to, Float64Array.of(integer))
    for (let column = 0; column < 5; column += 1) writeValues(to, Float64Array.of(7))
    return seal('hours', to.written())
  }

  for (const changed of [
    { count: 0 },
    { count: 1.5 },
    { count: 864_001 },
    { firstOn: -1 },
    { firstOn: 3_600_000 },
    { firstOn: NaN },
    { lastOn: 3_600_000 },
    { firstOn: 2_000_000, lastOn: 2_000_000 },
    { minOn: 1 },
    { lastOn: 5, maxOn: 6 },
    { maxOn: -1 },
  ]) {
    test(`${JSON.stringify(changed)} is refused`, () => {
      assert.equal(decoded(hour({}))?.length, 1)
      assert.throws(() => decodeHours(hour(changed), dayMs), { name: 'DamagedChunk', message: /an hour has/ })
    })
  }

  /** Encodes an hour with one reading, except for the given changes. */
  const packed = (changed: { count?: number; firstOn?: number; lastOn?: number; kind?: number }): Uint8Array => {
    const { count = 1, firstOn = 0, lastOn = 0, kind = 0 } = changed
    const to = new ByteWriter()
    to.varint(1)
    for (const integer of [count, firstOn, lastOn]) writePacked(to, Float64Array.of(integer))
    to.u8(kind)
    for (let column = 0; column < 5; column += 1) writePacked(to, Float64Array.of(0))
    return sealed(to.written())
  }

  for (const [changed, message] of [
    [{ count: 0 }, /an hour has 0/],
    [{ count: 864_001 }, /an hour has 864001/],
    [{ firstOn: -1 }, /an hour has -1/],
    [{ firstOn: 3_600_000 }, /an hour has 3600000/],
    [{ firstOn: 2_000_000, lastOn: 2_000_000 }, /an hour has 2000000/],
    [{ kind: 14 }, /in way 14/],
  ] as const) {
    test(`packed, ${JSON.stringify(changed)} is refused`, () => {
      assert.equal(decoded(packed({}))?.length, 1)
      assert.throws(() => decodeHours(packed(changed), dayMs), { name: 'DamagedChunk', message })
    })
  }
})

test('hours of version 1 are read', () => {
  const [hour] = hoursOf({ times: Float64Array.of(dayMs + 5, dayMs + 9), values: Float64Array.of(7, 1.5) }, dayMs)
  const to = new ByteWriter()
  to.varint(1)
  for (const value of [2, 5, 4]) writeValues(to, Float64Array.of(value))
  for (const integer of [4, 0]) writeIntegers(to, Float64Array.of(integer))
  for (const value of [7, 1.5, 1.5, 7, 8.5]) writeValues(to, Float64Array.of(value))
  assert.deepEqual(decodeHours(seal('hours', to.written()), dayMs), [hour])
})
