import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { ByteReader, ByteWriter } from '../bytes.ts'
import { codeOf, codesMax, stateBits } from './codebook.ts'
import { readCoded, writeCoded } from './coded.ts'
import { planFor } from './plan.ts'

/** Encodes and decodes a column; null if it cannot be stored in this form. */
const again = (integers: Int32Array, wanted = integers.length): number[] | null => {
  const to = new ByteWriter()
  if (!writeCoded(to, integers)) return null
  const from = new ByteReader(to.written())
  const column = new Float64Array(integers.length)
  readCoded(from, column, 0, 1, 1, wanted)
  if (wanted === integers.length) from.end()
  return [...column.subarray(0, wanted)]
}

/** Sums of steps, starting at 0. */
const walk = (steps: fc.Arbitrary<number>, maxLength: number): fc.Arbitrary<Int32Array> =>
  fc.array(steps, { minLength: 1, maxLength }).map((all) => {
    let sum = 0
    return Int32Array.from([0, ...all.map((step) => (sum += step))])
  })

const noisy = walk(fc.integer({ min: -30, max: 30 }), 400)
const jumpy = walk(
  fc.oneof({ weight: 20, arbitrary: fc.integer({ min: -2, max: 3 }) }, fc.integer({ min: -9000, max: 9000 })),
  400,
)
const wild = fc
  .array(fc.integer({ min: -(2 ** 29) + 1, max: 2 ** 29 - 1 }), { maxLength: 60 })
  .map((all) => Int32Array.from([0, ...all]))

describe('a coded column', () => {
  for (const [name, columns] of [
    ['with noise', noisy],
    ['with jumps', jumpy],
  ] as const) {
    test(`${name} survives the round trip`, () => {
      fc.assert(
        fc.property(columns, (integers) => assert.deepEqual(again(integers), [...integers])),
        { numRuns: 300 },
      )
    })
  }

  test('any integers survive the round trip, or are not stored in this form', () => {
    fc.assert(
      fc.property(wild, (integers) => {
        const found = again(integers)
        if (found !== null) assert.deepEqual(found, [...integers])
      }),
      { numRuns: 300 },
    )
  })

  test('is decoded up to the requested length', () => {
    fc.assert(
      fc.property(jumpy, fc.nat({ max: 400 }), (integers, wanted) => {
        const count = Math.min(integers.length, wanted + 1)
        assert.deepEqual(again(integers, count), [...integers.subarray(0, count)])
      }),
      { numRuns: 200 },
    )
  })
})

describe('a plan', () => {
  const count = 1440
  const made = (of: (index: number) => number): Int32Array =>
    Int32Array.from({ length: count }, (_, index) => of(index) - of(0))

  test('detects the trend of a counter, and the level behind noise', () => {
    const chance = (index: number): number => (Math.imul(index + 7, 2_654_435_761) >>> 8) / 2 ** 24
    assert.ok(planFor(made((index) => Math.floor(1.3 * index))).predictor.number >> 6 > 0)
    const { number } = planFor(made((index) => Math.round(100 * chance(index)))).predictor
    assert.equal(number & 7, 4, 'it follows slowly')
  })
})

/** Stored chunks depend on these tables: a different table would make them unreadable. */
test('codes never change', () => {
  let sum = 0
  for (let number = 0; number < codesMax; number += 1) {
    const { steps, counts } = codeOf(number)
    assert.equal(
      counts.reduce((all, count) => all + count, 0),
      1 << stateBits,
    )
    sum = crc32(new Uint8Array(steps.buffer, steps.byteOffset, steps.byteLength), sum)
  }
  assert.deepEqual([codesMax, sum], [264, 3_640_444_339])
})
