import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileValue, decodeValue, encodeValue } from './codec.ts'
import type { WriteError } from './encode.ts'
import type { ValueFormat } from './format.ts'
import type { ValueError } from './raw/raw.ts'

const wordsOf = (hex: string): number[] => hex.split(' ').map((word) => Number.parseInt(word, 16))
const ascii = (text: string): string =>
  Buffer.from(text)
    .toString('hex')
    .replace(/.{4}(?=.)/g, '$& ')

type Row = [format: ValueFormat, hex: string, text: string]

/** Rows that hold both ways. */
const exact: Row[] = [
  [{ valueType: 'bit' }, '0001', '1'],
  [{ valueType: 'bit', bitPosition: 9 }, '0200', '1'],
  [{ valueType: 'bit', bitPosition: 1, order: 'BADC' }, '0200', '1'],
  [{ valueType: 'bit', multiplier: -1, shift: 1 }, '0000', '1'],
  [{ valueType: 'u16' }, 'ffff', '65535'],
  [{ valueType: 'u16', order: 'BADC' }, '3412', '4660'],
  [{ valueType: 'u16', order: 'CDAB' }, '1234', '4660'],
  [{ valueType: 'u16', multiplier: 0.1 }, '00eb', '23.5'],
  [{ valueType: 'u16', multiplier: '0.0000001' }, '0001', '0.0000001'],
  [{ valueType: 'u16', multiplier: -0.5, shift: 10 }, '0003', '8.5'],
  [{ valueType: 'u16', bitPosition: 4, bitsAmount: 8 }, '0ab0', '171'],
  [{ valueType: 's16' }, 'ffff', '-1'],
  [{ valueType: 's16', multiplier: '0.01', precision: 2 }, '8000', '-327.68'],
  [{ valueType: 'u32' }, '0001 0002', '65538'],
  [{ valueType: 'u32', order: 'CDAB' }, '0002 0001', '65538'],
  [{ valueType: 'u32', order: 'BADC' }, '0100 0200', '65538'],
  [{ valueType: 'u32', order: 'DCBA' }, '0200 0100', '65538'],
  [{ valueType: 'u32', bitPosition: 12, bitsAmount: 8 }, '000a b000', '171'],
  [{ valueType: 's32' }, 'ffff fffe', '-2'],
  [{ valueType: 'u64' }, 'ffff ffff ffff ffff', '18446744073709551615'],
  [{ valueType: 'u64', multiplier: '0.001' }, 'ffff ffff ffff ffff', '18446744073709551.615'],
  [{ valueType: 'u64', order: 'CDAB' }, '0004 0003 0002 0001', '281483566841860'],
  [{ valueType: 'u64', order: 'DCBA' }, '0400 0300 0200 0100', '281483566841860'],
  [{ valueType: 's64' }, '8000 0000 0000 0000', '-9223372036854775808'],
  [{ valueType: 's64' }, 'ffe0 0000 0000 0000', '-9007199254740992'],
  [{ valueType: 's64' }, 'ffdf ffff ffff ffff', '-9007199254740993'],
  [{ valueType: 'f32' }, '3f8c cccd', '1.1'],
  [{ valueType: 'f32', order: 'CDAB' }, 'cccd 3f8c', '1.1'],
  [{ valueType: 'f32', multiplier: 0.1 }, '3f8c cccd', '0.11'],
  [{ valueType: 'f32' }, '4b80 0001', '16777218'],
  [{ valueType: 'f32' }, '7f7f ffff', `34028235${'0'.repeat(31)}`],
  [{ valueType: 'f32' }, '0000 0001', `0.${'0'.repeat(44)}1`],
  [{ valueType: 'f32' }, '6b00 0000', `15474251${'0'.repeat(19)}`],
  [{ valueType: 'f64' }, '3fb9 9999 9999 999a', '0.1'],
  [{ valueType: 'f64', order: 'DCBA' }, '9a99 9999 9999 b93f', '0.1'],
  [{ valueType: 'f64', multiplier: 3, shift: 1 }, '4340 0000 0000 0000', '27021597764222977'],
  [{ valueType: 'bcd16' }, '1234', '1234'],
  [{ valueType: 'bcd16', order: 'BADC' }, '3412', '1234'],
  [{ valueType: 'bcd32' }, '1234 5678', '12345678'],
  [{ valueType: 'bcd32', order: 'CDAB', multiplier: 0.01 }, '5678 1234', '123456.78'],
  [{ valueType: 'enum', enum: { 0: 'off', 3: 'on' } }, '0003', '3'],
  [{ valueType: 'enum', enum: { 2: 'auto' }, bitPosition: 14, bitsAmount: 2 }, '8000', '2'],
  [{ valueType: 'bitmask' }, 'a001', '40961'],
  [{ valueType: 'bitmask', bitPosition: 8, bitsAmount: 4 }, '0500', '5'],
  [{ valueType: 'bitmask', bitPosition: 8, bitsAmount: 16 }, '0012 3400', '4660'],
  [{ valueType: 'bitmask', bitsAmount: 32, order: 'CDAB' }, '0001 8000', '2147483649'],
  [{ valueType: 'string', bitsAmount: 48 }, ascii('SN-42\0'), 'SN-42'],
  [{ valueType: 'string', bitsAmount: 32, order: 'DCBA' }, ascii('baDC'), 'abCD'],
  [{ valueType: 'string', bitsAmount: 32 }, 'd0b6 c3a9', 'жé'],
  [{ valueType: 'string', bitsAmount: 16 }, '0000', ''],
  [{ valueType: 'unixtime' }, '6553 f100', '1700000000'],
  [{ valueType: 'unixtime', shift: 946684800 }, '0000 0001', '946684801'],
]

