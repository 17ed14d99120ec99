import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileValue, type ValueCodec } from './codec.ts'
import { byteOrders, type ValueFormat, type ValueType, valueTypes } from './format.ts'
import { formatProblem } from './problems/problems.ts'
import { registerCount } from './shape.ts'

const fields: Partial<Record<ValueType, [position: number, bits: number][]>> = {
  bit: [0, 7, 15].map((position) => [position, 1]),
  u16: fieldsWithin(16),
  enum: fieldsWithin(16),
  u32: fieldsWithin(32),
  bitmask: fieldsWithin(32),
}

function fieldsWithin(width: number): [number, number][] {
  const pairs = [0, 1, 5, 8, 15, 16, 20, 31].flatMap((position) =>
    [1, 3, 8, 16, 17, 32].map((bits): [number, number] => [position, bits]),
  )
  return pairs.filter(([position, bits]) => position + bits <= width)
}

/** Every type, in every order, whole and in bit fields. */
function* formats(): Generator<ValueFormat> {
  for (const valueType of valueTypes) {
    const labels = valueType === 'enum' ? { enum: { 0: 'off', 1: 'on' } } : {}
    for (const order of byteOrders) {
      if (valueType === 'string') yield { valueType, order, bitsAmount: 64 }
      else yield { valueType, order, ...labels }
      for (const [bitPosition, bitsAmount] of fields[valueType] ?? []) {
        yield { valueType, order, bitPosition, bitsAmount, ...labels }
      }
    }
  }
}

const scales: Partial<ValueFormat>[] = [
  {},
  { multiplier: 0.1 },
  { multiplier: '-0.025', shift: 40 },
  { multiplier: 7, shift: '-0.5' },
]
const isScaled = ({ valueType }: ValueFormat): boolean => !['enum', 'bitmask', 'string'].includes(valueType)
const isFloat = ({ valueType }: ValueFormat): boolean => valueType === 'f32' || valueType === 'f64'

const fourWords = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 })

test('writes a read value to the same text and the same words', () => {
  let roundTrips = 0
  for (const format of formats()) {
    for (const scale of isScaled(format) ? scales : [{}]) {
      const codec = compileValue({ ...format, ...scale })
      const runs = { numRuns: isFloat(format) ? 200 : 20 }
      fc.assert(
        fc.property(fourWords, (words) => {
          roundTrips += Number(comesBack(codec, words.slice(0, codec.registers)))
        }),
        runs,
      )
    }
  }
  assert.ok(roundTrips > 5_000, `only ${roundTrips} values were held`)
})

/** False where there is nothing to compare: no value, a text too long to be written, -0, an unknown label. */
function comesBack(codec: ValueCodec, words: number[]): boolean {
  const read = codec.decode(words)
  if ('err' in read || read.ok.length > 64) return false
  const written = codec.encode(read.ok)
  if ('err' in written) {
    assert.ok(['not-in-enum', 'too-long'].includes(written.err.name), JSON.stringify([read, written]))
    return false
  }
  assert.deepEqual(codec.decode(written.ok.words), read)
  const { mask } = written.ok
  const isExact = 'ok' in codec.decodeNumber(words) && words.some(isMoreThanSign)
  if (isExact) assert.deepEqual(written.ok.words, mask ? words.map((word, index) => word & (mask[index] ?? 0)) : words)
  return true
}

// A float of the sign bit alone is -0, which is written as 0.
const isMoreThanSign = (word: number): boolean => (word & 0x7f7f) !== 0

test('singles are written as short as can be', () => {
  const codec = compileValue({ valueType: 'f32' })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 0x7f7f_ffff }), (bits) => {
      const view = new DataView(new ArrayBuffer(4))
      view.setUint32(0, bits)
      const value = view.getFloat32(0)
      const read = codec.decode([bits >>> 16, bits & 0xffff])
      assert.ok('ok' in read)
      assert.equal(Math.fround(Number(read.ok)), value)
      const digits = read.ok.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length
      if (digits > 1) assert.notEqual(Math.fround(Number(value.toPrecision(digits - 1))), value)
      assert.ok(digits <= 9)
    }),
    { numRuns: 2_000 },
  )
})

