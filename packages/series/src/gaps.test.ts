import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { ByteWriter, DamagedChunk } from './bytes.ts'
import { writeTimes } from './format/columns.ts'
import { writeIntegers } from './format/integers.ts'
import { seal, unseal } from './format/sealed.ts'
import { decodeGaps, encodeGaps, type Gap, gapsOf } from './gaps.ts'
import { readingsMax } from './readings.ts'
import { damage } from './testing/readings.arbitrary.ts'

const reason = fc.oneof(
  fc.constantFrom('Timeout', 'Crc', 'IllegalAddress', '\ufeffMarked'),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.slice(0, 60).toWellFormed()),
)

const anyGaps: fc.Arbitrary<Gap[]> = fc
  .array(
    fc.record({
      pauseMs: fc.integer({ min: 1, max: 2 ** 40 }),
      lengthMs: fc.oneof(fc.constant(0), fc.nat()),
      polls: fc.integer({ min: 1, max: readingsMax }),
      reason,
    }),
    { maxLength: 40 },
  )
  .map((rows) => {
    let at = -(2 ** 40)
    return rows.map((row) => {
      const from = at + row.pauseMs
      at = from + row.lengthMs
      return { from, till: at, polls: row.polls, reason: row.reason }
    })
  })

function decoded(bytes: Uint8Array): Gap[] | null {
  try {
    return decodeGaps(bytes)
  } catch (err) {
    if (err instanceof DamagedChunk) return null
    throw err
  }
}

describe('gaps of polls', () => {
  for (const [polls, gives] of [
    ['', []],
    ['...', []],
    ['TTT', ['T 0-2 3']],
    ['.T.TT.', ['T 1-1 1', 'T 3-4 2']],
    ['TTCCT', ['T 0-1 2', 'C 2-3 2', 'T 4-4 1']],
  ] as const) {
    test(`'${polls}' has ${gives.length}`, () => {
      const times = Float64Array.from(polls, (_, index) => index)
      const found = gapsOf(
        times,
        Array.from(polls, (poll) => (poll === '.' ? null : poll)),
      )
      assert.deepEqual(
        found.map((gap) => `${gap.reason} ${gap.from}-${gap.till} ${gap.polls}`),
        gives,
      )
    })
  }

  test('requires a result for every time', () => {
    assert.throws(() => gapsOf(new Float64Array(2), [null]), RangeError)
  })
})

test('gaps come back as they were', () => {
  fc.assert(fc.property(anyGaps, (gaps) => assert.deepEqual(decodeGaps(encodeGaps(gaps)), gaps)))
})

test('a line that was silent all day costs less than 40 bytes', () => {
  const gaps = [{ from: 1_780_272_000_000, till: 1_780_358_385_000, polls: 5760, reason: 'Timeout' }]
  assert.ok(encodeGaps(gaps).length < 40)
})

describe('damaged gaps', () => {
  test('decoded gaps equal the encoded ones', () => {
    fc.assert(
      fc.property(anyGaps, damage, (gaps, harm) => {
        const found = decoded(harm(encodeGaps(gaps)))
        if (found !== null) assert.deepEqual(found, gaps)
      }),
      { numRuns: 500 },
    )
  })

  test('under a good checksum are in order, or refused', () => {
    fc.assert(
      fc.property(anyGaps, damage, (gaps, harm) => {
        const body = unseal('gaps', encodeGaps(gaps), 2 ** 20)
        let before = -Infinity
        for (const { from, till, polls } of decoded(seal('gaps', harm(body))) ?? []) {
          assert.ok(from > before && till >= from && Number.isSafeInteger(till))
          assert.ok(Number.isInteger(polls) && polls >= 1 && polls <= readingsMax)
          before = till
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('a reason that is not there is refused', () => {
    const to = new ByteWriter()
    to.varint(1)
    to.varint(0)
    writeTimes(to, Float64Array.of(1))
    for (let column = 0; column < 3; column += 1) writeIntegers(to, Float64Array.of(0))
    const bytes = seal('gaps', to.written())
    assert.throws(() => decodeGaps(bytes), { name: 'DamagedChunk', message: /reason 0 of 0/ })
  })

  test('a reason that is no text is refused', () => {
    const bytes = seal('gaps', Uint8Array.from([0, 1, 1, 0xff]))
    assert.throws(() => decodeGaps(bytes), { name: 'DamagedChunk', message: /no text/ })
  })
})

describe('refuses invalid gaps', () => {
  const gap = { from: 10, till: 20, polls: 2, reason: 'Timeout' }
  for (const [name, gaps] of [
    ['backwards', [{ ...gap, till: 9 }]],
    ['no polls', [{ ...gap, polls: 0 }]],
    ['half a poll', [{ ...gap, polls: 1.5 }]],
    ['overlapping', [gap, { ...gap, from: 20, till: 30 }]],
    ['no time', [{ ...gap, from: NaN }]],
    ['half a millisecond', [{ ...gap, from: 9.5 }]],
    ['a long reason', [{ ...gap, reason: 'x'.repeat(257) }]],
    ['half a character', [{ ...gap, reason: '\ud800' }]],
    ['too many reasons', Array.from({ length: 257 }, (_, n) => ({ from: n, till: n, polls: 1, reason: `${n}` }))],
  ] as const) {
    test(name, () => assert.throws(() => encodeGaps(gaps), RangeError))
  }
})