test('registers and values are the same both ways', () => {
  for (const [format, hex, text] of exact) {
    assert.deepEqual(decodeValue(format, wordsOf(hex)), { ok: text })
    const encoded = encodeValue(format, text)
    assert.ok('ok' in encoded, JSON.stringify([format, encoded]))
    assert.deepEqual(encoded.ok.words, wordsOf(hex))
  }
})

test('rounds, trims and cuts read values by their format', () => {
  const rows: Row[] = [
    [{ valueType: 'bit', bitPosition: 3 }, 'fff7', '0'],
    [{ valueType: 'u16', bitPosition: 4, bitsAmount: 8 }, 'fabf', '171'],
    [{ valueType: 'u16', multiplier: 0.05, precision: 1 }, '0001', '0.1'],
    [{ valueType: 's16', multiplier: 0.05, precision: 1 }, 'ffff', '-0.1'],
    [{ valueType: 's16', multiplier: 0.01, precision: 1 }, 'ffff', '0'],
    [{ valueType: 'u16', precision: 2 }, '0005', '5'],
    [{ valueType: 'u64', multiplier: '0.01', precision: 1 }, 'ffff ffff ffff ffff', '184467440737095516.2'],
    [{ valueType: 'f32', precision: 2 }, '4049 0fdb', '3.14'],
    [{ valueType: 'f32' }, '8000 0000', '0'],
    [{ valueType: 'f64', precision: 3 }, '4009 21fb 5444 2d18', '3.142'],
    [{ valueType: 'f64' }, '7fef ffff ffff ffff', `17976931348623157${'0'.repeat(292)}`],
    [{ valueType: 'string', bitsAmount: 64 }, ascii('ab  \0xyz'), 'ab'],
    [{ valueType: 'string', bitsAmount: 64 }, ascii(' ab     '), ' ab'],
    [{ valueType: 'string', bitsAmount: 32 }, 'e94f c000', 'éOÀ'],
    [{ valueType: 'enum', enum: { 1: 'on' } }, '0009', '9'],
  ]
  for (const [format, hex, text] of rows) assert.deepEqual(decodeValue(format, wordsOf(hex)), { ok: text })
})

test('a value is found at its place in a reply', () => {
  assert.deepEqual(decodeValue({ valueType: 'u32' }, [9, 0, 7, 9], 1), { ok: '7' })
  assert.deepEqual(decodeValue({ valueType: 'u32' }, Uint16Array.of(9, 0, 7), 1), { ok: '7' })
})

