import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compileValue } from './codec.ts'
import { byteOrders, type ValueFormat, type ValueType } from './format.ts'
import { formatProblem } from './problems/problems.ts'
import { readExtent } from './shape.ts'

const wordsOf = (hex: string): number[] => hex.split(' ').map((word) => Number.parseInt(word, 16))

/** Decodes registers to a text, or to `!` and the reason. Decoding to a number must agree. */
const shown = (format: ValueFormat, hex: string): string => {
  const codec = compileValue(format)
  const [text, number] = [codec.decode(wordsOf(hex)), codec.decodeNumber(wordsOf(hex))]
  if ('err' in text) {
    assert.deepEqual(number, text)
    return `!${text.err}`
  }
  assert.deepEqual(number, { ok: Number(text.ok) })
  return text.ok
}

test('numbers that mean "no value" are compared before scaling, in the order of the registers', () => {
  const rows: [format: ValueFormat, hex: string, gives: string][] = [
    [{ valueType: 'u16', nanValues: ['0xFFFF'], multiplier: '0.1' }, 'ffff', '!no-value'],
    [{ valueType: 'u16', nanValues: ['0xFFFF'], multiplier: '0.1' }, 'fffe', '6553.4'],
    [{ valueType: 'u16', nanValues: ['65535', '0x7fff'] }, '7fff', '!no-value'],
    [{ valueType: 's16', nanValues: ['-32768'], multiplier: '0.1' }, '8000', '!no-value'],
    [{ valueType: 's16', nanValues: ['0x8000'], shift: 40 }, '8000', '!no-value'],
    [{ valueType: 's32', nanValues: ['0x80000000'], order: 'CDAB' }, '0000 8000', '!no-value'],
    [{ valueType: 's32', nanValues: ['0x80000000'], order: 'CDAB' }, '8000 0000', '32768'],
    [{ valueType: 's32', nanValues: ['-2147483648'], order: 'DCBA' }, '0000 0080', '!no-value'],
    [{ valueType: 'u64', nanValues: ['0xFFFFFFFFFFFFFFFF'], multiplier: '0.01' }, 'ffff ffff ffff ffff', '!no-value'],
    [{ valueType: 'u64', nanValues: ['18446744073709551615'] }, 'ffff ffff ffff fffe', '18446744073709551614'],
    [{ valueType: 's64', nanValues: ['0x8000000000000000'] }, '8000 0000 0000 0000', '!no-value'],
    [{ valueType: 'f32', nanValues: ['0xC479C000'] }, 'c479 c000', '!no-value'],
    [{ valueType: 'f32', nanValues: ['-999'] }, 'c479 c000', '!no-value'],
    [{ valueType: 'f32', nanValues: ['-999'] }, '4366 3333', '230.2'],
    [{ valueType: 'bcd16', nanValues: ['0xFFFF'] }, 'ffff', '!no-value'],
    [{ valueType: 'bcd16', nanValues: ['9999'] }, '9999', '!no-value'],
    [{ valueType: 'bitmask', nanValues: ['0xFFFF'] }, 'ffff', '!no-value'],
    [{ valueType: 'unixtime', nanValues: ['0'] }, '0000 0000', '!no-value'],
    // For a bit field, the other bits are ignored.
    [{ valueType: 'u16', bitPosition: 8, bitsAmount: 8, nanValues: ['0xFF'] }, 'ff07', '!no-value'],
    [{ valueType: 'u16', bitPosition: 8, bitsAmount: 8, nanValues: ['255'] }, '12ff', '18'],
    [{ valueType: 'u32', nanValues: ['0xFFFFFFFF'] }, 'ffff', '!too-short'],
  ]
  for (const [format, hex, gives] of rows) assert.equal(shown(format, hex), gives, `${JSON.stringify(format)} ${hex}`)
})

test('a number that means "no value" is never decoded to a number and never written', () => {
  const types = fc.constantFrom<ValueType>('u16', 's16', 'u32', 's32', 'u64', 's64', 'f32', 'f64', 'bcd16', 'bcd32')
  const words = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(types, fc.constantFrom(...byteOrders), words, (valueType, order, four) => {
      const plain = compileValue({ valueType, order, multiplier: '0.1' })
      const valueWords = four.slice(0, plain.registers)
      const hex = bigEndian({ valueType, order }, valueWords)
      const format: ValueFormat = { valueType, order, multiplier: '0.1', nanValues: ['0x0', hex] }
      assert.equal(formatProblem(format, 'holding'), null)
      const codec = compileValue(format)
      assert.deepEqual(codec.decode(valueWords), { err: 'no-value' })
      assert.deepEqual(codec.decodeNumber(valueWords), { err: 'no-value' })
      const read = plain.decode(valueWords)
      if ('err' in read || 'err' in plain.encode(read.ok)) return
      assert.deepEqual(codec.encode(read.ok), { err: { name: 'no-value' } })
      assert.deepEqual(codec.encode('0'), { err: { name: 'no-value' } })
    }),
  )
})

