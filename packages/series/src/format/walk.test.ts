import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { decodeChunk, encodeChunk } from '../chunk.ts'
import { isSmall } from './walk.ts'

const int32End = 2 ** 31

describe('steps near the end of 32 bits', () => {
  // A step of 4 bits and its start: the farthest result is `before` + |least| + 16.
  for (const [count, before, least, width, isWithin] of [
    [1, int32End - 17, 0, 4, true],
    [1, int32End - 16, 0, 4, false],
    [1, 17 - int32End, 0, 4, true],
    [1, 16 - int32End, 0, 4, false],
    [1, int32End - 20, 3, 4, true],
    [1, int32End - 19, 3, 4, false],
    [1, int32End - 19, -3, 4, false],
    [100, int32End - 1601, 0, 4, true],
    [101, int32End - 1601, 0, 4, false],
    [1, 0, 2 ** 30, 25, true],
    [2, 0, 2 ** 30, 1, false],
  ] as const) {
    test(`${count} of ${width} bits from ${before} on, at least ${least} each: ${isWithin}`, () => {
      assert.equal(isSmall(count, before, least, width), isWithin)
    })
  }

  /** Counters and levels that cross 2^31 or -2^31, up and down, by steps that do not repeat. */
  test('values on both sides survive the round trip', () => {
    const walk = fc.record({
      off: fc.integer({ min: -3000, max: 3000 }),
      sign: fc.constantFrom(1, -1),
      power: fc.constantFrom(1, 10, 1000),
      steps: fc.array(fc.integer({ min: -40, max: 60 }), { minLength: 20, maxLength: 120 }),
    })
    fc.assert(
      fc.property(walk, ({ off, sign, power, steps }) => {
        let integer = sign * (int32End + off)
        const values = Float64Array.from(steps, (step) => (integer += sign * step) / power)
        const times = values.map((_, index) => index * 1000)
        assert.deepEqual(decodeChunk(encodeChunk({ times, values }, 0).data).values, values)
      }),
    )
  })
})
