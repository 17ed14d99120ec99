import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type ByteRange, RangeRefused, rangeOf } from './byte-range.ts'

const ranges: [header: string | undefined, size: number, part: ByteRange | null | 416][] = [
  [undefined, 10, null],
  ['items=0-1', 10, null],
  ['bytes=0-0', 10, { first: 0, last: 0 }],
  ['bytes=2-5', 10, { first: 2, last: 5 }],
  ['Bytes=2-', 10, { first: 2, last: 9 }],
  ['bytes=2-99', 10, { first: 2, last: 9 }],
  ['bytes=-3', 10, { first: 7, last: 9 }],
  ['bytes=-99', 10, { first: 0, last: 9 }],
  ['bytes=-0', 10, 416],
  ['bytes=10-', 10, 416],
  ['bytes=5-2', 10, 416],
  ['bytes=0-1,3-4', 10, 416],
  ['bytes=-', 10, 416],
  ['bytes=', 10, 416],
  ['bytes=a-b', 10, 416],
  ['bytes=0-', 0, 416],
  ['bytes=-5', 0, 416],
]

test('the header Range', () => {
  for (const [header, size, part] of ranges) {
    if (part === 416) assert.throws(() => rangeOf(header, size), RangeRefused, String(header))
    else assert.deepEqual(rangeOf(header, size), part, String(header))
  }
})

test('any Range header gives a part that lies within the file, the whole file, or a refusal', () => {
  const digits = fc.oneof(fc.nat(40).map(String), fc.constantFrom('', '99999999999999999999', '-1', '1e3', ' '))
  const built = fc.tuple(fc.constantFrom('bytes=', 'bytes', 'BYTES= '), digits, fc.constantFrom('-', ',', '--'), digits)
  const header = fc.oneof(
    fc.string(),
    built.map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(header, fc.nat(30), (text, size) => {
      try {
        const part = rangeOf(text, size)
        if (part !== null) assert.ok(0 <= part.first && part.first <= part.last && part.last < size)
      } catch (error) {
        assert.ok(error instanceof RangeRefused && error.sizeBytes === size)
      }
    }),
  )
})
