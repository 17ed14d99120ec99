import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteOrders, decodeValue, encodeValue, registerCount, type ValueFormat, type ValueType } from '@busbar/modbus'
import * as fc from 'fast-check'
import { packer } from './pack.ts'

function packed(format: ValueFormat, value: number | string): number[] {
  const words = new Uint16Array(32)
  packer(format)(value, words)
  return [...words.subarray(0, registerCount(format))]
}

const rows: [ValueFormat, number | string, string][] = [
  [{ valueType: 'u16', multiplier: 0.1 }, 230.4, '0900'],
  [{ valueType: 's16', multiplier: 0.1 }, -12.5, 'ff83'],
  [{ valueType: 'u16', multiplier: 0.1, shift: -50 }, 21.5, '02cb'],
  [{ valueType: 'u32' }, 0x1234_5678, '1234 5678'],
  [{ valueType: 'u32', order: 'CDAB' }, 0x1234_5678, '5678 1234'],
  [{ valueType: 'u32', order: 'BADC' }, 0x1234_5678, '3412 7856'],
  [{ valueType: 'u32', order: 'DCBA' }, 0x1234_5678, '7856 3412'],
  [{ valueType: 's64' }, -2, 'ffff ffff ffff fffe'],
  [{ valueType: 'f32' }, 1.5, '3fc0 0000'],
  [{ valueType: 'f64', order: 'CDAB' }, 1.5, '0000 0000 0000 3ff8'],
  [{ valueType: 'bcd32' }, 12_345_678, '1234 5678'],
  [{ valueType: 'bitmask', bitPosition: 4, bitsAmount: 2 }, 3, '0030'],
  [{ valueType: 'bit', bitPosition: 15 }, 1, '8000'],
  [{ valueType: 'string', bitsAmount: 48 }, 'P-1', '502d 3100 0000'],
  // A value outside of the range of its type is limited to the range.
  [{ valueType: 'u16' }, 70_000, 'ffff'],
  [{ valueType: 's16' }, -40_000, '8000'],
  [{ valueType: 'bcd16' }, 12_345, '9999'],
  [{ valueType: 'string', bitsAmount: 16 }, 'too long', '0000'],
]

for (const [format, value, words] of rows) {
  test(`${JSON.stringify(format)} ${value} is ${words}`, () => {
    const hex = packed(format, value).map((word) => word.toString(16).padStart(4, '0'))
    assert.equal(hex.join(' '), words)
  })
}

const integers: ValueType[] = ['u16', 's16', 'u32', 's32', 'u64', 's64', 'bcd16', 'bcd32', 'unixtime']

test('packing agrees with encodeValue, in every order', () => {
  const format = fc.record({
    valueType: fc.constantFrom(...integers),
    order: fc.constantFrom(...byteOrders),
    multiplier: fc.constantFrom(1, 0.1, 0.01, 10),
  })
  fc.assert(
    fc.property(format, fc.integer({ min: -9999, max: 9999 }), (one, raw) => {
      const text = String(Math.round(raw * one.multiplier * 100) / 100)
      const encoded = encodeValue(one, text)
      if ('ok' in encoded) assert.deepEqual(packed(one, Number(text)), encoded.ok.words)
    }),
  )
})

test('a float that was packed is decoded as it was', () => {
  fc.assert(
    fc.property(fc.constantFrom(...byteOrders), fc.float({ noNaN: true, noDefaultInfinity: true }), (order, value) => {
      for (const valueType of ['f32', 'f64'] as const) {
        const decoded = decodeValue({ valueType, order }, packed({ valueType, order }, value))
        assert.ok('ok' in decoded)
        assert.equal(Math.fround(Number(decoded.ok)), value + 0)
      }
    }),
  )
})
