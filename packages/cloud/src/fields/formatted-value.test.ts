import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type DisplayFormat, formattedValue } from './formatted-value.ts'

const volts: DisplayFormat = { valueType: 'f32', precision: 1, unitName: 'V' }
const counter: DisplayFormat = { valueType: 'u64' }
const mode: DisplayFormat = {
  valueType: 'enum',
  enum: { 0: 'Off', 1: { en: 'On', pl: 'Włączony', uk: 'Увімкнено' }, 2: { pl: 'Tylko po polsku' } },
}
const languages = ['en', 'pl', 'ru', 'ua'] as const

const rows: readonly (readonly [string, DisplayFormat, readonly [en: string, pl: string, ru: string, ua: string]])[] = [
  ['230', volts, ['230.0 V', '230,0 V', '230,0 V', '230,0 V']],
  ['-1234.5', volts, ['-1,234.5 V', '-1234,5 V', '-1 234,5 V', '-1 234,5 V']],
  ['12345.6', volts, ['12,345.6 V', '12 345,6 V', '12 345,6 V', '12 345,6 V']],
  ['0', { valueType: 'u16', precision: 0, unitName: '%' }, ['0 %', '0 %', '0 %', '0 %']],
  [
    '0.000000000001',
    { valueType: 'f64', precision: 12 },
    ['0.000000000001', '0,000000000001', '0,000000000001', '0,000000000001'],
  ],
  ['1.25', { valueType: 'f64' }, ['1.25', '1,25', '1,25', '1,25']],
  ['2.5', { valueType: 'f64', precision: 0 }, ['3', '3', '3', '3']],
  [
    '18446744073709551615',
    counter,
    [
      '18,446,744,073,709,551,615',
      '18 446 744 073 709 551 615',
      '18 446 744 073 709 551 615',
      '18 446 744 073 709 551 615',
    ],
  ],
  ['0', mode, ['Off', 'Off', 'Off', 'Off']],
  ['1', mode, ['On', 'Włączony', 'On', 'Увімкнено']],
  ['2', mode, ['2', 'Tylko po polsku', '2', '2']],
  ['7', mode, ['7', '7', '7', '7']],
  ['1', { valueType: 'bit' }, ['1', '1', '1', '1']],
  ['0', { valueType: 'bit', enum: { 0: { en: 'open', ru: 'открыт' } } }, ['open', 'open', 'открыт', 'open']],
  ['5', { valueType: 'bitmask' }, ['5', '5', '5', '5']],
  ['=1+1', { valueType: 'string', unitName: 'V' }, ['=1+1', '=1+1', '=1+1', '=1+1']],
  [
    '1793833509',
    { valueType: 'unixtime' },
    [
      'Nov 4, 2026, 23:05:09 UTC',
      '4 lis 2026, 23:05:09 UTC',
      '4 нояб. 2026 г., 23:05:09 UTC',
      '4 лист. 2026 р., 23:05:09 UTC',
    ],
  ],
  ['99999999999999', { valueType: 'unixtime' }, Array(4).fill('99999999999999') as [string, string, string, string]],
]

/** The kind of space between digit groups depends on the locale data. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('values for people', () => {
  for (const [value, shown, texts] of rows) {
    for (const [index, lang] of languages.entries()) {
      test(`${shown.valueType} ${value} in ${lang}: ${texts[index]}`, () =>
        assert.equal(plain(formattedValue(value, shown, lang)), texts[index]))
    }
  }

  test('a plain space stands before a unit, in every language', () => {
    for (const lang of ['en', 'pl', 'ru', 'ua'] as const) assert.match(formattedValue('1', volts, lang), /^1[.,]0 V$/)
  })

  test('keeps every digit', () => {
    const digits = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n })
    fc.assert(
      fc.property(digits, fc.constantFrom(...languages), (value, lang) => {
        assert.equal(formattedValue(String(value), counter, lang).replaceAll(/[^-\d]/g, ''), String(value))
      }),
    )
  })
})