test('reports why registers contain no value', () => {
  const rows: [format: ValueFormat, hex: string, err: ValueError][] = [
    [{ valueType: 'f32' }, '7fc0 0000', 'not-a-number'],
    [{ valueType: 'f32' }, 'ff80 0000', 'infinite'],
    [{ valueType: 'f64' }, '7ff8 0000 0000 0000', 'not-a-number'],
    [{ valueType: 'f64' }, '7ff0 0000 0000 0000', 'infinite'],
    [{ valueType: 'bcd16' }, '12a4', 'not-bcd'],
    [{ valueType: 'bcd32' }, '1234 f000', 'not-bcd'],
    [{ valueType: 'u64' }, '0001 0002 0003', 'too-short'],
    [{ valueType: 'f32' }, '0001', 'too-short'],
    [{ valueType: 'bcd32' }, '0001', 'too-short'],
    [{ valueType: 'string', bitsAmount: 32 }, '0001', 'too-short'],
  ]
  for (const [format, hex, err] of rows) assert.deepEqual(decodeValue(format, wordsOf(hex)), { err })
})

test('a number is the double nearest to the shown value', () => {
  const rows: [format: ValueFormat, hex: string, gives: object][] = [
    [{ valueType: 'u16', multiplier: 0.1 }, '0003', { ok: 0.3 }],
    [{ valueType: 's16', multiplier: -1 }, '0000', { ok: 0 }],
    [{ valueType: 'u16', multiplier: '0.0000001' }, '0001', { ok: 1e-7 }],
    [{ valueType: 'u64' }, 'ffff ffff ffff ffff', { ok: 2 ** 64 }],
    [{ valueType: 'f32', precision: 1 }, '3f8c cccd', { ok: 1.1 }],
    [{ valueType: 'f64', multiplier: 10 }, '7fef ffff ffff ffff', { err: 'infinite' }],
    [{ valueType: 'f32' }, '7fc0 0000', { err: 'not-a-number' }],
    [{ valueType: 'string', bitsAmount: 16 }, '3132', { err: 'text' }],
  ]
  for (const [format, hex, gives] of rows) {
    assert.deepEqual(compileValue(format).decodeNumber(wordsOf(hex)), gives)
  }
})

test('a write takes the nearest raw number', () => {
  const rows: [format: ValueFormat, text: string, hex: string][] = [
    [{ valueType: 'u16', multiplier: 0.1 }, '2.35', '0018'],
    [{ valueType: 's16', multiplier: 0.1 }, '-2.35', 'ffe8'],
    [{ valueType: 'u16', multiplier: 3 }, '10', '0003'],
    [{ valueType: 'unixtime' }, '1.5', '0000 0002'],
    [{ valueType: 'f64' }, '0.1', '3fb9 9999 9999 999a'],
    [{ valueType: 'f32' }, '-0', '0000 0000'],
    // The middle of two singles goes to the even one; a trifle more, which a double cannot hold, goes up.
    [{ valueType: 'f32' }, '1.000000059604644775390625', '3f80 0000'],
    [{ valueType: 'f32' }, '1.0000000596046447753906250000000001', '3f80 0001'],
    [{ valueType: 'f32' }, '1.0000001788139343261718749999999999', '3f80 0001'],
    // Rounding would carry these over a bound.
    [{ valueType: 'u16', multiplier: 3, max: 11 }, '10.5', '0003'],
    [{ valueType: 'u16', multiplier: 3, min: 10 }, '10', '0004'],
    [{ valueType: 's16', multiplier: -3, max: -10 }, '-10', '0004'],
    [{ valueType: 'f32', multiplier: 3, max: 1 }, '1', '3eaa aaaa'],
    [{ valueType: 'f64', multiplier: 0.7, max: 1 }, '1', '3ff6 db6d b6db 6db6'],
    [{ valueType: 'f32', max: 0.1 }, '0.1', '3dcc cccd'],
    [{ valueType: 'string', bitsAmount: 32 }, 'ab ', '6162 2000'],
  ]
  for (const [format, text, hex] of rows) {
    assert.deepEqual(encodeValue(format, text), { ok: { words: wordsOf(hex) } }, JSON.stringify([format, text]))
  }
})

