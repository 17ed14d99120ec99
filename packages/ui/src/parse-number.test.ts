import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { editableDecimal, formatDecimal } from './format-decimal.ts'
import { type ParsedNumber, parseNumber } from './parse-number.ts'
import { notANumber, readNumber, shownNumber } from './read-number.ts'

const locales = ['en', 'en-US', 'en-GB', 'en-IN', 'en-DE', 'pl', 'pl-PL', 'ru', 'uk']

const textOf = (parsed: ParsedNumber): string =>
  parsed.kind === 'number' ? parsed.value : parsed.kind === 'ambiguous' ? parsed.readings.join(' or ') : parsed.kind

const invalidTexts = [
  'abc',
  '-',
  '.',
  ',',
  'e5',
  '1e',
  '1 50',
  '1,50,0',
  '12,34,567',
  '1,,5',
  '1.2.3',
  '1,234 567',
  '1 234,567,890',
  '--1',
  '1-',
  '1 500 rpm',
  '5 %',
  'NaN',
  'Infinity',
  '0b1',
  '1n',
  '\u0665',
  '\uff15',
  '9'.repeat(101),
]

const rows: [text: string, english: string, polish: string][] = [
  ['1,500', '1500 or 1.5', '1.5'],
  ['1.500', '1.5', '1500 or 1.5'],
  ['-12,345', '-12345 or -12.345', '-12.345'],
  ['\u2212999.125', '-999.125', '-999125 or -999.125'],
  ['1,500e3', '1500000 or 1500', '1500'],
  ['1,5', '1.5', '1.5'],
  ['1.5', '1.5', '1.5'],
  ['0,500', '0.5', '0.5'],
  ['0.500', '0.5', '0.5'],
  ['1234,567', '1234.567', '1234.567'],
  ['1,234,567', '1234567', '1234567'],
  ['1.234.567', '1234567', '1234567'],
  ['1,234.5', '1234.5', '1234.5'],
  ['1.234,5', '1234.5', '1234.5'],
  ['1 500', '1500', '1500'],
  ['1\u00a0500,25', '1500.25', '1500.25'],
  ['1\u202f234\u202f567.5', '1234567.5', '1234567.5'],
  ['1 500,500', '1500.5', '1500.5'],
  ["1'500.5", '1500.5', '1500.5'],
  [' +7 ', '7', '7'],
  ['-0.0', '0', '0'],
  ['007', '7', '7'],
  ['.5', '0.5', '0.5'],
  ['5.', '5', '5'],
  ['18446744073709551615', '18446744073709551615', '18446744073709551615'],
  ['18,446,744,073,709,551,615', '18446744073709551615', '18446744073709551615'],
  ['0.12345678901234567890123', '0.12345678901234567890123', '0.12345678901234567890123'],
  ['1e3', '1000', '1000'],
  ['1.5E-4', '0.00015', '0.00015'],
  ['12.5e+1', '125', '125'],
  ['1e401', 'invalid', 'invalid'],
  ['0x1F', '31', '31'],
  ['0xffffffffffffffff', '18446744073709551615', '18446744073709551615'],
  ['-0x10', 'invalid', 'invalid'],
  ['', 'empty', 'empty'],
  ['\u00a0', 'empty', 'empty'],
  ...invalidTexts.map((text): [string, string, string] => [text, 'invalid', 'invalid']),
]

