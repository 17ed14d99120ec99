import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createQuantityFormat, type QuantityOptions } from './quantity-format.ts'
import { type Decimals, decimalsOf } from './resolution.ts'

const seen = (text: string): string => text.replaceAll(/\s/gu, ' ')
const en = createQuantityFormat('en-GB')
const upTo = (max: number): Decimals => ({ min: 0, max })
const fixed = (decimals: number): Decimals => ({ min: decimals, max: decimals })

describe('quantity', () => {
  for (const [value, unit, decimals, text] of [
    ['4560.0566', 'W', upTo(4), '4.5601 kW'],
    [4560, 'W', fixed(0), '4.560 kW'],
    [12_345_678, 'W', fixed(0), '12.346 MW'],
    [48_210.612, 'kWh', upTo(3), '48.211 MWh'],
    [1_500_000, 'MWh', upTo(3), '1.5 TWh'],
    [1500, 'mA', fixed(0), '1.500 A'],
    [2500, 'Hz', fixed(0), '2.500 kHz'],
    [1234, 'VAr', fixed(0), '1.234 kVAr'],
    [999.96, 'W', fixed(1), '1 000.0 W'],
    [999.996, 'W', upTo(4), '1 kW'],
    [999_999, 'W', fixed(0), '1.00000 MW'],
    [-4560, 'W', fixed(0), '−4.560 kW'],
    ['230.10', 'V', fixed(2), '230.10 V'],
    [230.123_456, 'V', upTo(4), '230.12 V'],
    [0, 'W', upTo(6), '0 W'],
    [0.012_345_678, 'A', upTo(6), '0.012346 A'],
    [5_000_000, 'g', fixed(0), '5 000.0 kg'],
    [1_234_567, 'kg', fixed(0), '1 234 567 kg'],
    [1_234_567, 'm³', fixed(0), '1 234 567 m³'],
    [12_345, '%', fixed(0), '12 345 %'],
    [12_345, '°C', fixed(0), '12 345 °C'],
    [12_345, 'rpm', fixed(0), '12 345 rpm'],
    [12_345, 'W/m²', fixed(0), '12 345 W/m²'],
    [12_345, 'EUR', fixed(2), '12 345.00 EUR'],
    [12_345, undefined, fixed(0), '12 345'],
    ['18446744073709551615', 'pulses', fixed(0), '18 446 744 073 709 551 615 pulses'],
  ] as const satisfies readonly (readonly [number | string, string | undefined, Decimals, string])[]) {
    test(`${value} ${unit} is ${text}`, () => assert.equal(seen(en.quantity(value, { unit, decimals })), text))
  }

  for (const [locale, text] of [
    ['en-GB', '4.560 kW'],
    ['pl', '4,560 kW'],
    ['ru', '4,560 kW'],
    ['uk', '4,560 kW'],
  ] as const) {
    test(`uses the decimal mark of ${locale}`, () =>
      assert.equal(seen(createQuantityFormat(locale).quantity(4560, { unit: 'W', decimals: fixed(0) })), text))
  }

  test('is read back within the last digit shown, whatever the size', () => {
    for (let exponent = -3; exponent < 15; exponent += 0.37) {
      const value = 10 ** exponent
      const options: QuantityOptions = { unit: 'W', decimals: decimalsOf({ valueType: 'f64' }, value) }
      const { number, unit } = en.quantityParts(value, options)
      const power = { W: 0, kW: 3, MW: 6, GW: 9, TW: 12 }[unit] ?? Number.NaN
      const read = Number(number.replaceAll('\u202f', '')) * 10 ** power
      assert.ok(Math.abs(read - value) <= value * 0.5e-3, `${value}: ${number} ${unit}`)
      assert.ok(number.length <= 8, `${value}: ${number}`)
    }
  })

  test('plain text has no characters outside ASCII', () => {
    const plain = createQuantityFormat('uk', { isPlain: true })
    assert.equal(plain.number('-1234567.5', 'm'), '-1 234 567,5 m')
    assert.equal(plain.quantity(-4560, { unit: 'W', decimals: fixed(0) }), '-4,560 kW')
  })
})

test('a range has one unit', () => {
  assert.deepEqual(en.range(900, 4560, { unit: 'W', decimals: fixed(0) }).map(seen), ['0.900', '4.560 kW'])
  assert.deepEqual(en.range(226.58, 235.74, { unit: 'V', decimals: fixed(2) }).map(seen), ['226.58', '235.74 V'])
})

describe('ticks', () => {
  for (const [ticks, unit, labels, shownUnit] of [
    [[0, 500_000, 1_000_000], 'kWh', ['0.0', '0.5', '1.0'], 'GWh'],
    [[0, 500_000, 1_000_000], '', ['0', '500 000', '1 000 000'], ''],
    [[0, 500, 1000, 1500], 'W', ['0.0', '0.5', '1.0', '1.5'], 'kW'],
    [[0, 5e9, 1e10], 'm³', ['0', '5', '10'], '10⁹ m³'],
    [[0, 2.5, 5], 'A', ['0.0', '2.5', '5.0'], 'A'],
    [[48_210_612.35, 48_210_612.4], 'kWh', ['48 210 612.35', '48 210 612.40'], 'kWh'],
    [[48_210_000, 48_210_500], 'kWh', ['48 210.0', '48 210.5'], 'MWh'],
    [[-1000, 0, 1000], 'W', ['−1', '0', '1'], 'kW'],
    [[0, 50, 100], '%', ['0', '50', '100'], '%'],
    [[5], 'W', ['5'], 'W'],
  ] as const) {
    test(`${ticks.join(', ')} ${unit} are ${labels.join(', ')} ${shownUnit}`, () => {
      const shown = en.ticks(ticks, unit)
      assert.deepEqual([shown.labels.map(seen), shown.unit], [labels, shownUnit])
    })
  }

  test('neighbours have different labels, and labels stay short, at any size and offset', () => {
    for (const unit of ['W', 'kWh', 'm³', '', 'mA']) {
      for (let exponent = -9; exponent <= 14; exponent += 1) {
        for (const factor of [1, 2, 2.5, 5]) {
          const step = factor * 10 ** exponent
          for (const first of [0, -3, 17, 99_998]) {
            const ticks = Array.from({ length: 6 }, (_, at) => (first + at) * step)
            const { labels } = en.ticks(ticks, unit)
            assert.equal(new Set(labels).size, labels.length, `${ticks.join()} ${unit}: ${labels.join('; ')}`)
            const longest = Math.max(...labels.map(({ length }) => length))
            assert.ok(longest <= 15, `${ticks.join()} ${unit}: ${labels.join('; ')}`)
          }
        }
      }
    }
  })
})