test('returns the mask of a bit field with its write', () => {
  const rows: [format: ValueFormat, text: string, hex: string, mask: string][] = [
    [{ valueType: 'bit', bitPosition: 15 }, '1', '8000', '8000'],
    [{ valueType: 'bit', bitPosition: 15 }, '0', '0000', '8000'],
    [{ valueType: 'bit' }, '1', '0001', '0001'],
    [{ valueType: 'u16', bitPosition: 4, bitsAmount: 8, order: 'BADC' }, '171', 'b00a', 'f00f'],
    [{ valueType: 'u32', bitPosition: 12, bitsAmount: 8, order: 'CDAB' }, '1', '1000 0000', 'f000 000f'],
    [{ valueType: 'bitmask', bitPosition: 31, bitsAmount: 1 }, '1', '8000 0000', '8000 0000'],
  ]
  for (const [format, text, hex, mask] of rows) {
    assert.deepEqual(encodeValue(format, text), { ok: { words: wordsOf(hex), mask: wordsOf(mask) } })
  }
  assert.deepEqual(encodeValue({ valueType: 'u16', bitsAmount: 16 }, '7'), { ok: { words: [7] } })
})

test('a write is refused with its reason', () => {
  const bound: ValueFormat = { valueType: 'u16', multiplier: 0.1, min: 5, max: '30.5' }
  const modes: ValueFormat = { valueType: 'enum', enum: { 0: 'off', 3: 'on' } }
  const rows: [format: ValueFormat, text: string, err: WriteError][] = [
    [bound, '', { name: 'not-decimal' }],
    [bound, '1e1', { name: 'not-decimal' }],
    [bound, '4.99', { name: 'below-min', min: '5' }],
    [bound, '30.51', { name: 'above-max', max: '30.5' }],
    [{ valueType: 'u16', multiplier: 10, min: 4, max: 6 }, '5', { name: 'above-max', max: '6' }],
    [{ valueType: 'u16', min: -2, max: -1 }, '-1', { name: 'out-of-range', lowest: '0', highest: '65535' }],
    [{ valueType: 'u16', shift: -0.4, max: -0.5 }, '-0.6', { name: 'above-max', max: '-0.5' }],
    [{ valueType: 'u16' }, '65535.5', { name: 'out-of-range', lowest: '0', highest: '65535' }],
    [{ valueType: 's16', multiplier: -0.1 }, '3276.85', { name: 'out-of-range', lowest: '-3276.7', highest: '3276.8' }],
    [{ valueType: 'bcd16' }, '10000', { name: 'out-of-range', lowest: '0', highest: '9999' }],
    [{ valueType: 'bcd16' }, '-1', { name: 'out-of-range', lowest: '0', highest: '9999' }],
    [{ valueType: 'u16', bitPosition: 2, bitsAmount: 3 }, '8', { name: 'out-of-range', lowest: '0', highest: '7' }],
    [{ valueType: 'bit' }, '2', { name: 'out-of-range', lowest: '0', highest: '1' }],
    [{ valueType: 'bit' }, '0.4', { name: 'not-whole' }],
    [{ valueType: 'bitmask' }, '1.5', { name: 'not-whole' }],
    [modes, '0.5', { name: 'not-whole' }],
    [modes, '1', { name: 'not-in-enum', known: ['0', '3'] }],
    [{ valueType: 'string', bitsAmount: 32 }, 'abcde', { name: 'too-long', bytesMax: 4 }],
    [{ valueType: 'string', bitsAmount: 32 }, 'жжж', { name: 'too-long', bytesMax: 4 }],
    [{ valueType: 'string', bitsAmount: 32 }, 'a\0b', { name: 'not-text' }],
    [{ valueType: 'string', bitsAmount: 32 }, '\ud800', { name: 'not-text' }],
  ]
  for (const [format, text, err] of rows) assert.deepEqual(encodeValue(format, text), { err }, text)
  const large = encodeValue({ valueType: 'f32' }, `4${'0'.repeat(38)}`)
  assert.ok('err' in large && large.err.name === 'out-of-range')
})

test('a format without sense is not compiled', () => {
  assert.throws(() => compileValue({ valueType: 'u16', multiplier: 'x' }), /multiplier must be a plain decimal/)
})