describe('parseNumber', () => {
  for (const [text, english, polish] of rows)
    test(`"${text}" is ${english} in English and ${polish} in Polish`, () => {
      assert.equal(textOf(parseNumber(text, 'en-GB')), english)
      for (const locale of ['pl', 'ru', 'uk']) assert.equal(textOf(parseNumber(text, locale)), polish, locale)
    })

  test('reads the pairs of Indian grouping in an Indian browser', () => {
    assert.equal(textOf(parseNumber('12,34,567', 'en-IN')), '1234567')
    assert.equal(textOf(parseNumber('1,234,567', 'en-IN')), '1234567')
    assert.equal(textOf(parseNumber('1,500', 'en-IN')), '1500 or 1.5')
  })
})

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.stringMatching(/^(\d{0,20}[1-9])?$/))
  .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`))

describe('numbers in a language', () => {
  test('a formatted number reads back with every digit', () =>
    fc.assert(
      fc.property(decimals, fc.constantFrom(...locales), (value, locale) => {
        for (const text of [formatDecimal(value, locale), editableDecimal(value, locale)])
          assert.deepEqual(parseNumber(text, locale), { kind: 'number', value }, text)
      }),
    ))

  test('a number as the browser formats it is read as that number or offered as a reading', () =>
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 999 }),
        fc.constantFrom(...locales),
        (whole, rest, locale) => {
          const value = String(whole + Math.sign(whole) * (rest / 1000))
          const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: 'always' })
          const parsed = parseNumber(format.format(value as never), locale)
          if (parsed.kind === 'ambiguous') assert.ok(parsed.readings.includes(value))
          else assert.deepEqual(parsed, { kind: 'number', value })
        },
      ),
    ))

  test('three digits after the foreign separator are never one number', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.stringMatching(/^\d{3}$/), (whole, rest) => {
        for (const [mark, locale] of [
          [',', 'en'],
          ['.', 'pl'],
          ['.', 'ru'],
          ['.', 'uk'],
        ] as const)
          assert.equal(parseNumber(`${whole}${mark}${rest}`, locale).kind, 'ambiguous')
      }),
    ))

  test('any text gives a plain decimal, two readings or a refusal', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-+eEx \u00a0\u202f\u2212')) }),
        ),
        fc.constantFrom(...locales),
        (text, locale) => {
          const parsed = parseNumber(text, locale)
          const values = parsed.kind === 'number' ? [parsed.value] : parsed.kind === 'ambiguous' ? parsed.readings : []
          for (const value of values) assert.match(value, /^(-?(0|[1-9]\d*)\.\d*[1-9]|-?[1-9]\d*|0)$/)
        },
      ),
    ))
})

for (const [value, english, polish] of [
  ['1500', '1\u202f500', '1\u202f500'],
  ['-1234567.50', '\u22121\u202f234\u202f567.50', '\u22121\u202f234\u202f567,50'],
  [
    '18446744073709551615',
    '18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615',
    '18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615',
  ],
  ['n/a', 'n/a', 'n/a'],
] as const)
  test(`formats ${value} with every digit`, () =>
    assert.deepEqual([formatDecimal(value, 'en'), formatDecimal(value, 'pl')], [english, polish]))

for (const [value, polish] of [
  ['1500.25', '1500,25'],
  ['1e-7', '0,0000001'],
  ['-3', '-3'],
  ['NaN', ''],
  ['', ''],
] as const)
  test(`"${value}" is edited as "${polish}" in Polish`, () => assert.equal(editableDecimal(value, 'pl'), polish))

for (const [text, limits, value, problem] of [
  ['1,500', {}, 'NaN', 'ambiguous'],
  ['1,500', { isWhole: true }, '1500', null],
  ['1,500', { isWhole: true, max: 100 }, '1500', 'above'],
  ['1.5', { isWhole: true }, '1.5', 'not-whole'],
  ['-1', { min: 0 }, '-1', 'below'],
  ['0', { min: 0, max: 0 }, '0', null],
  ['', {}, '', null],
  ['', { required: true }, '', 'missing'],
  ['abc', { required: true }, 'NaN', 'invalid'],
] as const)
  test(`a field with ${JSON.stringify(limits)} and "${text}" has ${problem ?? 'no problem'}`, () => {
    const found = readNumber(text, 'en', limits)
    assert.deepEqual([found.value, found.problem?.name ?? null], [value, problem])
  })

describe('a number field', () => {
  const typed = { text: '1.500', value: notANumber, before: '7' }
  for (const [title, current, previous, text, problem] of [
    ['shows its value in the language', '1.25', null, '1,25', null],
    ['keeps the typed text when its value became that of the text', notANumber, typed, '1.500', 'ambiguous'],
    ['keeps the typed text when its value did not change', '7', typed, '1.500', 'ambiguous'],
    ['shows a value that was changed elsewhere', '8', typed, '8', null],
    ['is wrong, not empty, when its text was lost', notANumber, null, '', 'invalid'],
  ] as const)
    test(title, () => {
      const shown = shownNumber(current, previous, 'pl', {})
      assert.deepEqual([shown.text, shown.problem?.name ?? null], [text, problem])
    })
})