/** Said another way than the code does: byte by byte. */
const bigEndian = ({ order }: ValueFormat, words: readonly number[]): string => {
  const inOrder = order === 'CDAB' || order === 'DCBA' ? words.toReversed() : words
  const bytes = inOrder.map((word) => {
    const text = word.toString(16).padStart(4, '0')
    return order === 'BADC' || order === 'DCBA' ? text.slice(2) + text.slice(0, 2) : text
  })
  return `0x${bytes.join('')}`
}

test('sign and magnitude: every number of 16 bits there and back', () => {
  for (const negativeFrom of [1, 10_000, 0x8000, 0xffff]) {
    const codec = compileValue({ valueType: 'u16', multiplier: '0.1', coding: { negativeFrom } })
    for (let raw = 0; raw <= 0xffff; raw++) {
      const value = raw < negativeFrom ? raw : negativeFrom - raw
      const text = String((value + 0) / 10)
      assert.deepEqual(codec.decode([raw]), { ok: text })
      // Zero has two forms, and is written in the plain one.
      assert.deepEqual(codec.encode(text), { ok: { words: [raw === negativeFrom ? 0 : raw] } })
    }
  }
})

test('sign and magnitude in other types, beyond 2^53, and what does not fit', () => {
  const rows: [format: ValueFormat, hex: string, gives: string][] = [
    [{ valueType: 'u16', multiplier: '0.1', coding: { negativeFrom: 10_000 } }, '2742', '-5'],
    [
      { valueType: 'u16', multiplier: '0.1', nanValues: ['65535'], coding: { negativeFrom: 10_000 } },
      'ffff',
      '!no-value',
    ],
    [{ valueType: 'u32', coding: { negativeFrom: 0x8000_0000 } }, '8000 0007', '-7'],
    [{ valueType: 'u32', coding: { negativeFrom: 0x8000_0000 }, order: 'CDAB' }, '0007 8000', '-7'],
    [{ valueType: 'bcd16', coding: { negativeFrom: 5000 } }, '5023', '-23'],
    [{ valueType: 'u64', coding: { negativeFrom: 10 } }, 'ffff ffff ffff ffff', '-18446744073709551605'],
  ]
  for (const [format, hex, gives] of rows) assert.equal(shown(format, hex), gives, `${JSON.stringify(format)} ${hex}`)
  const codec = compileValue({ valueType: 'u16', coding: { negativeFrom: 10_000 }, nanValues: ['65535'] })
  assert.deepEqual(codec.encode('10000'), { err: { name: 'out-of-range', lowest: '-55535', highest: '9999' } })
  assert.deepEqual(codec.encode('-55535'), { err: { name: 'no-value' } })
  assert.deepEqual(codec.encode('-55534'), { ok: { words: [0xfffe] } })
})

const sign = { address: 33_135, positive: 0, negative: 1 }

test('a sign in another register, before or after the value', () => {
  const power: ValueFormat = { valueType: 's32', address: 33_149, coding: { signAt: sign } }
  const current: ValueFormat = { valueType: 's16', multiplier: '0.1', address: 33_134, coding: { signAt: sign } }
  assert.deepEqual(readExtent({ ...power, address: 33_149 }), { address: 33_135, count: 16 })
  assert.deepEqual(readExtent({ ...current, address: 33_134 }), { address: 33_134, count: 2 })
  assert.deepEqual([compileValue(power).registers, compileValue(power).before], [16, 14])
  const between = '0000 '.repeat(13)
  const rows: [format: ValueFormat, hex: string, gives: string][] = [
    [current, '002d 0000', '4.5'],
    [current, '002d 0001', '-4.5'],
    [current, '0000 0001', '0'],
    // If the unit also sends a sign, the sign register decides.
    [current, 'ffd3 0001', '-4.5'],
    [current, 'ffd3 0000', '4.5'],
    [current, '002d 0002', '!no-value'],
    [current, '002d', '!too-short'],
    [power, `0000 ${between}0000 0bb8`, '3000'],
    [power, `0001 ${between}0000 0bb8`, '-3000'],
    [{ ...power, valueType: 'f32' }, `0001 ${between}4366 3333`, '-230.2'],
    [{ ...current, nanValues: ['0x7FFF'] }, '7fff 0001', '!no-value'],
    [
      { valueType: 'u64', address: 0, coding: { signAt: { ...sign, address: 4 } } },
      'ffff ffff ffff ffff 0001',
      '-18446744073709551615',
    ],
  ]
  for (const [format, hex, gives] of rows) assert.equal(shown(format, hex), gives, `${JSON.stringify(format)} ${hex}`)
})

