import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileValue } from '../codec.ts'
import { parseDecimal } from '../decimal.ts'

const single = compileValue({ valueType: 'f32' })
const view = new DataView(new ArrayBuffer(4))

/** Every single is a multiple of 2^-149. */
function multipleOf(bits: number): bigint {
  view.setUint32(0, bits)
  return BigInt(view.getFloat32(0) * 2 ** 149)
}

/** From 16 on, 20 decimals are enough for the middle of two singles. */
const middles = fc.integer({ min: 0x4180_0000, max: 0x5800_0000 }).map((bits) => {
  view.setUint32(0, bits)
  const low = view.getFloat32(0)
  view.setUint32(0, bits + 1)
  return (low + view.getFloat32(0)) / 2
})
const texts = fc.oneof(
  fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 38n }), fc.integer({ min: 0, max: 20 })).map(([digits, scale]) => {
    const text = digits.toString().padStart(scale + 1, '0')
    return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
  }),
  // Beside the middle of two singles, in digits that a double does not hold.
  middles.chain((middle) => fc.constantFrom(middle.toFixed(20), `${middle.toFixed(20)}0001`)),
)

test('a decimal becomes the nearest single, an even one when two are as near', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const exact = parseDecimal(text)
      const written = single.encode(text)
      assert.ok(exact && 'ok' in written)
      const [high = 0, low = 0] = written.ok.words
      const bits = high * 0x1_0000 + low
      const unit = 10n ** BigInt(exact.scale)
      const distance = (other: number): bigint => {
        const difference = multipleOf(other) * unit - (exact.digits << 149n)
        return difference < 0n ? -difference : difference
      }
      for (const other of bits === 0 ? [1] : [bits - 1, bits + 1]) {
        assert.ok(distance(bits) <= distance(other))
        if (distance(bits) === distance(other)) assert.equal(bits % 2, 0)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('powers of two are named as shortly as can be, though singles lie unevenly around them', () => {
  for (let exponent = 1; exponent < 255; exponent++) {
    view.setUint32(0, exponent << 23)
    const value = view.getFloat32(0)
    const read = single.decode([view.getUint16(0), view.getUint16(2)])
    assert.ok('ok' in read)
    assert.equal(Math.fround(Number(read.ok)), value)
    const digits = read.ok.replace('.', '').replace(/^0+|0+$/g, '').length
    if (digits === 1) continue
    const [mantissa = '', power = ''] = value.toExponential(digits - 2).split('e')
    const shorter = Number(mantissa.replace('.', ''))
    for (const other of [shorter - 1, shorter, shorter + 1]) {
      assert.notEqual(Math.fround(Number(`${other}e${Number(power) - digits + 2}`)), value)
    }
  }
})