test('text that fits comes back', () => {
  const codec = compileValue({ valueType: 'string', bitsAmount: 320, order: 'BADC' })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      const written = codec.encode(text)
      if ('err' in written) assert.ok(Buffer.byteLength(text) > 40 || text.includes('\0'))
      else assert.deepEqual(codec.decode(written.ok.words), { ok: text.replace(/ +$/, '') })
    }),
  )
})

test('the quick way and the exact way agree', () => {
  const fewDecimals = fc
    .tuple(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), fc.integer({ min: 0, max: 9 }))
    .map(([digits, decimals]) => wordsOf(digits / 10 ** decimals))
  const settings = fc.record({
    multiplier: fc.oneof(fc.constantFrom(1, 0.1, -0.001, 1000), fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
    shift: fc.oneof(
      fc.constantFrom('0.0', '-40.0', '0.05'),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }).map(fixed),
    ),
    precision: fc.integer({ min: 0, max: 12 }),
  })
  const types = fc.constantFrom<ValueType>('u16', 's32', 'u64', 's64', 'f32', 'f64')
  fc.assert(
    fc.property(types, settings, fc.oneof(fourWords, fewDecimals), (valueType, scale, words) => {
      const codec = compileValue({ valueType, ...scale })
      // Trailing zeros do not change the number, but exceed what the fast path handles.
      const slow = compileValue({ valueType, ...scale, shift: scale.shift + '0'.repeat(25) })
      const read = codec.decode(words)
      assert.deepEqual(read, slow.decode(words))
      const number = codec.decodeNumber(words)
      assert.deepEqual(number, slow.decodeNumber(words))
      if ('ok' in read && 'ok' in number) assert.equal(number.ok, Number(read.ok) + 0)
    }),
    { numRuns: 2_000 },
  )
})

const fixed = (value: number): string => value.toFixed(9)

/** Returns the words of a 64-bit number. */
const wordsOf = (value: number): Uint16Array => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return Uint16Array.from({ length: 4 }, (_, at) => view.getUint16(2 * at))
}

test('hostile text is refused, never thrown at', () => {
  const codecs = [...formats()].filter(({ order }) => order === 'DCBA').map(compileValue)
  const hostile = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.-+eEx_ \0'.split('')) }))
  fc.assert(
    fc.property(hostile, fc.constantFrom(...codecs), (text, codec) => {
      const written = codec.encode(text)
      if ('ok' in written) {
        assert.equal(written.ok.words.length, codec.registers)
        for (const word of written.ok.words) assert.ok(Number.isInteger(word) && word >= 0 && word <= 0xffff)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('a write never leaves the bounds', () => {
  const setting = fc.double({ min: -500, max: 500, noNaN: true }).map((value) => value.toFixed(2))
  const types = fc.constantFrom<ValueType>('s16', 'u16', 'f32', 'f64', 'bcd16')
  const multipliers = fc.constantFrom('0.1', '3', '-7', '0.3', '-0.011')
  fc.assert(
    fc.property(types, multipliers, setting, setting, setting, (valueType, multiplier, a, b, text) => {
      const [min, max] = Number(a) < Number(b) ? [a, b] : [b, a]
      const codec = compileValue({ valueType, multiplier, min, max })
      const written = codec.encode(text)
      if ('err' in written) return
      const read = codec.decodeNumber(written.ok.words)
      assert.ok('ok' in read && read.ok >= Number(min) && read.ok <= Number(max), JSON.stringify([min, read, max]))
    }),
    { numRuns: 2_000 },
  )
})

test('every format tried here is a good one, of one to four registers', () => {
  for (const format of formats()) {
    assert.equal(formatProblem(format, 'holding'), null)
    assert.ok(registerCount(format) >= 1 && registerCount(format) <= 4)
  }
})