test('a power of ten in another register keeps every digit', () => {
  const of = (valueType: ValueType, more: Partial<ValueFormat> = {}): ValueFormat => ({
    valueType,
    address: 10,
    coding: { scaleAt: 10 + compileValue({ valueType }).registers },
    ...more,
  })
  const rows: [format: ValueFormat, hex: string, gives: string][] = [
    [of('s16'), '08fc fffe', '23'],
    [of('s16'), 'f704 ffff', '-230'],
    [of('u16'), '08fd fffe', '23.01'],
    [of('u16'), '0005 0003', '5000'],
    [of('u16'), '0005 0000', '5'],
    [of('u16', { multiplier: '0.001' }), '0005 0001', '0.05'],
    [of('u16', { multiplier: '0.001', precision: 2 }), '0006 0000', '0.01'],
    [of('u16'), '0005 8000', '!no-value'],
    [of('u16'), '0005 fff6', '0.0000000005'],
    [of('u16'), '0005 fff5', '!no-value'],
    [of('u16', { nanValues: ['0xFFFF'] }), 'ffff fffe', '!no-value'],
    [of('u16', { order: 'BADC' }), '0500 0300', '5000'],
    [of('u64'), 'ffff ffff ffff ffff fffe', '184467440737095516.15'],
    [of('u64'), 'ffff ffff ffff ffff 000a', '184467440737095516150000000000'],
    [of('u16', { coding: { scaleAt: 11, signAt: { ...sign, address: 9 } } }), '0001 0005 ffff', '-0.5'],
  ]
  for (const [format, hex, gives] of rows) assert.equal(shown(format, hex), gives, `${JSON.stringify(format)} ${hex}`)
  assert.deepEqual(compileValue(of('u16')).encode('5'), { err: { name: 'read-only' } })
})

test('a coding that makes no sense is named by its field', () => {
  const rows: [format: object, problem: RegExp][] = [
    [{ nanValues: ['FFFF'] }, /^nanValues must be like 0x8000 or -32768.*not "FFFF"/],
    [{ nanValues: ['0x10000'] }, /^nanValues must be like .*"0x10000"/],
    [{ nanValues: ['-1'] }, /^nanValues must be like/],
    [{ nanValues: ['1.5'] }, /^nanValues must be like/],
    [{ valueType: 's16', nanValues: ['65535'] }, /^nanValues must be like/],
    [{ valueType: 'f32', nanValues: ['16777217'] }, /^nanValues must be like/],
    [{ bitPosition: 4, bitsAmount: 4, nanValues: ['0x10'] }, /^nanValues must be like/],
    [{ valueType: 'string', bitsAmount: 16, nanValues: ['0x0'] }, /^nanValues has no meaning for string/],
    [{ valueType: 'bit', nanValues: ['1'] }, /^nanValues has no meaning for bit/],
    [{ nanValues: Array.from({ length: 17 }, (_, n) => `${n}`) }, /^nanValues must name at most 16/],
    [{ valueType: 's16', coding: { negativeFrom: 5 } }, /^coding.negativeFrom has no meaning for s16/],
    [{ coding: { negativeFrom: 0 } }, /^coding.negativeFrom must be a whole number/],
    [{ coding: { negativeFrom: 65_536 } }, /^coding.negativeFrom must be/],
    [{ address: 1, coding: { negativeFrom: 5, signAt: sign } }, /^coding must not name two signs/],
    [{ address: 1, coding: { signAt: { ...sign, negative: 0 } } }, /^coding.signAt must tell/],
    [{ address: 1, coding: { signAt: { ...sign, address: 65_536 } } }, /^coding.signAt must be of numbers/],
    [{ valueType: 'bitmask', address: 1, coding: { signAt: sign } }, /^coding.signAt has no meaning for bitmask/],
    [{ valueType: 'f32', address: 1, coding: { scaleAt: 3 } }, /^coding.scaleAt has no meaning for f32/],
    [{ address: 1, coding: { scaleAt: -1 } }, /^coding.scaleAt must be/],
    [{ coding: { scaleAt: 3 } }, /^address must be given/],
    [{ address: 1, coding: { scaleAt: 126 } }, /^coding must name registers that one request of 125/],
  ]
  for (const [format, problem] of rows) {
    assert.match(formatProblem({ valueType: 'u16', ...format }, 'holding') ?? 'none', problem, JSON.stringify(format))
  }
  const good: object[] = [
    { nanValues: [] },
    { coding: {} },
    { coding: { negativeFrom: 65_535 } },
    { address: 1, coding: { scaleAt: 125 } },
  ]
  for (const format of good) assert.equal(formatProblem({ valueType: 'u16', ...format }, 'holding'), null)
})
